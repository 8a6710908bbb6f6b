/**
 * A map that forgets what was not used for longest once it is full.
 * @module
 */

/** What handles and page tokens are kept in, by their text. */
export interface Memory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** Least recently used first. */
  entries(): Iterable<[string, Value]>;
}

/** Keeps at most `cap` entries; reading an entry counts as use. */
export class LruMap<Key, Value> {
  readonly #cap: number;
  // A Map keeps insertion order, so the first key is the one unused for longest.
  readonly #entries = new Map<Key, Value>();

  constructor(cap: number) {
    this.#cap = cap;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#cap) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Entries, least recently used first; reading them here is no use. */
  entries(): Iterable<[Key, Value]> {
    return [...this.#entries];
  }
}
