/**
 * Contents of files as they are on disk now, for searches and reads.
 *
 * What was read is kept and used again only if the system says that nothing changed since, and only for files old
 * enough for a change to show. Containment is checked each time.
 * @module
 */
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import { LineIndex } from "../contract/lines.ts";
import type { Encoding, SourceProof } from "../contract/source.ts";
import { gitBlobHex, sha256Hex } from "../platform/digest.ts";
import type { Access, Files, FileStat, FindFile } from "../platform/files.ts";
import { bytesOf, latin1Of } from "../platform/latin1.ts";
import { isBinary, textEncodingOf } from "./classify.ts";
import type { OpenedSnapshot } from "./opened_snapshot.ts";
import type { FileEntry } from "./snapshot.ts";
import { isSurelyUnchanged } from "./stat_table.ts";

/** Bytes of contents that are kept: the text of some 10,000 files; more would cost more memory than an index may. */
export const LIVE_CACHE_BYTES = 128 * 1024 * 1024;
/**
 * What was used this recently is not given up for others.
 *
 * Searches go through files in one order: making room for the last of a large corpus with the first of it would leave
 * nothing that the next search can use.
 */
const RECENT_MS = 30_000;

/**
 * One file as it was read. Everything is worked out when it is first asked for.
 *
 * Of bytes and text only one is kept, the text once it was asked for: that halves what a search of all files keeps.
 */
export class LiveFile {
  readonly path: string;
  readonly stat: FileStat;
  readonly size: number;
  #content: Uint8Array<ArrayBuffer> | string;
  #sha256: string | undefined;
  #gitBlob: string | undefined;
  #encoding: Encoding | undefined;
  #counts: Map<string, number> | undefined;
  #lines: LineIndex | undefined;

  constructor(path: string, bytes: Uint8Array<ArrayBuffer>, stat: FileStat) {
    this.path = path;
    this.stat = stat;
    this.size = bytes.length;
    this.#content = bytes;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return typeof this.#content === "string" ? bytesOf(this.#content) : this.#content;
  }

  /** One character a byte. */
  get latin1(): string {
    if (typeof this.#content !== "string") this.#content = latin1Of(this.#content);
    return this.#content;
  }

  get sha256(): string {
    return this.#sha256 ??= sha256Hex(this.bytes);
  }

  get gitBlob(): string {
    return this.#gitBlob ??= gitBlobHex(this.bytes);
  }

  /** What searches noted about the content (search/world.ts). */
  get counts(): Map<string, number> {
    return this.#counts ??= new Map();
  }

  get encoding(): Encoding {
    return this.#encoding ??= encodingOf(this.path, this.bytes);
  }

  get lines(): LineIndex {
    return this.#lines ??= new LineIndex(this.bytes);
  }

  get proof(): SourceProof {
    return { sha256: this.sha256, bytes: this.size, git_blob: this.gitBlob };
  }
}

interface Kept {
  readonly file: LiveFile;
  /** Epoch milliseconds. */
  usedMs: number;
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
      kept.usedMs = this.#now();
      this.#kept.delete(canonical);
      this.#kept.set(canonical, kept);
      return { value: kept.file };
    }
    return this.#readAgain(canonical, maxBytes);
  }

  #readAgain(path: string, maxBytes: number): Access<LiveFile> {
    this.#forget(path);
    const readMs = this.#now();
    const found = this.#files.readFound(path, maxBytes);
    // Where it no longer is as it was found, it has to be found again.
    const read = found.failure === undefined ? found : this.#files.read(path, maxBytes);
    if (read.failure !== undefined) return read;
    const file = new LiveFile(path, read.value.bytes, read.value.stat);
    this.#keep({ file, readMs, usedMs: readMs });
    return { value: file };
  }

  #keep(kept: Kept): void {
    const cost = costOf(kept.file);
    if (!this.#hasRoom(cost, kept.usedMs)) return;
    this.#kept.set(kept.file.path, kept);
    this.#keptBytes += cost;
  }

  /** Gives up what has not been used for a while, as far as that is needed. */
  #hasRoom(cost: number, nowMs: number): boolean {
    if (cost > this.#cacheBytes) return false;
    for (const [path, { usedMs }] of this.#kept) {
      if (this.#keptBytes + cost <= this.#cacheBytes || usedMs > nowMs - RECENT_MS) break;
      this.#forget(path);
    }
    return this.#keptBytes + cost <= this.#cacheBytes;
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

function encodingOf(path: string, bytes: Uint8Array): Encoding {
  return isBinary(path, bytes) ? "binary" : textEncodingOf(bytes);
}

/** The content; a little for the rest. */
function costOf(file: LiveFile): number {
  return file.size + 512;
}
