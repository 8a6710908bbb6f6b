/**
 * Writes that are either whole or not there, also after a power cut.
 * @module
 */
import { randomHex } from "./digest.ts";
import { folderOf, joinPath } from "./os_paths.ts";

/** Marks what an interrupted write may leave behind. */
export const TEMPORARY_PREFIX = ".tmp-";

/** A name for something unfinished in a folder. */
export function temporaryIn(folder: string): string {
  return joinPath(folder, TEMPORARY_PREFIX + randomHex(8));
}

/** Writes a file that must not exist yet, links included, and waits until the disk has it. */
export function writeNewFile(path: string, bytes: Uint8Array, mode?: number): void {
  const options = { write: true, createNew: true, ...(mode === undefined ? {} : { mode }) };
  using file = Deno.openSync(path, options);
  let at = 0;
  while (at < bytes.length) at += file.writeSync(bytes.subarray(at));
  file.syncSync();
}

export interface ReplaceOptions {
  /** Of the new file while it is unfinished; without it the umask decides. */
  readonly mode?: number;
  /** Called with the finished file before it takes its place; what it throws keeps the old one. */
  readonly finish?: (temporary: string) => void;
}

/** Puts a file in place of another in one step: a reader sees the old bytes or the new. */
export function replaceFile(path: string, bytes: Uint8Array, options: ReplaceOptions = {}): void {
  replaceFiles([{ path, bytes, ...options }]);
}

/** A file that is to have these bytes. */
export interface WantedFile extends ReplaceOptions {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The same for files that belong together: all are on the disk before the first takes its place. */
export function replaceFiles(files: readonly WantedFile[]): void {
  const ready = files.map((file) => ({ ...file, temporary: temporaryIn(folderOf(file.path)) }));
  try {
    for (const { temporary, bytes, mode, finish } of ready) {
      writeNewFile(temporary, bytes, mode);
      finish?.(temporary);
    }
    for (const { temporary, path } of ready) Deno.renameSync(temporary, path);
  } catch (error) {
    for (const { temporary } of ready) removeIfThere(temporary);
    throw error;
  }
  for (const folder of new Set(files.map(({ path }) => folderOf(path)))) syncFolder(folder);
}

/** Moves a finished folder to its name and waits until the disk has it. */
export function moveFolder(from: string, to: string): void {
  syncFolder(from);
  Deno.renameSync(from, to);
  syncFolder(folderOf(to));
}

/** Removes a file or a folder with all it holds; links in it are not followed. */
export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Makes names in a folder durable. Windows does so by itself and cannot open folders. */
function syncFolder(path: string): void {
  if (Deno.build.os === "windows") return;
  using folder = Deno.openSync(path);
  folder.syncSync();
}
