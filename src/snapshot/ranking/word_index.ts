/**
 * Which documents hold a word: sorted words, and for each the ascending documents as differences of variable length.
 *
 * Words are kept as bytes and found by bisection, so that opening an index makes no object per word, and a word such
 * as `constructor` is a word like any other. Documents are numbers from 0; a word counts once in a document.
 * @module
 */
import { type Column, type Columns } from "../columns.ts";
import { CorruptSection } from "../corrupt_section.ts";
import { decodeList } from "../trigrams.ts";

/** The columns of an index, in their order; all sums must fit. */
export interface WordColumns {
  /** UTF-8 of all words, by UTF-16 units, without anything between. */
  readonly words: Uint8Array;
  /** Bytes of each word. */
  readonly wordBytes: Uint8Array;
  /** Bytes of each word's list. */
  readonly listBytes: Uint32Array;
  readonly postings: Uint8Array;
  /** Number of distinct words of each document. */
  readonly lengths: Uint32Array;
}

export class WordIndex {
  readonly columns: WordColumns;
  /** Number of documents. */
  readonly documents: number;
  /** Number of words. */
  readonly size: number;
  /** Words of all documents together. */
  readonly totalLength: number;
  readonly #wordStarts: Uint32Array;
  readonly #listStarts: Uint32Array;
  readonly #decoder = new TextDecoder();

  /** @throws {CorruptSection} if the columns do not fit together */
  constructor(columns: WordColumns) {
    const { words, wordBytes, listBytes, postings, lengths } = columns;
    this.columns = columns;
    this.documents = lengths.length;
    this.size = wordBytes.length;
    this.totalLength = lengths.reduce((sum, length) => sum + length, 0);
    this.#wordStarts = sums(wordBytes);
    this.#listStarts = sums(listBytes);
    const fit = listBytes.length === this.size && this.#wordStarts[this.size] === words.length &&
      this.#listStarts[this.size] === postings.length;
    if (!fit) throw new CorruptSection("words and lists do not fit together");
  }

  word(at: number): string {
    const { words } = this.columns;
    return this.#decoder.decode(words.subarray(this.#wordStarts[at], this.#wordStarts[at + 1]));
  }

  /** UTF-8 of the words from a position up to, not including, another. */
  wordBytes(from: number, to: number): Uint8Array {
    return this.columns.words.subarray(this.#wordStarts[from], this.#wordStarts[to]);
  }

  list(at: number): Uint8Array {
    const { postings } = this.columns;
    return postings.subarray(this.#listStarts[at], this.#listStarts[at + 1]);
  }

  /** Where a list ends, for every word. */
  get listEnds(): Uint32Array {
    return this.#listStarts.subarray(1);
  }

  /**
   * Documents that hold the word at a position, ascending.
   *
   * @throws {CorruptSection} if there are no such documents
   */
  documentsOf(at: number): Uint32Array {
    const documents = decodeList(this.list(at));
    if ((documents.at(-1) ?? 0) >= this.documents) throw new CorruptSection("no such document");
    return documents;
  }

  /** Position of a word, or undefined. */
  find(word: string): number | undefined {
    const at = this.#firstFrom(word);
    return at < this.size && this.word(at) === word ? at : undefined;
  }

  /** Positions of the words that begin with a text, at most `most` of them. */
  beginningWith(prefix: string, most: number): number[] {
    const found: number[] = [];
    for (let at = this.#firstFrom(prefix); at < this.size && found.length < most; at++) {
      if (!this.word(at).startsWith(prefix)) break;
      found.push(at);
    }
    return found;
  }

  /** Position of the first word that is not before a text, if that is not before `least`: best if it is near. */
  firstFrom(text: string, least: number): number {
    let step = 1;
    let low = least;
    while (low + step <= this.size && this.word(low + step - 1) < text) {
      low += step;
      step *= 2;
    }
    return this.#firstBetween(text, low, Math.min(low + step, this.size));
  }

  #firstFrom(text: string): number {
    return this.#firstBetween(text, 0, this.size);
  }

  #firstBetween(text: string, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.word(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The columns as a stored section names them. */
export function storedColumns(columns: WordColumns): Record<string, Column> {
  const { words, wordBytes, listBytes, postings, lengths } = columns;
  return { words, wordBytes, listBytes, postings, lengths };
}

/** @throws {CorruptSection} if the section holds no index */
export function readWordIndex(columns: Columns): WordIndex {
  return new WordIndex({
    words: columns.u8("words"),
    wordBytes: columns.u8("wordBytes"),
    listBytes: columns.u32("listBytes"),
    postings: columns.u8("postings"),
    lengths: columns.u32("lengths"),
  });
}

/** Where each item starts, and where the last one ends. */
function sums(sizes: Uint8Array | Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let at = 0; at < sizes.length; at++) starts[at + 1] = (starts[at] ?? 0) + (sizes[at] ?? 0);
  return starts;
}
