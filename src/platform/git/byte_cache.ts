/**
 * Keeps recently used objects, because neighbours in history share their delta bases.
 * @module
 */
import type { GitObject } from "./object.ts";

// Together enough for the delta chains of a large tree; single large blobs would only push others out.
const MAX_CACHE_BYTES = 32_000_000;
const MAX_ENTRY_BYTES = 1_000_000;

/** Least recently used objects go first once the kept bytes exceed the limit. */
export class ByteCache {
  readonly #entries = new Map<string, GitObject>();
  #bytes = 0;

  /** The object kept under a key. */
  get(key: string): GitObject | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Keeps an object unless it is too large. */
  set(key: string, object: GitObject): void {
    if (object.data.length > MAX_ENTRY_BYTES || this.#entries.has(key)) return;
    this.#entries.set(key, object);
    this.#bytes += object.data.length;
    for (const [oldest, { data }] of this.#entries) {
      if (this.#bytes <= MAX_CACHE_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= data.length;
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
