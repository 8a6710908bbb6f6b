/**
 * Carries the postings of an older snapshot over to a newer one, without reading the files again.
 *
 * After a small edit most lists stay as they are, and of the others most bytes: a list holds differences, so that
 * files which all move by the same distance change only the difference at which the move begins.
 * @module
 */
import { BytesWriter } from "./bytes_writer.ts";
import { decodeList, listAt, type Postings } from "./trigrams.ts";

/** How the files of an older snapshot are numbered in a newer one. */
interface Moves {
  /** New position of each old file, or -1. */
  readonly to: Int32Array;
  /** From here on some files do not keep their position; no new file is before it. */
  readonly first: number;
  /** From here on all old files move by the same distance, with nothing new between them. */
  readonly steady: number;
  /** That distance is 0. */
  readonly still: boolean;
}

/**
 * Joins old postings, whose files have new positions, with those of new files.
 *
 * `moved` gives the new position of each old file, or -1 if it is gone or was indexed anew; the order of the files
 * that stay must not change. The result is what a fresh build of all files gives.
 */
export function mergePostings(old: Postings, moved: Int32Array, fresh: Postings): Postings {
  const moves = movesOf(moved);
  if (fresh.keys.length === 0 && moves.first === moved.length) return old;
  const merger = new Merger(old, moves);
  let left = 0;
  let right = 0;
  while (left < old.keys.length || right < fresh.keys.length) {
    const leftKey = old.keys[left] ?? Infinity;
    const rightKey = fresh.keys[right] ?? Infinity;
    if (leftKey < rightKey) merger.old(leftKey, left++);
    else if (leftKey > rightKey) merger.fresh(rightKey, listAt(fresh, right++));
    else merger.both(leftKey, left++, decodeList(listAt(fresh, right++)));
  }
  return merger.finish();
}

function movesOf(to: Int32Array): Moves {
  let first = 0;
  while (first < to.length && to[first] === first) first++;
  const distance = (to.at(-1) ?? -1) - (to.length - 1);
  let steady = to.length;
  if ((to.at(-1) ?? -1) >= 0) {
    while (steady > first && (to[steady - 1] ?? 0) - (steady - 1) === distance) steady--;
  }
  return { to, first, steady, still: distance === 0 };
}

const NONE = new Uint32Array();

/** Writes the lists of the result, by ascending key. */
class Merger {
  readonly #old: Postings;
  readonly #moves: Moves;
  readonly #keys: number[] = [];
  readonly #ends: number[] = [];
  readonly #out: BytesWriter;
  /** Half-open range of old bytes that come next as they are: many lists in one go. */
  #copyFrom = 0;
  #copyTo = 0;

  constructor(old: Postings, moves: Moves) {
    this.#old = old;
    this.#moves = moves;
    this.#out = new BytesWriter(old.postings.length + (old.postings.length >>> 4) + 1024);
  }

  /** The list of a key that no new file has. */
  old(key: number, at: number): void {
    const start = this.#start(at);
    const end = this.#old.ends[at] ?? 0;
    if (this.#changes(start, end)) return this.both(key, at, NONE);
    if (this.#copyTo !== start) {
      this.#flush();
      this.#copyFrom = start;
    }
    this.#copyTo = end;
    this.#close(key);
  }

  /** The list of a key that no old file has. */
  fresh(key: number, list: Uint8Array): void {
    this.#flush();
    this.#out.append(list);
    this.#close(key);
  }

  both(key: number, at: number, fresh: Uint32Array): void {
    this.#flush();
    const before = this.#out.length;
    this.#merge(this.#start(at), this.#old.ends[at] ?? 0, fresh);
    if (this.#out.length > before) this.#close(key);
  }

  finish(): Postings {
    this.#flush();
    return {
      keys: Uint32Array.from(this.#keys),
      ends: Uint32Array.from(this.#ends),
      postings: this.#out.finish(),
    };
  }

  #start(at: number): number {
    return at === 0 ? 0 : this.#old.ends[at - 1] ?? 0;
  }

  #close(key: number): void {
    this.#keys.push(key);
    this.#ends.push(this.#out.length + this.#copyTo - this.#copyFrom);
  }

  #flush(): void {
    if (this.#copyTo > this.#copyFrom) {
      this.#out.append(this.#old.postings.subarray(this.#copyFrom, this.#copyTo));
    }
    this.#copyFrom = 0;
    this.#copyTo = 0;
  }

  /** Whether some file of a list does not keep its position. */
  #changes(start: number, end: number): boolean {
    const { postings } = this.#old;
    const { to, first, steady, still } = this.#moves;
    let number = 0;
    for (let at = start; at < end;) {
      let byte = postings[at++] ?? 0;
      let delta = byte & 0x7f;
      for (let shift = 7; byte >= 0x80 && at < end; shift += 7) {
        byte = postings[at++] ?? 0;
        delta |= (byte & 0x7f) << shift;
      }
      number += delta;
      if (number < first) continue;
      if (number >= steady) return !still;
      if (to[number] !== number) return true;
    }
    return false;
  }

  /** Writes the files of an old list and of a new one in ascending order; no file is in both. */
  #merge(start: number, end: number, fresh: Uint32Array): void {
    const { postings } = this.#old;
    const { to, steady } = this.#moves;
    const out = this.#out;
    let last = 0;
    let next = 0;
    let number = 0;
    for (let at = start; at < end;) {
      let byte = postings[at++] ?? 0;
      let delta = byte & 0x7f;
      for (let shift = 7; byte >= 0x80 && at < end; shift += 7) {
        byte = postings[at++] ?? 0;
        delta |= (byte & 0x7f) << shift;
      }
      number += delta;
      const file = to[number] ?? -1;
      if (file < 0) continue;
      for (; next < fresh.length && (fresh[next] ?? 0) < file; next++) {
        out.varint((fresh[next] ?? 0) - last);
        last = fresh[next] ?? 0;
      }
      out.varint(file - last);
      last = file;
      if (number < steady || next < fresh.length) continue;
      // All that follow are as far from each other as they were.
      out.append(postings.subarray(at, end));
      return;
    }
    for (; next < fresh.length; next++) {
      out.varint((fresh[next] ?? 0) - last);
      last = fresh[next] ?? 0;
    }
  }
}
