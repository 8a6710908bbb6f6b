/**
 * Reads of git's own files, with "not there" as a value and every other failure as a `GitError`.
 * @module
 */
import * as fs from "node:fs";
import { GitError } from "./git_error.ts";

// A ref may be looked up where a folder of refs is (EISDIR) or below another ref's file (ENOTDIR).
const ABSENT: readonly unknown[] = ["ENOENT", "ENOTDIR", "EISDIR"];

/** Reads a text file, or gives `undefined` if no file is at that path. */
export function readText(file: string): string | undefined {
  return ifPresent(file, () => fs.readFileSync(file, "utf8"));
}

/** Reads a file's bytes, or gives `undefined` if no file is at that path. */
export function readBytes(file: string): Uint8Array | undefined {
  return ifPresent(file, () => fs.readFileSync(file));
}

/** Lists a folder's entries in byte-independent name order; a missing folder is empty. */
export function listNames(folder: string): string[] {
  return (ifPresent(folder, () => fs.readdirSync(folder)) ?? []).sort();
}

/** What is at a path, links followed. */
export function kindOf(path: string): "file" | "folder" | undefined {
  const stat = ifPresent(path, () => fs.statSync(path));
  if (stat === undefined) return undefined;
  return stat.isDirectory() ? "folder" : "file";
}

/** The path with every link resolved, or `undefined` if nothing is there. */
export function realPath(path: string): string | undefined {
  return ifPresent(path, () => fs.realpathSync(path));
}

/** Runs a read; a missing file is `undefined`, any other failure a `GitError`. */
export function ifPresent<T>(path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && ABSENT.includes(cause.code)) return undefined;
    throw new GitError("unreadable", `Cannot read "${path}"`, { cause });
  }
}

/** Reads up to `length` bytes at position `at`; fewer only at the end of the file. */
export function readAt(fd: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let got = 0;
  while (got < length) {
    const read = fs.readSync(fd, bytes, got, length - got, at + got);
    if (read === 0) break;
    got += read;
  }
  return bytes.subarray(0, got);
}
