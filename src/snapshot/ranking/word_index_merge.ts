/**
 * Carries a word index over to a newer snapshot, without reading the texts again.
 * @module
 */
import { BytesWriter } from "../bytes_writer.ts";
import { NumbersWriter } from "../numbers_writer.ts";
import { mergePostings } from "../trigram_merge.ts";
import type { Postings } from "../trigrams.ts";
import type { WordColumns, WordIndex } from "./word_index.ts";

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
  const words = numbered(old, fresh);
  const merged = mergePostings(
    postingsOf(old, words.ofOld),
    moved,
    postingsOf(fresh, words.ofFresh),
  );
  return {
    ...wordsOf(merged.keys, words, old, fresh),
    listBytes: merged.ends.map((end, at) => end - (merged.ends[at - 1] ?? 0)),
    postings: merged.postings,
    lengths: fresh.columns.lengths,
  };
}

/** The words of two indexes in one order. */
interface Numbered {
  /** Number in that order of each word of an index, ascending. */
  readonly ofOld: Uint32Array;
  readonly ofFresh: Uint32Array;
}

/** New words are few: each is looked up among the old ones, which nobody has to decode. */
function numbered(old: WordIndex, fresh: WordIndex): Numbered {
  const ofOld = new Uint32Array(old.size);
  const ofFresh = new Uint32Array(fresh.size);
  let position = 0;
  let added = 0;
  for (let at = 0; at < fresh.size; at++) {
    const word = fresh.word(at);
    const place = old.firstFrom(word, position);
    for (; position < place; position++) ofOld[position] = position + added;
    ofFresh[at] = place + added;
    if (place === old.size || old.word(place) !== word) added++;
  }
  for (; position < old.size; position++) ofOld[position] = position + added;
  return { ofOld, ofFresh };
}

function postingsOf(index: WordIndex, keys: Uint32Array): Postings {
  return { keys, ends: index.listEnds, postings: index.columns.postings };
}

/** The words with some ascending numbers, as columns. */
function wordsOf(
  numbers: Uint32Array,
  { ofOld, ofFresh }: Numbered,
  old: WordIndex,
  fresh: WordIndex,
): Pick<WordColumns, "words" | "wordBytes"> {
  const words = new BytesWriter(old.columns.words.length + fresh.columns.words.length);
  const sizes = new NumbersWriter(numbers.length);
  const copy = (index: WordIndex, from: number, to: number): void => {
    words.append(index.wordBytes(from, to));
    sizes.append(index.columns.wordBytes.subarray(from, to));
  };
  let left = 0;
  let right = 0;
  for (let at = 0; at < numbers.length;) {
    const number = numbers[at] ?? 0;
    while ((ofOld[left] ?? Infinity) < number) left++;
    while ((ofFresh[right] ?? Infinity) < number) right++;
    if (ofOld[left] !== number) {
      copy(fresh, right, right + 1);
      at++;
      continue;
    }
    // Most words stand between the same neighbours as before.
    const from = left;
    while (at < numbers.length && ofOld[left] === numbers[at]) {
      left++;
      at++;
    }
    copy(old, from, left);
  }
  return { words: words.finish(), wordBytes: Uint8Array.from(sizes.finish()) };
}
