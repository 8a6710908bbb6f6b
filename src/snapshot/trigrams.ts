/**
 * Trigram postings and the question they answer: which files may contain these bytes.
 *
 * The answer is never too small. A list is stored as its first number and the differences that follow.
 * @module
 */
import { CorruptSection } from "./corrupt_section.ts";
import type { RequiredLiterals } from "./snapshot.ts";
import { trigramsOfLiteral } from "./trigram_set.ts";

/** Lists of files by trigram. */
export interface Postings {
  /** Ascending. */
  readonly keys: Uint32Array;
  /** Byte position in `postings` at which the list of each key ends. */
  readonly ends: Uint32Array;
  readonly postings: Uint8Array;
}

export const NO_POSTINGS: Postings = {
  keys: new Uint32Array(),
  ends: new Uint32Array(),
  postings: new Uint8Array(),
};

/** Reading this few files is cheaper than making them fewer. */
const FEW_FILES = 8;

/**
 * Files that may contain all literals of one of the groups, ascending.
 *
 * `textFiles` are all files that were indexed. Letter case of ASCII is ignored.
 */
export function candidateFiles(
  postings: Postings,
  textFiles: Uint32Array,
  required: RequiredLiterals,
): Uint32Array {
  if (required === undefined) return textFiles;
  const groups = required.map((group) => group.flatMap(trigramsOfLiteral));
  if (groups.some((trigrams) => trigrams.length === 0)) return textFiles;
  const found = groups.map((trigrams) => filesWithAll(postings, trigrams));
  if (found.length === 1) return found[0] ?? new Uint32Array();
  return Uint32Array.from(new Set(found.flatMap((files) => [...files]))).sort();
}

/** Where the list of the key at position `at` lies. */
export function listAt({ ends, postings }: Postings, at: number): Uint8Array {
  return postings.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
}

/** The numbers of a list. */
export function decodeList(list: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(list.length);
  let count = 0;
  let last = 0;
  for (let at = 0; at < list.length; count++) {
    let shift = 0;
    let byte = list[at++] ?? 0;
    let delta = byte & 0x7f;
    while (byte >= 0x80 && at < list.length) {
      shift += 7;
      byte = list[at++] ?? 0;
      delta |= (byte & 0x7f) << shift;
    }
    last += delta;
    numbers[count] = last;
  }
  return numbers.subarray(0, count);
}

/** @throws {CorruptSection} if the arrays do not fit together */
export function checkPostings({ keys, ends, postings }: Postings): void {
  const ascending = (values: Uint32Array): boolean =>
    values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
  const closed = (ends.at(-1) ?? 0) === postings.length;
  if (keys.length !== ends.length || !ascending(keys) || !ascending(ends) || !closed) {
    throw new CorruptSection("trigram lists do not fit together");
  }
}

function filesWithAll(postings: Postings, trigrams: readonly number[]): Uint32Array {
  const lists: Uint8Array[] = [];
  for (const trigram of trigrams) {
    const at = findKey(postings.keys, trigram);
    if (at === undefined) return new Uint32Array();
    lists.push(listAt(postings, at));
  }
  // A list's bytes tell its length well enough, without decoding it.
  const [shortest, ...others] = lists.sort((a, b) => a.length - b.length);
  let files = shortest === undefined ? new Uint32Array() : decodeList(shortest);
  for (const list of others) {
    if (files.length <= FEW_FILES) break;
    files = intersection(files, decodeList(list));
  }
  return files;
}

function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  let at = 0;
  return a.filter((value) => {
    while (at < b.length && (b[at] ?? 0) < value) at++;
    return b[at] === value;
  });
}

function findKey(keys: Uint32Array, wanted: number): number | undefined {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return keys[low] === wanted ? low : undefined;
}
