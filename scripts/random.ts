/**
 * Random choices that a seed repeats.
 * @module
 */

/** Numbers that look random; equal seeds give equal ones. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    // Marsaglia's xorshift, after a step that leaves the state zero out of reach.
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something that happens once in `times` happens now. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** @throws {RangeError} if there is nothing to pick */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError("Cannot pick from nothing");
    return value;
  }
}
