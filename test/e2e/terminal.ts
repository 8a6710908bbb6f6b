/**
 * The program on a pseudo-terminal.
 * @module
 */
import { programCommand } from "../support/program.ts";
import { type Ended, runToEnd, type Start } from "./frigg.ts";

/** `script` gives a program a terminal; without it these cases cannot be tested. */
export const SCRIPT: string | undefined = await findScript();

async function findScript(): Promise<string | undefined> {
  for (const path of ["/usr/bin/script", "/bin/script"]) {
    try {
      await Deno.lstat(path);
      return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

/** Runs the program on a pseudo-terminal, with `stdin` typed into it: stdout and stderr are one. */
export function onTerminal(
  args: readonly string[],
  { env = {}, ...start }: Start = {},
): Promise<Ended> {
  const { command, args: all } = programCommand(args);
  const line = [command, ...all].map((word) => `'${word}'`).join(" ");
  return runToEnd({ command: SCRIPT ?? "", args: ["-qec", line, "/dev/null"] }, {
    ...start,
    env: { TERM: "xterm", ...env },
  });
}
