/**
 * Carries the postings of an older snapshot over to a newer one, without reading the files again.
 * @module
 */
import { BytesWriter } from "./bytes_writer.ts";
import { decodeList, listAt, NO_POSTINGS, type Postings } from "./trigrams.ts";

/**
 * Joins old postings, whose files have new positions, with those of new files.
 *
 * `moved` gives the new position of each old file, or -1 if it is gone or was indexed anew; the order of the files
 * that stay must not change. The result is what a fresh build of all files gives.
 */
export function mergePostings(old: Postings, moved: Int32Array, fresh: Postings): Postings {
  const keys: number[] = [];
  const ends: number[] = [];
  const postings = new BytesWriter(old.postings.length + fresh.postings.length);
  for (const { key, oldList, freshList } of sideBySide(old, fresh)) {
    const kept = decodeList(oldList).map((file) => (moved[file] ?? -1) >>> 0).filter(isKept);
    const files = mergeAscending(kept, decodeList(freshList));
    if (files.length === 0) continue;
    writeList(files, postings);
    keys.push(key);
    ends.push(postings.length);
  }
  return {
    keys: Uint32Array.from(keys),
    ends: Uint32Array.from(ends),
    postings: postings.finish(),
  };
}

/** -1 as an unsigned number. */
const GONE = 0xffffffff;

function isKept(file: number): boolean {
  return file !== GONE;
}

interface Pair {
  readonly key: number;
  readonly oldList: Uint8Array;
  readonly freshList: Uint8Array;
}

/** The lists of both sides by ascending key; a side that lacks a key has an empty list. */
function* sideBySide(old: Postings, fresh: Postings): Iterable<Pair> {
  let left = 0;
  let right = 0;
  while (left < old.keys.length || right < fresh.keys.length) {
    const leftKey = old.keys[left] ?? Infinity;
    const rightKey = fresh.keys[right] ?? Infinity;
    yield {
      key: Math.min(leftKey, rightKey),
      oldList: leftKey <= rightKey ? listAt(old, left++) : NO_POSTINGS.postings,
      freshList: rightKey <= leftKey ? listAt(fresh, right++) : NO_POSTINGS.postings,
    };
  }
}

function mergeAscending(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const merged = new Uint32Array(a.length + b.length);
  merged.set(a);
  merged.set(b, a.length);
  return a.length === 0 ? merged : merged.sort();
}

function writeList(files: Uint32Array, into: BytesWriter): void {
  let last = 0;
  for (const file of files) {
    into.varint(file - last);
    last = file;
  }
}
