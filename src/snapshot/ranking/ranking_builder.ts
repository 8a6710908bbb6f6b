/**
 * Builds the ranked sections of a snapshot, file by file, and takes over what an older one has of unchanged files.
 *
 * Words of paths and names are few and are always made anew; words of contents are not.
 * @module
 */
import type { FileEntry } from "../snapshot.ts";
import { chunksOf, isRankable } from "./chunks.ts";
import { packChunkSection, packWordSection } from "./ranking.ts";
import { WordIndex } from "./word_index.ts";
import { mergeWordIndexes } from "./word_index_merge.ts";
import { WordIndexWriter } from "./word_index_writer.ts";

/** Contents as an older snapshot has them. */
export interface OldChunks {
  readonly index: WordIndex;
  /** Number of chunks of each old file. */
  readonly counts: Uint32Array;
}

type Named = { readonly name: string };

export class RankingBuilder {
  readonly #maxFileBytes: number;
  readonly #old: OldChunks | undefined;
  /** Number of each old file's first chunk. */
  readonly #oldStarts: Uint32Array;
  /** New number of each old chunk, or -1. */
  readonly #moved: Int32Array;
  readonly #paths = new Words();
  readonly #names = new Words();
  readonly #chunks = new Words();
  readonly #counts: number[] = [];

  constructor(maxFileBytes: number, old: OldChunks | undefined) {
    this.#maxFileBytes = maxFileBytes;
    this.#old = old;
    this.#oldStarts = startsOf(old?.counts ?? new Uint32Array());
    this.#moved = new Int32Array(old?.index.documents ?? 0).fill(-1);
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

  /** Adds the next file, whose content is that of a file of the older snapshot. */
  takeFile(entry: FileEntry, symbols: Iterable<Named>, oldFile: number): void {
    this.#addNames(entry, symbols);
    const count = this.#old?.counts[oldFile] ?? 0;
    const start = this.#oldStarts[oldFile] ?? 0;
    for (let old = start; old < start + count; old++) {
      this.#moved[old] = this.#chunks.count;
      this.#chunks.skip(this.#old?.index.columns.lengths[old] ?? 0);
    }
    this.#counts.push(count);
  }

  finish(): [string, Uint8Array<ArrayBuffer>][] {
    const fresh = this.#chunks.finish();
    const chunks = this.#old === undefined
      ? fresh
      : mergeWordIndexes(this.#old.index, this.#moved, new WordIndex(fresh));
    return [
      ["ranked_files", packWordSection(this.#paths.finish())],
      ["ranked_symbols", packWordSection(this.#names.finish())],
      ["ranked_chunks", packChunkSection(chunks, Uint32Array.from(this.#counts))],
    ];
  }

  /** A hidden or binary file is never an answer, nor is one without any line. */
  #addNames(entry: FileEntry, symbols: Iterable<Named>): void {
    const { path, bytes, hidden, binary } = entry;
    this.#paths.add(hidden || binary || bytes === 0 ? "" : path);
    for (const { name } of symbols) this.#names.add(name);
  }
}

/** Documents in their order: some with their text, others known from before. */
class Words {
  readonly #writer = new WordIndexWriter();
  readonly #lengths: number[] = [];

  get count(): number {
    return this.#lengths.length;
  }

  add(text: string): void {
    this.#lengths.push(this.#writer.add(this.count, text));
  }

  /** Passes over a document that is already indexed elsewhere. */
  skip(length: number): void {
    this.#lengths.push(length);
  }

  finish(): ReturnType<WordIndexWriter["finish"]> {
    return this.#writer.finish(Uint32Array.from(this.#lengths));
  }
}

function startsOf(counts: Uint32Array): Uint32Array {
  let start = 0;
  return counts.map((count) => {
    start += count;
    return start - count;
  });
}
