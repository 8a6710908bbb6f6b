/**
 * Builds trigram postings: for each trigram the ascending positions of the files that hold it.
 *
 * What comes out depends on the files alone, not on the way: postings merged from an older snapshot and those of a
 * fresh build are the same bytes.
 * @module
 */
import { BytesWriter } from "./bytes_writer.ts";
import { PostingLists } from "./posting_lists.ts";
import { TrigramSet } from "./trigram_set.ts";
import type { Postings } from "./trigrams.ts";

/** Part of the table that may be in use before it doubles. */
const MAX_LOAD = 0.5;

export class TrigramBuilder {
  readonly #set = new TrigramSet();
  readonly #lists = new PostingLists();
  /** Open addressing: trigram + 1 (0 is free), and its list. */
  #keys = new Uint32Array(1 << 14);
  #values = new Uint32Array(1 << 14);
  #count = 0;

  /** Adds a text file; positions have to ascend. */
  add(file: number, bytes: Uint8Array): void {
    for (const trigram of this.#set.of(bytes)) {
      this.#lists.append(this.#listOf(trigram), file);
    }
  }

  finish(): Postings {
    const keys = this.#keys.filter((key) => key !== 0).map((key) => key - 1).sort();
    const ends = new Uint32Array(keys.length);
    const postings = new BytesWriter();
    keys.forEach((key, at) => {
      for (const piece of this.#lists.pieces(this.#listOf(key))) postings.append(piece);
      ends[at] = postings.length;
    });
    return { keys, ends, postings: postings.finish() };
  }

  #listOf(trigram: number): number {
    const slot = this.#slot(trigram + 1);
    if (this.#keys[slot] !== 0) return this.#values[slot] ?? 0;
    const list = this.#lists.open();
    this.#keys[slot] = trigram + 1;
    this.#values[slot] = list;
    if (++this.#count > this.#keys.length * MAX_LOAD) this.#grow();
    return list;
  }

  /** Where a key is, or would be put. */
  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    // Knuth's multiplicative hash; the high bits are the well-mixed ones.
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Uint32Array(2 * keys.length);
    this.#values = new Uint32Array(2 * values.length);
    keys.forEach((key, at) => {
      if (key === 0) return;
      const slot = this.#slot(key);
      this.#keys[slot] = key;
      this.#values[slot] = values[at] ?? 0;
    });
  }
}
