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
  if (fresh.keys.length === 0 && moved.every((to, from) => to === from)) return old;
  const keys: number[] = [];
  const ends: number[] = [];
  const postings = new BytesWriter(old.postings.length + fresh.postings.length);
  const changes = changedFiles(moved);
  for (const { key, oldList, freshList } of sideBySide(old, fresh)) {
    const before = postings.length;
    if (freshList.length === 0 && !holdsAny(oldList, changes)) postings.append(oldList);
    else writeMerged(decodeList(oldList), moved, decodeList(freshList), postings);
    if (postings.length === before) continue;
    keys.push(key);
    ends.push(postings.length);
  }
  return {
    keys: Uint32Array.from(keys),
    ends: Uint32Array.from(ends),
    postings: postings.finish(),
  };
}

/** A 1 for each old file that does not keep its position. */
function changedFiles(moved: Int32Array): Uint8Array {
  return Uint8Array.from(moved, (to, from) => to === from ? 0 : 1);
}

/** Whether some number of a list is marked; without making the list, since most hold none after a small edit. */
function holdsAny(list: Uint8Array, marks: Uint8Array): boolean {
  let number = 0;
  for (let at = 0; at < list.length;) {
    let byte = list[at++] ?? 0;
    let delta = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && at < list.length; shift += 7) {
      byte = list[at++] ?? 0;
      delta |= (byte & 0x7f) << shift;
    }
    number += delta;
    if (marks[number] === 1) return true;
  }
  return false;
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

/** Writes the files of both lists in ascending order; no file is in both. */
function writeMerged(
  old: Uint32Array,
  moved: Int32Array,
  fresh: Uint32Array,
  into: BytesWriter,
): void {
  let last = 0;
  let next = 0;
  const write = (file: number): void => {
    into.varint(file - last);
    last = file;
  };
  for (const file of old) {
    const to = moved[file] ?? -1;
    if (to < 0) continue;
    while (next < fresh.length && (fresh[next] ?? 0) < to) write(fresh[next++] ?? 0);
    write(to);
  }
  while (next < fresh.length) write(fresh[next++] ?? 0);
}
