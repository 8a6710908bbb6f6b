/**
 * What a command is: one entry of the command table, from which the parser, the help and the README are made.
 * @module
 */
import type { Console } from "./console.ts";
import type { ExitCode } from "./exit.ts";
import type { Settings } from "./settings.ts";

export interface Option {
  /** As help shows it: `--out FILE`, `--changed`. */
  readonly flags: string;
  readonly text: string;
  /** May be given more than once. */
  readonly repeatable?: boolean;
}

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

/** The flags that were given, by name without dashes. */
export class Flags {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** Whether a flag without a value was given. */
  has(name: string): boolean {
    return this.#values[camelCase(name)] === true;
  }

  /** Whether `--no-NAME` was given. */
  isOff(name: string): boolean {
    return this.#values[camelCase(name)] === false;
  }

  /** Value of a flag that takes one. */
  value(name: string): string | undefined {
    const value = this.#values[camelCase(name)];
    return typeof value === "string" ? value : undefined;
  }

  /** Values of a repeatable flag, in the order given. */
  values(name: string): readonly string[] {
    const values = this.#values[camelCase(name)];
    return Array.isArray(values) ? values.map(String) : [];
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
