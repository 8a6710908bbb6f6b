/**
 * Contents of files as they are on disk now, for searches and reads.
 *
 * What was read is kept and used again only if the system says that nothing changed since, and only for files old
 * enough for a change to show. Containment is checked each time.
 * @module
 */
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import { LineIndex } from "../contract/lines.ts";
import type { SourceProof } from "../contract/source.ts";
import { gitBlobHex, sha256Hex } from "../platform/digest.ts";
import type { Access, Files, FileStat, FindFile } from "../platform/files.ts";
import { latin1Of } from "../platform/latin1.ts";
import type { OpenedSnapshot } from "./opened_snapshot.ts";
import type { FileEntry } from "./snapshot.ts";
import { isSurelyUnchanged } from "./stat_table.ts";

/**
 * Bytes of contents that are kept, their searched form included.
 *
 * Searches go through files in one order, so a cache smaller than the corpus is as good as none: this one holds the
 * text of some 5,000 files, and more would cost more memory than an index may.
 */
export const LIVE_CACHE_BYTES = 128 * 1024 * 1024;

/** One file as it was read. Everything but the bytes is worked out when it is first asked for. */
export class LiveFile {
  #sha256: string | undefined;
  #gitBlob: string | undefined;
  #lines: LineIndex | undefined;
  #latin1: string | undefined;

  constructor(
    readonly path: string,
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly stat: FileStat,
  ) {}

  get sha256(): string {
    return this.#sha256 ??= sha256Hex(this.bytes);
  }

  get gitBlob(): string {
    return this.#gitBlob ??= gitBlobHex(this.bytes);
  }

  get lines(): LineIndex {
    return this.#lines ??= new LineIndex(this.bytes);
  }

  /** One character a byte. */
  get latin1(): string {
    return this.#latin1 ??= latin1Of(this.bytes);
  }

  get proof(): SourceProof {
    return { sha256: this.sha256, bytes: this.bytes.length, git_blob: this.gitBlob };
  }
}

interface Kept {
  readonly file: LiveFile;
  /** Epoch milliseconds before the file was read. */
  readonly readMs: number;
}

export interface LiveOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly cacheBytes?: number;
}

export class LiveFiles {
  readonly #files: Files;
  readonly #now: () => number;
  readonly #cacheBytes: number;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #keptBytes = 0;

  constructor(files: Files, options: LiveOptions) {
    this.#files = files;
    this.#now = options.now;
    this.#cacheBytes = options.cacheBytes ?? LIVE_CACHE_BYTES;
  }

  /**
   * The file as it is now, links followed, unless it has more than `maxBytes`.
   *
   * `find` saves work if many files are read for one request.
   */
  read(
    path: string,
    maxBytes: number = MAX_TEXT_BYTES,
    find: FindFile = this.#files.finder(),
  ): Access<LiveFile> {
    const found = find(path);
    if (found.failure !== undefined) {
      this.#forget(path);
      return found;
    }
    const { path: canonical, stat } = found.value;
    if (stat.sizeBytes > maxBytes) return { failure: "too_large", sizeBytes: stat.sizeBytes };
    const kept = this.#kept.get(canonical);
    if (kept !== undefined && isSurelyUnchanged(kept.file.stat, stat, kept.readMs)) {
      this.#kept.delete(canonical);
      this.#kept.set(canonical, kept);
      return { value: kept.file };
    }
    return this.#readAgain(canonical, maxBytes);
  }

  #readAgain(path: string, maxBytes: number): Access<LiveFile> {
    this.#forget(path);
    const readMs = this.#now();
    const read = this.#files.read(path, maxBytes);
    if (read.failure !== undefined) return read;
    const file = new LiveFile(path, read.value.bytes, read.value.stat);
    this.#keep({ file, readMs });
    return { value: file };
  }

  #keep(kept: Kept): void {
    const cost = costOf(kept.file);
    if (cost > this.#cacheBytes) return;
    this.#kept.set(kept.file.path, kept);
    this.#keptBytes += cost;
    for (const path of this.#kept.keys()) {
      if (this.#keptBytes <= this.#cacheBytes) break;
      this.#forget(path);
    }
  }

  #forget(path: string): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    this.#kept.delete(path);
    this.#keptBytes -= costOf(kept.file);
  }
}

/** The snapshot's entry of a file that must still have its bytes; the next refresh rests on the same rule. */
export function unchangedEntry(
  { path, stat }: Pick<LiveFile, "path" | "stat">,
  snapshot: OpenedSnapshot,
): FileEntry | undefined {
  const at = snapshot.findFile(path);
  const before = at === undefined ? undefined : snapshot.stats.stats[at];
  if (at === undefined || before === undefined) return undefined;
  return isSurelyUnchanged(before, stat, snapshot.stats.startedMs) ? snapshot.files[at] : undefined;
}

/** The bytes and their searched form; a little for the rest. */
function costOf(file: LiveFile): number {
  return 2 * file.bytes.length + 512;
}
