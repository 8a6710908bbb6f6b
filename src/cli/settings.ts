/**
 * Settings: a flag beats the environment, the environment beats the default (contract.md §7.5).
 *
 * A value that does not parse is wrong usage wherever it comes from: a setting that is silently ignored is worse
 * than one that is refused.
 * @module
 */
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  WATCH_DEBOUNCE_MS,
  WATCH_RETRY_MS,
} from "../contract/limits.ts";
import type { Flags, Option } from "./flags.ts";
import { usageError } from "./exit.ts";

export interface Settings {
  /** In the order given; empty means the default root. */
  readonly workspaceRoots: readonly string[];
  readonly stateDir?: string;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly watch: WatchSettings;
  /** Whether the use of the tools is counted, in this process only. */
  readonly routingStats: boolean;
  /** Whether each call leaves a line about the source it spared. */
  readonly contextLog: boolean;
  readonly semantic: { readonly enabled: boolean; readonly strict: boolean };
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
}

/** How the server keeps the index up with the tree. */
export interface WatchSettings {
  readonly mode: "auto" | "on" | "off";
  readonly debounceMs: number;
  readonly retryMs: number;
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
  {
    flags: "--watch-mode MODE",
    text: "auto, on or off: refresh the index when files change (auto, the default: on over HTTP)",
    choices: ["auto", "on", "off"],
  },
  {
    flags: "--watch-debounce-ms N",
    text: `quiet time before such a refresh (default: ${WATCH_DEBOUNCE_MS})`,
  },
  {
    flags: "--watch-retry-ms N",
    text: `time until a failed one is tried again (default: ${WATCH_RETRY_MS})`,
  },
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
    watch: {
      mode: watchMode(flags, env),
      debounceMs: countSetting(flags, env, "watch-debounce-ms", MAX_TIMER_MS) ?? WATCH_DEBOUNCE_MS,
      retryMs: countSetting(flags, env, "watch-retry-ms", MAX_TIMER_MS) ?? WATCH_RETRY_MS,
    },
    routingStats: switchSetting(env, "FRIGG_ROUTING_STATS"),
    contextLog: switchSetting(env, "FRIGG_CONTEXT_EFFICIENCY_LOG"),
    semantic: {
      enabled: switchSetting(env, "FRIGG_SEMANTIC_RUNTIME_ENABLED"),
      strict: switchSetting(env, "FRIGG_SEMANTIC_RUNTIME_STRICT_MODE"),
    },
    json: flags.has("json"),
    quiet: flags.has("quiet"),
    verbose: flags.has("verbose"),
    noColor: flags.isOff("color"),
  };
}

/** What a server on this transport watches with; undefined if it does not watch. */
export function watchTimes(
  { watch: { mode, debounceMs, retryMs } }: Settings,
  transport: "stdio" | "http",
): Omit<WatchSettings, "mode"> | undefined {
  const isOn = mode === "auto" ? transport === "http" : mode === "on";
  return isOn ? { debounceMs, retryMs } : undefined;
}

function watchMode(flags: Flags, env: Environment): WatchSettings["mode"] {
  const flag = flags.value("watch-mode");
  const value = flag ?? env("FRIGG_WATCH_MODE") ?? "auto";
  const mode = WATCH_MODES.find((known) => known === value.trim());
  if (mode !== undefined) return mode;
  const name = flag === undefined ? "FRIGG_WATCH_MODE" : "--watch-mode";
  throw usageError(`Cannot use "${value}" for ${name}`, `Give one of ${WATCH_MODES.join(", ")}`);
}

/** A variable that is on or off; off if it is not set or empty. */
function switchSetting(env: Environment, name: string): boolean {
  const value = (env(name) ?? "").trim().toLowerCase();
  if (ON_WORDS.includes(value)) return true;
  if (OFF_WORDS.includes(value)) return false;
  throw usageError(
    `Cannot use "${value}" for ${name}`,
    `Give one of ${ON_WORDS.join(", ")}, or nothing`,
  );
}

const ON_WORDS = ["1", "true", "yes", "on"];
const OFF_WORDS = ["", "0", "false", "no", "off"];

const WATCH_MODES = ["auto", "on", "off"] as const;

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

/** Longest time of a timer: a longer one would be over at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function countSetting(
  flags: Flags,
  env: Environment,
  name: string,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const variable = `FRIGG_${name.replaceAll("-", "_").toUpperCase()}`;
  const flag = flags.value(name);
  if (flag !== undefined) return count(flag, `--${name}`, max);
  const value = env(variable);
  return value === undefined ? undefined : count(value, variable, max);
}

/** A positive whole number in decimal digits. */
function count(text: string, name: string, max: number): number {
  const value = /^[0-9]+$/.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    const bound = max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`;
    throw usageError(`Cannot use "${text}" for ${name}`, `Give a whole number from 1${bound}`);
  }
  return value;
}
