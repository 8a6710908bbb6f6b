/**
 * The program as scripts start it: the compiled file that FRIGG_BIN names, or else from source.
 * @module
 */
import { fileURLToPath } from "node:url";
import { type Command, denoCommand } from "./command.ts";
import { FRIGG_FLAGS } from "./runtime_flags.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** A command that starts the program with these arguments. */
export function friggCommand(args: readonly string[]): Command {
  const binary = Deno.env.get("FRIGG_BIN");
  if (binary !== undefined) return { program: binary, args };
  return denoCommand(["run", "--quiet", ...FRIGG_FLAGS, MAIN, ...args]);
}
