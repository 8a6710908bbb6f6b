/**
 * The section `stats`: what the system said about each file when it was read.
 *
 * Kept apart from the other sections, because it differs between equal trees. It only saves reading: a file counts as
 * unchanged if nothing the system says about it has changed, and if it was old enough for a change to show.
 * @module
 */
import type { FileStat } from "../platform/files.ts";
import { Columns, packColumns } from "./columns.ts";

/**
 * A file changed less than this before it was read may change again without a new time: Deno gives `ctimeMs` in whole
 * seconds, and some file systems keep times in steps of two.
 */
export const RACY_MS = 2_000;

export interface StatTable {
  /** Epoch milliseconds at which the build began: each file was read later. */
  readonly startedMs: number;
  /** By position in the snapshot's files. */
  readonly stats: readonly FileStat[];
}

/** Whether a file read after `readMs` with `before` must still have the same bytes. */
export function isSurelyUnchanged(before: FileStat, now: FileStat, readMs: number): boolean {
  const same = before.sizeBytes === now.sizeBytes && before.inode === now.inode &&
    before.mtimeMs === now.mtimeMs && before.ctimeMs === now.ctimeMs;
  return same && Math.max(now.mtimeMs, now.ctimeMs) + RACY_MS < readMs;
}

export function packStats({ startedMs, stats }: StatTable): Uint8Array<ArrayBuffer> {
  return packColumns({
    startedMs: Float64Array.of(startedMs),
    sizeBytes: Float64Array.from(stats, ({ sizeBytes }) => sizeBytes),
    mtimeMs: Float64Array.from(stats, ({ mtimeMs }) => mtimeMs),
    ctimeMs: Float64Array.from(stats, ({ ctimeMs }) => ctimeMs),
    inode: Float64Array.from(stats, ({ inode }) => inode),
  });
}

/** @throws {CorruptSection} unless it holds `count` files */
export function unpackStats(bytes: Uint8Array, count: number): StatTable {
  const columns = new Columns(bytes);
  const sizes = columns.f64("sizeBytes", count);
  const mtimes = columns.f64("mtimeMs", count);
  const ctimes = columns.f64("ctimeMs", count);
  const inodes = columns.f64("inode", count);
  const stats = Array.from({ length: count }, (_, at) => ({
    sizeBytes: sizes[at] ?? 0,
    mtimeMs: mtimes[at] ?? 0,
    ctimeMs: ctimes[at] ?? 0,
    inode: inodes[at] ?? 0,
  }));
  return { startedMs: columns.f64("startedMs", 1)[0] ?? 0, stats };
}
