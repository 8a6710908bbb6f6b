/**
 * Unsigned 32-bit numbers that grow as they are written; negative ones come back as they were in an `Int32Array`.
 * @module
 */

export class NumbersWriter {
  #numbers: Uint32Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 64) {
    this.#numbers = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#reserve(1);
    this.#numbers[this.#length++] = value;
  }

  append(values: Uint32Array | Int32Array | Uint8Array): void {
    this.#reserve(values.length);
    this.#numbers.set(values, this.#length);
    this.#length += values.length;
  }

  /** What was written, in a buffer of its own size. */
  finish(): Uint32Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#numbers.length) return;
    const grown = new Uint32Array(Math.max(needed, 2 * this.#numbers.length));
    grown.set(this.#numbers.subarray(0, this.#length));
    this.#numbers = grown;
  }
}
