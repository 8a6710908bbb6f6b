/**
 * A snapshot in memory, made from its sections.
 * @module
 */
import { Columns, packColumns } from "./columns.ts";
import { CorruptSection } from "./corrupt_section.ts";
import { type FileTable, fingerprintOf, symbolTokenOf, unpackFiles } from "./file_table.ts";
import { findPath } from "./path_order.ts";
import type { OldRanking } from "./ranking/ranking_builder.ts";
import { Ranking, readChunks, readWords } from "./ranking/ranking.ts";
import type { LateSectionName, SectionName, SectionSource } from "./sections.ts";
import type {
  FileEntry,
  RequiredLiterals,
  SkippedEntry,
  Snapshot,
  SymbolEntry,
} from "./snapshot.ts";
import { type StatTable, unpackStats } from "./stat_table.ts";
import { SymbolTable } from "./symbols.ts";
import type { SymbolTexts } from "./symbol_texts.ts";
import { candidateFiles, checkPostings, type Postings } from "./trigrams.ts";

/**
 * Opens a snapshot; the sections stay in use and must not change.
 *
 * @throws {CorruptSection} if they are not what a build gives
 */
export function openSnapshot(sections: SectionSource): OpenedSnapshot {
  return new OpenedSnapshot(sections);
}

export function packPostings(postings: Postings): Uint8Array<ArrayBuffer> {
  return packColumns({ ...postings });
}

export class OpenedSnapshot implements Snapshot {
  readonly fingerprint: string;
  readonly symbolToken: string;
  readonly stats: StatTable;
  readonly symbols: SymbolTable;
  readonly postings: Postings;
  /** What search_hybrid asks; unpacked when it first does. */
  readonly ranking: Ranking;
  readonly #table: FileTable;
  readonly #textFiles: Uint32Array;
  #lastFound = -1;
  readonly #section: (name: SectionName | LateSectionName) => Uint8Array;

  constructor(sections: SectionSource) {
    const section = (name: SectionName | LateSectionName): Uint8Array => {
      const bytes = sections.get(name);
      if (bytes === undefined) throw new CorruptSection(`section "${name}" is missing`);
      return bytes;
    };
    this.#table = unpackFiles(section("files"));
    this.fingerprint = fingerprintOf(this.#table);
    this.symbolToken = symbolTokenOf(this.files);
    this.postings = unpackPostings(section("trigrams"));
    this.symbols = new SymbolTable(section("symbols"), this.files);
    this.stats = unpackStats(section("stats"), this.files.length);
    const positions = this.files.keys().filter((at) => this.files[at]?.binary === false);
    this.#textFiles = Uint32Array.from(positions);
    this.#section = section;
    this.ranking = new Ranking(section, this);
  }

  get files(): readonly FileEntry[] {
    return this.#table.files;
  }

  get skipped(): readonly SkippedEntry[] {
    return this.#table.skipped;
  }

  get walkFailed(): boolean {
    return this.#table.walkFailed;
  }

  get ignoreDigest(): string {
    return this.#table.ignoreDigest;
  }

  get maxFileBytes(): number {
    return this.#table.maxFileBytes;
  }

  get symbolCount(): number {
    return this.symbols.count;
  }

  findFile(path: string): number | undefined {
    // Those who go through a tree ask in its order.
    const last = this.#lastFound;
    const near = [last, last + 1].find((at) => this.files[at]?.path === path);
    const found = near ?? findPath(this.files, path, (file) => file.path);
    if (found !== undefined) this.#lastFound = found;
    return found;
  }

  candidates(required: RequiredLiterals): Iterable<number> {
    return candidateFiles(this.postings, this.#textFiles, required);
  }

  get symbolTexts(): SymbolTexts {
    return this.symbols.texts;
  }

  isTestSymbol(index: number): boolean {
    return this.symbols.isTest(index);
  }

  symbol(index: number): SymbolEntry {
    return this.symbols.symbol(index);
  }

  symbolsOf(file: number): { readonly start: number; readonly end: number } {
    return this.symbols.range(file);
  }

  symbolsWhere(passes: (lowerName: string, lowerSignature: string) => boolean): Iterable<number> {
    return this.symbols.where(passes);
  }

  findSymbol(stableId: string): number | undefined {
    return this.symbols.find(stableId);
  }

  /** Ranked words as a builder takes them over. */
  get oldRanking(): OldRanking {
    const { index, counts } = readChunks(this.#section("ranked_chunks"), this.files.length);
    return {
      files: readWords(this.#section("ranked_files"), this.files.length),
      symbols: readWords(this.#section("ranked_symbols"), this.symbolCount),
      chunks: index,
      counts,
    };
  }
}

function unpackPostings(bytes: Uint8Array): Postings {
  const columns = new Columns(bytes);
  const postings = {
    keys: columns.u32("keys"),
    ends: columns.u32("ends"),
    postings: columns.u8("postings"),
  };
  checkPostings(postings);
  return postings;
}
