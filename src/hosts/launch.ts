/**
 * What an entry starts, read back from it, and whether frigg wrote it.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import type { Launch, Shape } from "./host.ts";
import { sameValue } from "./same_value.ts";

export const ROOT_FLAG = "--workspace-root";

/** What an entry starts, in every form that hosts have; undefined if it starts nothing. */
export function launchOf(entry: unknown): Launch | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { command, args = [] } = entry;
  const words = Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])];
  const [first, ...rest] = words.filter((word) => typeof word === "string");
  if (first === undefined || rest.length + 1 < words.length) return undefined;
  return { command: first, args: rest };
}

/**
 * Whether an entry is as frigg writes it, for whatever copy of frigg and whatever folder; a person's change to
 * anything else makes it the person's.
 *
 * `extra` are arguments that the entry to be written has besides its folders.
 */
export function isOurs(entry: unknown, shape: Shape, extra: readonly string[]): boolean {
  const launch = launchOf(entry);
  if (launch === undefined || !sameValue(shape.entry(launch), entry)) return false;
  const args = serverArguments(launch);
  if (args === undefined) return false;
  const rest = withoutRoots(args);
  return rest.length === 0 || sameValue(rest, extra);
}

/** The arguments that frigg itself gets; undefined if the command is something else. */
export function serverArguments({ command, args }: Launch): readonly string[] | undefined {
  const program = command.split(/[\\/]/).at(-1)?.toLowerCase();
  if (program === "frigg" || program === "frigg.exe") return args;
  // From source Deno runs the entry module.
  const main = args.findIndex((word) => /[\\/]main\.ts$/.test(word));
  const isDeno = program === "deno" || program === "deno.exe";
  return isDeno && args[0] === "run" && main > 0 ? args.slice(main + 1) : undefined;
}

function withoutRoots(args: readonly string[]): readonly string[] {
  return args.filter((word, at) => word !== ROOT_FLAG && args[at - 1] !== ROOT_FLAG);
}
