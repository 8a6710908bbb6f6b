/**
 * The ranked index of a snapshot: words of paths, of symbols' names, and of chunks of content.
 *
 * Each of the three is read when it is first asked. Documents are positions: of files, of symbols, of chunks counted
 * over all files in their order. Contents are not kept.
 * @module
 */
import { type Column, Columns, packColumns } from "../columns.ts";
import { CorruptSection } from "../corrupt_section.ts";
import type { LateSectionName } from "../sections.ts";
import type { FileEntry } from "../snapshot.ts";
import { CHUNK_LINES } from "./chunks.ts";
import { openDatabase, type RankedDatabase } from "./database.ts";
import { wordsOf, wordWeight } from "./score.ts";
import { readWordIndex, storedColumns, type WordColumns, type WordIndex } from "./word_index.ts";

/** What the ranked index needs of the rest of its snapshot. */
export interface RankedCorpus {
  readonly files: readonly FileEntry[];
  /** Half-open range of the symbols of a file. */
  symbolsOf(file: number): { readonly start: number; readonly end: number };
}

/** Where a chunk lies. */
export interface ChunkPlace {
  readonly file: number;
  /** 1-based. */
  readonly firstLine: number;
}

export class Ranking {
  readonly #section: (name: LateSectionName) => Uint8Array;
  readonly #corpus: RankedCorpus;
  #files: RankedDatabase | undefined;
  #symbols: RankedDatabase | undefined;
  #chunks: Chunks | undefined;

  /** `section` may throw `CorruptSection`; it is called once for each section, when that is needed. */
  constructor(section: (name: LateSectionName) => Uint8Array, corpus: RankedCorpus) {
    this.#section = section;
    this.#corpus = corpus;
  }

  /** Paths; documents are files. */
  get files(): RankedDatabase {
    return this.#files ??= this.#database(
      readWords(this.#section("ranked_files"), this.#corpus.files.length),
      (file) => file,
    );
  }

  /** Names of symbols; documents are symbols. */
  get symbols(): RankedDatabase {
    return this.#symbols ??= this.#openSymbols();
  }

  /** Contents; documents are chunks. */
  get chunks(): RankedDatabase {
    return this.#opened.database;
  }

  placeOfChunk(chunk: number): ChunkPlace {
    const { files, ends } = this.#opened;
    const file = files[chunk] ?? 0;
    const first = file === 0 ? 0 : ends[file - 1] ?? 0;
    return { file, firstLine: (chunk - first) * CHUNK_LINES + 1 };
  }

  /** Number of chunks of a file; 0 for one whose content is not ranked. */
  chunkCount(file: number): number {
    return this.#opened.counts[file] ?? 0;
  }

  /** How much a token says, by the chunks that hold it; 0 if none does. */
  weightOf(token: string): number {
    const { index } = this.chunks;
    const counts = wordsOf(index, token, "prefix_if_missing").map((word) =>
      index.documentsOf(word).length
    );
    return counts.length === 0 ? 0 : wordWeight(index.documents, Math.max(...counts));
  }

  get #opened(): Chunks {
    return this.#chunks ??= this.#openChunks();
  }

  #openSymbols(): RankedDatabase {
    const { files } = this.#corpus;
    const count = files.length === 0 ? 0 : this.#corpus.symbolsOf(files.length - 1).end;
    const owners = new Uint32Array(count);
    files.forEach((_, file) => {
      const { start, end } = this.#corpus.symbolsOf(file);
      owners.fill(file, start, end);
    });
    const index = readWords(this.#section("ranked_symbols"), count);
    return this.#database(index, (symbol) => owners[symbol] ?? 0);
  }

  #openChunks(): Chunks {
    const { index, counts } = readChunks(this.#section("ranked_chunks"), this.#corpus.files.length);
    const files = new Uint32Array(index.documents);
    const ends = new Uint32Array(counts.length);
    let end = 0;
    counts.forEach((count, file) => {
      files.fill(file, end, end + count);
      end += count;
      ends[file] = end;
    });
    return { counts, ends, files, database: this.#database(index, (chunk) => files[chunk] ?? 0) };
  }

  #database(index: WordIndex, fileOf: (document: number) => number): RankedDatabase {
    const { files } = this.#corpus;
    return openDatabase({ index, fileOf, languageOf: (file) => files[file]?.language });
  }
}

interface Chunks {
  readonly database: RankedDatabase;
  /** By file: how many chunks it has, and the number of the chunk behind its last. */
  readonly counts: Uint32Array;
  readonly ends: Uint32Array;
  /** By chunk: its file. */
  readonly files: Uint32Array;
}

export function packWordSection(columns: WordColumns): Uint8Array<ArrayBuffer> {
  return packColumns(storedColumns(columns));
}

/** Packs the words of chunks with the number of chunks of each file. */
export function packChunkSection(
  columns: WordColumns,
  counts: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const all: Record<string, Column> = { ...storedColumns(columns), counts };
  return packColumns(all);
}

/** @throws {CorruptSection} */
export function readChunks(
  bytes: Uint8Array,
  files: number,
): { readonly index: WordIndex; readonly counts: Uint32Array } {
  const columns = new Columns(bytes);
  const index = readWordIndex(columns);
  const counts = columns.u32("counts", files);
  if (counts.reduce((sum, count) => sum + count, 0) !== index.documents) {
    throw new CorruptSection("chunks are not those of the files");
  }
  return { index, counts };
}

/** @throws {CorruptSection} */
export function readWords(bytes: Uint8Array, documents: number): WordIndex {
  const index = readWordIndex(new Columns(bytes));
  if (index.documents !== documents) throw new CorruptSection("words of other documents");
  return index;
}
