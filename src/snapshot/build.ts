/**
 * Builds the snapshot of a tree, file by file, with what an older snapshot already knows.
 *
 * A file counts as unchanged by its digest alone; what the system says about it only saves reading it. The sections
 * are the same as those of a fresh build, but for `stats` and files that ran out of parsing time.
 * @module
 */
import { type ExtractableLanguage, isExtractable, languageOf } from "../languages/registry.ts";
import type { Files, FileStat } from "../platform/files.ts";
import type { IgnoreContext } from "../platform/ignore_rules.ts";
import { type FileTable, fingerprintOf, packFiles } from "./file_table.ts";
import { type OpenedSnapshot, packPostings } from "./opened_snapshot.ts";
import type { Outline, OutlineSource } from "./outline.ts";
import { comparePaths } from "./path_order.ts";
import { isRankable } from "./ranking/chunks.ts";
import { RankingBuilder } from "./ranking/ranking_builder.ts";
import { failed, type PlainEntry, readTreeFile, type TreeFile } from "./read_file.ts";
import type { Sections } from "./sections.ts";
import type { FileEntry, SkippedEntry } from "./snapshot.ts";
import { isSurelyUnchanged, packStats, type StatTable } from "./stat_table.ts";
import { SymbolWriter } from "./symbol_writer.ts";
import { type SymbolRow, symbolRows } from "./symbols.ts";
import { TrigramBuilder } from "./trigram_builder.ts";
import { mergePostings } from "./trigram_merge.ts";
import { NO_POSTINGS } from "./trigrams.ts";
import { walk, type WalkedFile } from "./walk.ts";

export interface BuildOptions {
  readonly files: Files;
  readonly ignores: IgnoreContext;
  readonly limits: { readonly maxFileBytes: number; readonly maxFiles: number };
  /** Must have been built by this version of the program. */
  readonly previous?: OpenedSnapshot;
  /** Epoch milliseconds, taken before the call. */
  readonly startedMs: number;
  /** Finds a file's symbols; what it throws ends the build, since an index without them would look whole. */
  readonly outline: (source: OutlineSource) => Promise<Outline>;
  /** Called for each entry and file; throws to end the build. */
  readonly tick: () => void;
  readonly progress: (done: number, total: number) => void;
}

export interface Built {
  /** Packed when they are first asked for: after most looks at a tree nothing has changed. */
  readonly sections: Sections;
  readonly fingerprint: string;
  readonly ignoreDigest: string;
  readonly skipped: readonly SkippedEntry[];
  readonly stats: StatTable;
  /** Files that were read anew and those taken over, together all files. */
  readonly reparsed: number;
  readonly reused: number;
}

export async function buildSnapshot(options: BuildOptions): Promise<Built> {
  const { files, ignores, limits, tick } = options;
  const walked = walk(files, { ignores, maxFiles: limits.maxFiles, tick });
  const build = new Build(options);
  for (const [done, file] of walked.files.entries()) {
    tick();
    options.progress(done, walked.files.length);
    await build.file(file);
  }
  options.progress(walked.files.length, walked.files.length);
  return build.finish({
    skipped: walked.skipped,
    walkFailed: walked.failed,
    ignoreDigest: walked.ignoreDigest,
  });
}

/** What is known about symbols of a file: whether they are wanted, and if so the rows. */
interface Symbols {
  readonly outline: FileEntry["outline"];
  readonly rows: readonly SymbolRow[];
}

class Build {
  readonly #options: BuildOptions;
  readonly #entries: FileEntry[] = [];
  readonly #stats: FileStat[] = [];
  readonly #skipped: SkippedEntry[] = [];
  readonly #trigrams = new TrigramBuilder();
  readonly #symbols: SymbolWriter;
  readonly #ranking: RankingBuilder;
  /** New position of each file of the previous snapshot that was taken over, else -1. */
  readonly #moved: Int32Array;
  #reused = 0;

  constructor(options: BuildOptions) {
    this.#options = options;
    this.#moved = new Int32Array(options.previous?.files.length ?? 0).fill(-1);
    this.#symbols = new SymbolWriter(options.previous?.symbols);
    this.#ranking = new RankingBuilder(options.limits.maxFileBytes, options.previous?.oldRanking);
  }

  async file({ path, hidden }: WalkedFile): Promise<void> {
    const old = this.#options.previous?.findFile(path);
    const stat = this.#options.files.peek(path);
    if (stat.failure !== undefined) return this.#leaveOut(path, hidden, failed(stat.failure));
    if (old !== undefined && (this.#isUnchanged(old, stat.value) || this.#hasBlob(old, path))) {
      return this.#takeOver(old, stat.value);
    }
    const found = readTreeFile(this.#options.files, path);
    if (found.kind === "gone" || found.kind === "skipped") {
      return this.#leaveOut(path, hidden, found);
    }
    if (old !== undefined && this.#hasBytes(old, found.entry)) {
      return this.#takeOver(old, found.stat);
    }
    await this.#addNew(found);
  }

  finish(head: Omit<FileTable, "files" | "maxFileBytes">): Built {
    const { limits, startedMs } = this.#options;
    const skipped = [...head.skipped, ...this.#skipped];
    const table: FileTable = {
      ...head,
      skipped: skipped.sort((a, b) => comparePaths(a.path, b.path)),
      maxFileBytes: limits.maxFileBytes,
      files: this.#entries,
    };
    const stats = { startedMs, stats: this.#stats };
    let sections: Sections | undefined;
    const pack = (): Sections => sections ??= this.#pack(table, stats);
    return {
      get sections(): Sections {
        return pack();
      },
      fingerprint: fingerprintOf(table),
      ignoreDigest: table.ignoreDigest,
      skipped: table.skipped,
      stats,
      reparsed: this.#entries.length - this.#reused,
      reused: this.#reused,
    };
  }

  #pack(table: FileTable, stats: StatTable): Sections {
    const old = this.#options.previous?.postings ?? NO_POSTINGS;
    return new Map([
      ["files", packFiles(table)],
      ["trigrams", packPostings(mergePostings(old, this.#moved, this.#trigrams.finish()))],
      ["symbols", this.#symbols.finish()],
      ...this.#ranking.finish(),
      ["stats", packStats(stats)],
    ]);
  }

  #isUnchanged(old: number, now: FileStat): boolean {
    const { previous } = this.#options;
    const before = previous?.stats.stats[old];
    const entry = previous?.files[old];
    if (previous === undefined || before === undefined || entry === undefined) return false;
    return isSurelyUnchanged(before, now, previous.stats.startedMs) && this.#isReusable(entry);
  }

  /** Whether git says that a file has the bytes of an old entry: then it need not be read. */
  #hasBlob(old: number, path: string): boolean {
    const entry = this.#options.previous?.files[old];
    const blob = this.#options.files.blobId(path);
    return entry !== undefined && blob === entry.gitBlob && this.#isReusable(entry);
  }

  #hasBytes(old: number, now: PlainEntry): boolean {
    const entry = this.#options.previous?.files[old];
    return entry !== undefined && entry.sha256 === now.sha256 && entry.bytes === now.bytes &&
      this.#isReusable(entry);
  }

  /** Whether outline and ranking of an old entry are what this build would make; another limit may change that. */
  #isReusable(entry: FileEntry): boolean {
    const { previous, limits } = this.#options;
    const wasRankable = isRankable(entry, previous?.maxFileBytes ?? 0);
    if (wasRankable !== isRankable(entry, limits.maxFileBytes)) return false;
    const wanted = this.#wanted(entry);
    return wanted === entry.outline ||
      (wanted === "whole" && (entry.outline === "partial" || entry.outline === "timed_out"));
  }

  #takeOver(old: number, stat: FileStat): void {
    const { previous } = this.#options;
    const entry = previous?.files[old];
    if (previous === undefined || entry === undefined) throw new RangeError("no such old file");
    this.#moved[old] = this.#entries.length;
    this.#reused++;
    const symbols = previous.symbolsOf(old);
    this.#add(entry, stat);
    this.#symbols.take(symbols);
    this.#ranking.takeFile(old, symbols);
  }

  async #addNew(found: Extract<TreeFile, { readonly kind: "text" | "binary" }>): Promise<void> {
    const text = found.kind === "text";
    if (text) this.#trigrams.add(this.#entries.length, found.bytes);
    const { outline, rows } = await this.#symbolsOf(found.entry, text ? found.bytes : undefined);
    const entry = { ...found.entry, outline };
    this.#add(entry, found.stat);
    this.#symbols.add(rows);
    this.#ranking.addFile(entry, rows, text ? found.bytes : undefined);
  }

  #add(entry: FileEntry, stat: FileStat): void {
    this.#entries.push(entry);
    this.#stats.push(stat);
  }

  #leaveOut(path: string, hidden: boolean, file: TreeFile): void {
    if (file.kind !== "skipped") return;
    const { reason, limit } = file;
    const bound = limit === undefined ? {} : { limit };
    this.#skipped.push({ path, reason, ...bound, hidden, folder: false });
  }

  /** The outline an entry has if all goes well. */
  #wanted(entry: PlainEntry): "none" | "whole" | "too_large" {
    if (entry.hidden || entry.binary || searchedLanguage(entry) === undefined) return "none";
    return entry.bytes > this.#options.limits.maxFileBytes ? "too_large" : "whole";
  }

  async #symbolsOf(entry: PlainEntry, bytes: Uint8Array | undefined): Promise<Symbols> {
    const wanted = this.#wanted(entry);
    const language = searchedLanguage(entry);
    if (wanted !== "whole" || bytes === undefined || language === undefined) {
      return { outline: wanted, rows: [] };
    }
    const source = { path: entry.path, bytes, language };
    const { symbols, partial, timedOut } = await this.#options.outline(source);
    const state = timedOut ? "timed_out" : partial ? "partial" : "whole";
    return { outline: state, rows: symbolRows(symbols, bytes) };
  }
}

/** The language of an entry, if its symbols are searched for. Outlines of documents are made when asked for. */
function searchedLanguage({ path }: PlainEntry): ExtractableLanguage | undefined {
  const language = languageOf(path);
  if (language === undefined || language.class === "outline_only") return undefined;
  return isExtractable(language) ? language : undefined;
}
