/**
 * Flags: how one is declared, and which were given.
 * @module
 */

export interface Option {
  /** As help shows it: `--out FILE`, `--changed`. */
  readonly flags: string;
  readonly text: string;
  /** May be given more than once. */
  readonly repeatable?: boolean;
  /** Its values, if they are few; a shell completes them. */
  readonly choices?: readonly string[];
}

/** The flags that were given, by name without dashes. */
export class Flags {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** These flags with others; where both have one, that of `others` counts. */
  with(others: Flags): Flags {
    return new Flags({ ...this.#values, ...others.#values });
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
