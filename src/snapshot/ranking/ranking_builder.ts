/**
 * Builds the ranked sections of a snapshot, file by file, and takes over what an older one has of unchanged files.
 *
 * An index of what is taken over and what is new is the same as one of all that is new.
 * @module
 */
import { NumbersWriter } from "../numbers_writer.ts";
import type { FileEntry } from "../snapshot.ts";
import { chunksOf, isRankable } from "./chunks.ts";
import { packChunkSection, packWordSection } from "./ranking.ts";
import { type WordColumns, WordIndex } from "./word_index.ts";
import { mergeWordIndexes } from "./word_index_merge.ts";
import { WordIndexWriter } from "./word_index_writer.ts";

/** Words as an older snapshot has them. */
export interface OldRanking {
  readonly files: WordIndex;
  readonly symbols: WordIndex;
  readonly chunks: WordIndex;
  /** Number of chunks of each old file. */
  readonly counts: Uint32Array;
}

type Named = { readonly name: string };

/** Half-open. */
interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

export class RankingBuilder {
  readonly #maxFileBytes: number;
  readonly #old: OldRanking | undefined;
  /** Number of each old file's first chunk. */
  readonly #oldStarts: Uint32Array;
  readonly #paths: Words;
  readonly #names: Words;
  readonly #chunks: Words;
  readonly #counts = new NumbersWriter();

  constructor(maxFileBytes: number, old: OldRanking | undefined) {
    this.#maxFileBytes = maxFileBytes;
    this.#old = old;
    this.#oldStarts = startsOf(old?.counts ?? new Uint32Array());
    this.#paths = new Words(old?.files);
    this.#names = new Words(old?.symbols);
    this.#chunks = new Words(old?.chunks);
  }

  /** Adds the next file with its symbols; `bytes` is its content if that is text. */
  addFile(entry: FileEntry, symbols: Iterable<Named>, bytes: Uint8Array | undefined): void {
    this.#addNames(entry, symbols);
    const chunks = bytes !== undefined && isRankable(entry, this.#maxFileBytes)
      ? chunksOf(new TextDecoder().decode(bytes))
      : [];
    // A chunk seldom says what its file is about; the path does.
    for (const chunk of chunks) this.#chunks.add(`${chunk}\n${entry.path}`);
    this.#counts.push(chunks.length);
  }

  /** Adds the next file, which is a file of the older snapshot with the same path, bytes and symbols. */
  takeFile(oldFile: number, oldSymbols: DocumentRange): void {
    this.#paths.take({ start: oldFile, end: oldFile + 1 });
    this.#names.take(oldSymbols);
    const count = this.#old?.counts[oldFile] ?? 0;
    const start = this.#oldStarts[oldFile] ?? 0;
    this.#chunks.take({ start, end: start + count });
    this.#counts.push(count);
  }

  finish(): [string, Uint8Array<ArrayBuffer>][] {
    return [
      ["ranked_files", packWordSection(this.#paths.finish())],
      ["ranked_symbols", packWordSection(this.#names.finish())],
      ["ranked_chunks", packChunkSection(this.#chunks.finish(), this.#counts.finish())],
    ];
  }

  /** A hidden or binary file is never an answer, nor is one without any line. */
  #addNames(entry: FileEntry, symbols: Iterable<Named>): void {
    const { path, bytes, hidden, binary } = entry;
    this.#paths.add(hidden || binary || bytes === 0 ? "" : path);
    for (const { name } of symbols) this.#names.add(name);
  }
}

/** Documents in their order: some with their text, others of an older index. */
class Words {
  readonly #writer = new WordIndexWriter();
  readonly #lengths: NumbersWriter;
  readonly #old: WordIndex | undefined;
  /** New number of each old document, or -1. */
  readonly #moved: Int32Array;

  constructor(old: WordIndex | undefined) {
    this.#lengths = new NumbersWriter(old?.documents);
    this.#old = old;
    this.#moved = new Int32Array(old?.documents ?? 0).fill(-1);
  }

  add(text: string): void {
    this.#lengths.push(this.#writer.add(this.#lengths.length, text));
  }

  take({ start, end }: DocumentRange): void {
    if (this.#old === undefined || start === end) return;
    const first = this.#lengths.length;
    for (let old = start; old < end; old++) this.#moved[old] = first + old - start;
    this.#lengths.append(this.#old.columns.lengths.subarray(start, end));
  }

  finish(): WordColumns {
    const fresh = this.#writer.finish(this.#lengths.finish());
    return this.#old === undefined
      ? fresh
      : mergeWordIndexes(this.#old, this.#moved, new WordIndex(fresh));
  }
}

function startsOf(counts: Uint32Array): Uint32Array {
  let start = 0;
  return counts.map((count) => {
    start += count;
    return start - count;
  });
}
