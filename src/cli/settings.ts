/**
 * Settings: a flag beats the environment, the environment beats the default (contract.md §7.5).
 *
 * A value that does not parse is wrong usage wherever it comes from: a setting that is silently ignored is worse
 * than one that is refused.
 * @module
 */
import { MAX_FILE_BYTES, MAX_FILES } from "../contract/limits.ts";
import type { Flags, Option } from "./flags.ts";
import { usageError } from "./exit.ts";

export interface Settings {
  /** In the order given; empty means the default root. */
  readonly workspaceRoots: readonly string[];
  readonly stateDir?: string;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
}

/** Flags that every command understands. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    flags: "--workspace-root DIR",
    text: "folder to work on; the first of several is the default (default: the git root)",
    repeatable: true,
  },
  { flags: "--state-dir DIR", text: "where the index is kept (default: .frigg in the root)" },
  {
    flags: "--max-file-bytes N",
    text: `largest file that is parsed and ranked (default: ${MAX_FILE_BYTES})`,
  },
  { flags: "--max-files N", text: `most files of one root (default: ${MAX_FILES})` },
  { flags: "--json", text: "print JSON instead of text for people" },
  { flags: "--quiet", text: "no notes on stderr" },
  { flags: "--verbose", text: "more notes on stderr" },
  { flags: "--no-color", text: "no colours (NO_COLOR does the same)" },
];

export type Environment = (name: string) => string | undefined;

/**
 * Settings from flags and environment.
 *
 * @throws {CommandError} usage, naming the flag or the variable
 */
export function readSettings(flags: Flags, env: Environment): Settings {
  const givenState = flags.value("state-dir");
  const stateDir = givenState === undefined
    ? env("FRIGG_STATE_DIR")
    : folder(givenState, "--state-dir");
  return {
    workspaceRoots: flags.values("workspace-root").map((value) =>
      folder(value, "--workspace-root")
    ),
    ...(stateDir === undefined ? {} : { stateDir }),
    maxFileBytes: countSetting(flags, env, "max-file-bytes") ?? MAX_FILE_BYTES,
    maxFiles: countSetting(flags, env, "max-files") ?? MAX_FILES,
    json: flags.has("json"),
    quiet: flags.has("quiet"),
    verbose: flags.has("verbose"),
    noColor: flags.isOff("color"),
  };
}

/** The line of a profile that is asked for but not offered; nothing for `extended`, which always holds. */
export function profileWarning(env: Environment): string | undefined {
  const given = env("FRIGG_MCP_TOOL_SURFACE_PROFILE");
  if (given === undefined || given.trim().toLowerCase() === "extended") return undefined;
  return `FRIGG_MCP_TOOL_SURFACE_PROFILE=${given.trim()} changes nothing: every tool is offered`;
}

function folder(value: string, name: string): string {
  if (value.trim() === "") throw usageError(`Cannot use an empty ${name}`, "Name a folder");
  return value;
}

function countSetting(flags: Flags, env: Environment, name: string): number | undefined {
  const variable = `FRIGG_${name.replaceAll("-", "_").toUpperCase()}`;
  const flag = flags.value(name);
  if (flag !== undefined) return count(flag, `--${name}`);
  const value = env(variable);
  return value === undefined ? undefined : count(value, variable);
}

/** A positive whole number in decimal digits. */
function count(text: string, name: string): number {
  const value = /^[0-9]+$/.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < 1) {
    throw usageError(`Cannot use "${text}" for ${name}`, "Give a whole number from 1");
  }
  return value;
}
