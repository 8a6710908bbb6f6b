/**
 * Carries a word index over to a newer snapshot, without reading the texts again.
 * @module
 */
import { mergePostings } from "../trigram_merge.ts";
import type { Postings } from "../trigrams.ts";
import type { WordColumns, WordIndex } from "./word_index.ts";
import { packWords } from "./word_index_writer.ts";

/**
 * Joins an old index, whose documents have new numbers, with that of new documents.
 *
 * `moved` gives the new number of each old document, or -1 if it is gone; the order of those that stay must not
 * change. `fresh` has the lengths of all documents. The result is what a fresh build gives.
 */
export function mergeWordIndexes(
  old: WordIndex,
  moved: Int32Array,
  fresh: WordIndex,
): WordColumns {
  const words = union(wordsOf(old), wordsOf(fresh));
  const merged = mergePostings(
    postingsOf(old, words),
    moved,
    postingsOf(fresh, words),
  );
  const kept = Array.from(merged.keys, (number) => words[number] ?? "");
  return {
    ...packWords(kept),
    listBytes: merged.ends.map((end, at) => end - (merged.ends[at - 1] ?? 0)),
    postings: merged.postings,
    lengths: fresh.columns.lengths,
  };
}

function wordsOf(index: WordIndex): string[] {
  return Array.from({ length: index.size }, (_, at) => index.word(at));
}

/** The distinct texts of two ascending lists, ascending. */
function union(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = [];
  let a = 0;
  let b = 0;
  while (a < left.length || b < right.length) {
    const first = left[a];
    const second = right[b];
    const takeFirst = second === undefined || (first !== undefined && first <= second);
    all.push((takeFirst ? first : second) ?? "");
    if (first === second) b++;
    if (takeFirst) a++;
    else b++;
  }
  return all;
}

/** The lists of an index under the numbers of its words in a longer ascending list. */
function postingsOf(index: WordIndex, words: readonly string[]): Postings {
  const keys = new Uint32Array(index.size);
  let number = 0;
  for (let at = 0; at < index.size; at++) {
    const word = index.word(at);
    while (words[number] !== word) number++;
    keys[at] = number++;
  }
  return { keys, ends: index.listEnds, postings: index.columns.postings };
}
