/**
 * Distinct texts by number, so that a name that occurs often is stored once.
 * @module
 */

/** Gives numbers to texts in the order in which they are first met. */
export class StringTableWriter {
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const next = this.#numbers.size;
    this.#numbers.set(text, next);
    return next;
  }

  finish(): string[] {
    return [...this.#numbers.keys()];
  }
}
