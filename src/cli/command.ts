/**
 * What a command is: one entry of the command table, from which the parser, the help and the README are made.
 * @module
 */
import type { Console } from "./console.ts";
import type { ExitCode } from "./exit.ts";
import type { Flags, Option } from "./flags.ts";
import type { Settings } from "./settings.ts";

export interface Command {
  /** One word, or a group and a word: `playbook run`. */
  readonly name: string;
  readonly summary: string;
  /** As help shows them: `TOOL`, `[JSON]`, `PLAYBOOK...`. */
  readonly words?: readonly { readonly name: string; readonly text: string }[];
  readonly options?: readonly Option[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  run(call: CommandCall): Promise<ExitCode>;
}

/** One use of a command. */
export interface CommandCall {
  /** What is not a flag. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly settings: Settings;
  readonly console: Console;
}
