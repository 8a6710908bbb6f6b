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
  readonly words?: readonly Word[];
  readonly options?: readonly Option[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  run(call: CommandCall): Promise<ExitCode>;
}

/** What a command is told beside its flags. */
export interface Word {
  readonly name: string;
  readonly text: string;
  /** Its values, if they are few; a shell completes them. */
  readonly choices?: readonly string[];
}

/** Everything the parser has to know. */
export interface CommandTable {
  readonly commands: readonly Command[];
  /** Summary of each first word that has commands below it. */
  readonly groups: Readonly<Record<string, string>>;
  /** What the help of a group says beside its list of commands. */
  readonly topics?: Readonly<Record<string, string>>;
  readonly globalOptions: readonly Option[];
  readonly summary: string;
  readonly examples: readonly string[];
  /** Columns of help. */
  readonly width: number;
}

/** One use of a command. */
export interface CommandCall {
  /** What is not a flag. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly settings: Settings;
  readonly console: Console;
  /** All commands, for those that tell of the others. */
  readonly table: CommandTable;
}
