/**
 * Builds a word index from texts. What comes out depends on the texts alone.
 * @module
 */
import { BytesWriter } from "../bytes_writer.ts";
import { PostingLists } from "../posting_lists.ts";
import { MAX_TOKENS, runsOf, tokensOfRun } from "./tokens.ts";
import type { WordColumns } from "./word_index.ts";

/** Runs whose words are remembered: most of a text's runs were met shortly before. */
const MAX_REMEMBERED_RUNS = 1 << 18;

export class WordIndexWriter {
  readonly #lists = new PostingLists();
  /** Number of each word, which is also that of its list. */
  readonly #numbers = new Map<string, number>();
  /** For each word the last document that holds it, plus 1. */
  #lastDocument = new Uint32Array(1024);
  readonly #wordsOfRun = new Map<string, readonly number[]>();

  /** Adds a document, later than all before, and returns the number of its distinct words. */
  add(document: number, text: string): number {
    let length = 0;
    for (const run of runsOf(text)) {
      for (const word of this.#wordsOf(run)) {
        if (this.#lastDocument[word] === document + 1) continue;
        if (length === MAX_TOKENS) return length;
        this.#lastDocument[word] = document + 1;
        this.#lists.append(word, document);
        length++;
      }
    }
    return length;
  }

  /** The index of what was added; `lengths` has one for every document, whoever added it. */
  finish(lengths: Uint32Array): WordColumns {
    const sorted = [...this.#numbers.keys()].sort();
    const listBytes = new Uint32Array(sorted.length);
    const postings = new BytesWriter();
    sorted.forEach((word, at) => {
      const before = postings.length;
      const list = this.#numbers.get(word) ?? 0;
      for (const piece of this.#lists.pieces(list)) postings.append(piece);
      listBytes[at] = postings.length - before;
    });
    return { ...packWords(sorted), listBytes, postings: postings.finish(), lengths };
  }

  #wordsOf(run: string): readonly number[] {
    const known = this.#wordsOfRun.get(run);
    if (known !== undefined) return known;
    if (this.#wordsOfRun.size === MAX_REMEMBERED_RUNS) this.#wordsOfRun.clear();
    const words = tokensOfRun(run).map((token) => this.#number(token));
    this.#wordsOfRun.set(detached(run), words);
    return words;
  }

  #number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#lists.open();
    this.#numbers.set(detached(word), number);
    if (number === this.#lastDocument.length) {
      const grown = new Uint32Array(2 * number);
      grown.set(this.#lastDocument);
      this.#lastDocument = grown;
    }
    return number;
  }
}

/** Sorted words as columns. */
export function packWords(
  sorted: readonly string[],
): Pick<WordColumns, "words" | "wordBytes"> {
  const encoder = new TextEncoder();
  const bytes = new BytesWriter();
  const wordBytes = new Uint8Array(sorted.length);
  sorted.forEach((word, at) => {
    const encoded = encoder.encode(word);
    bytes.append(encoded);
    wordBytes[at] = encoded.length;
  });
  return { words: bytes.finish(), wordBytes };
}

/** A copy: a part of a text may be a view of it, and would keep the whole text in memory. */
function detached(text: string): string {
  return `${text} `.slice(0, -1);
}
