/**
 * The files of one workspace, read-only and contained: nothing outside its canonical root is ever opened.
 *
 * Expected failures are values; `refusal()` turns them into what a client is told. The walk gets entries as they
 * are and follows no link; a direct read may go through links that stay inside.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { failureOf, type Resolved, resolveInside } from "./containment.ts";
import { PlainFolders } from "./finder.ts";
import { Listings } from "./listings.ts";
import { isInside, joinPath, relativeTo } from "./os_paths.ts";

/** Why a file could not be had. `absent` also stands for folders and devices: anything that is not a plain file. */
export type FileFailure = "absent" | "outside" | "unreadable" | "too_large";

export type Access<T> =
  | { readonly failure?: undefined; readonly value: T }
  | {
    readonly failure: FileFailure;
    readonly value?: undefined;
    /** Set for `too_large`. */
    readonly sizeBytes?: number;
  };

export interface FolderEntry {
  /** As the system spells it; lossy if it is not valid UTF-8. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** The name is not valid UTF-8, so that the entry cannot be opened. */
  readonly misnamed?: true;
}

/**
 * What the system says about a file without reading it: a hint whether it changed, never a proof.
 *
 * Deno gives `mtimeMs` in milliseconds, but `ctimeMs` in whole seconds. A value the system lacks is 0.
 */
export interface FileStat {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Taken before the bytes were read, so that a change during the read shows in the next stat. */
  readonly stat: FileStat;
}

export interface FoundFile {
  /** Canonical, relative to the root. */
  readonly path: string;
  readonly stat: FileStat;
}

/** A plain file, links followed. */
export type FindFile = (path: string) => Access<FoundFile>;

/** A tree of files. Paths are relative to `root` with `/`; the root itself is "". */
export interface Files {
  /** Canonical. */
  readonly root: string;
  /** Canonical relative path of a plain file, links followed. */
  locate(path: string): Access<string>;
  /** Entries of a folder in no particular order. */
  list(folder: string): Access<readonly FolderEntry[]>;
  /**
   * `list()` for one walk, which must not be kept: folders that have not changed since another walk are not read again.
   */
  lister(): Files["list"];
  stat(path: string): Access<FileStat>;
  /**
   * As `stat()` for a path that a walk has just met, without following links.
   *
   * Cheaper, but a hint only: what is there may lie outside if a folder above has become a link since.
   */
  peek(path: string): Access<FileStat>;
  /** Finds the files of one request: each folder's links are followed once, so it must not be kept. */
  finder(): FindFile;
  /**
   * Git's SHA-1 blob id of a plain file, where that is known without reading it; else undefined.
   *
   * Links are not followed.
   */
  blobId(path: string): string | undefined;
  /** The whole file, unless it has more than `maxBytes`. */
  read(path: string, maxBytes: number): Access<FileContent>;
  /** As `read()` for a canonical path that was just found: quicker, but gives "outside" if a link took its place. */
  readFound(path: string, maxBytes: number): Access<FileContent>;
  /** The file piece by piece, at least `FIRST_PIECE_BYTES` first, until `visit` returns false. */
  readPieces(path: string, visit: (piece: Uint8Array) => boolean): Access<FileStat>;
}

/** Size of the pieces of `readPieces`. */
export const FIRST_PIECE_BYTES = 1024 * 1024;

/** What a client is told about a failure on a path it gave. */
export function refusal(failure: FileFailure, path: string): ToolError {
  switch (failure) {
    case "outside":
      return new ToolError("access_denied", "path is outside workspace roots");
    case "absent":
      return new ToolError("resource_not_found", "file not found", { path });
    case "unreadable":
      return new ToolError("access_denied", "file cannot be read", { path });
    case "too_large":
      return new ToolError("invalid_params", "file is too large", { field: "path", path });
  }
}

/**
 * The files of a folder on disk.
 *
 * @throws if the folder is not there
 */
export function diskFiles(folder: string): Files {
  const root = Deno.realPathSync(folder);
  const listings = new Listings<Access<readonly FolderEntry[]>>(Date.now);
  const inside = <T>(path: string, use: (real: string) => Access<T>): Access<T> => {
    const resolved: Resolved = resolveInside(root, path);
    return resolved.kind === "inside" ? attempt(resolved.path, use) : { failure: resolved.kind };
  };
  return {
    root,
    locate: (path) => inside(path, (real) => mapped(statOf(real), () => relativeTo(root, real))),
    list: (path) => inside(path, listFolder),
    lister: () => {
      const folders = new PlainFolders(root);
      return (path) => {
        const real = folders.folder(path);
        const listed = real === undefined
          ? NOT_LISTED
          : attempt(real, (place) => listings.get(place, listFolder));
        return listed.failure === undefined ? listed : inside(path, listFolder);
      };
    },
    stat: (path) => inside(path, statOf),
    peek: (path) => attempt(joinPath(root, path), statOf),
    finder: () => {
      const folders = new PlainFolders(root);
      return (path) => {
        const place = folders.place(path);
        const stat = place === undefined ? NOT_PLAIN : attempt(place, statOf);
        if (stat.failure === undefined) return { value: { path, stat: stat.value } };
        return inside(path, (real) => mapped(statOf(real), (value) => found(root, real, value)));
      };
    },
    blobId: () => undefined,
    read: (path, maxBytes) => inside(path, (real) => readFile(real, maxBytes)),
    readFound: (path, maxBytes) => {
      const place = joinPath(root, path);
      if (!isInside(root, place)) return { failure: "outside" };
      return attempt(place, (real) => readFile(real, maxBytes));
    },
    readPieces: (path, visit) => inside(path, (real) => readPieces(real, visit)),
  };
}

const NOT_LISTED: Access<readonly FolderEntry[]> = { failure: "absent" };
/** A link, or a path with one: it has to be followed. */
const NOT_PLAIN: Access<FileStat> = { failure: "absent" };

function found(root: string, real: string, stat: FileStat): FoundFile {
  return { path: relativeTo(root, real), stat };
}

function attempt<T>(real: string, use: (real: string) => Access<T>): Access<T> {
  try {
    return use(real);
  } catch (error) {
    if (isBug(error)) throw error;
    return { failure: failureOf(error) };
  }
}

/** Errors of the system are classes of `Deno.errors` or carry a code; all else is a fault of this program. */
function isBug(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return !("code" in error) && !Object.values(Deno.errors).some((kind) => error instanceof kind);
}

function mapped<T, U>(access: Access<T>, change: (value: T) => U): Access<U> {
  return access.failure === undefined ? { value: change(access.value) } : access;
}

function listFolder(real: string): Access<readonly FolderEntry[]> {
  const entries = [...Deno.readDirSync(real)].map((entry) => ({
    name: entry.name,
    kind: kindOf(entry),
  }));
  return { value: entries.some(isSuspect) ? named(real, entries) : entries };
}

function kindOf(entry: Omit<Deno.DirEntry, "name">): FolderEntry["kind"] {
  if (entry.isSymlink) return "link";
  if (entry.isFile) return "file";
  return entry.isDirectory ? "folder" : "other";
}

/** Deno spells invalid bytes as U+FFFD, but a name may also hold that character rightly. */
function isSuspect(entry: FolderEntry): boolean {
  return entry.name.includes("\uFFFD");
}

/** Tells names that can be opened from names that only look like them. */
function named(real: string, entries: readonly FolderEntry[]): FolderEntry[] {
  const genuine = new Set<string>();
  return entries.map((entry) => {
    if (!isSuspect(entry)) return entry;
    // Of several entries with one spelling at most one can be meant by it.
    const info = genuine.has(entry.name) ? undefined : lookAt(joinPath(real, entry.name));
    if (info === undefined) return { ...entry, misnamed: true };
    genuine.add(entry.name);
    return { ...entry, kind: kindOf(info) };
  });
}

function lookAt(real: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(real);
  } catch (error) {
    if (failureOf(error) === "absent") return undefined;
    throw error;
  }
}

function statOf(real: string): Access<FileStat> {
  const info = Deno.lstatSync(real);
  return info.isFile ? { value: toStat(info) } : { failure: "absent" };
}

function toStat(info: Deno.FileInfo): FileStat {
  return {
    sizeBytes: info.size,
    mtimeMs: info.mtime?.getTime() ?? 0,
    ctimeMs: info.ctime?.getTime() ?? 0,
    inode: info.ino ?? 0,
  };
}

function readFile(real: string, maxBytes: number): Access<FileContent> {
  return withFile(real, (file, stat) => {
    if (stat.sizeBytes > maxBytes) return { failure: "too_large", sizeBytes: stat.sizeBytes };
    const bytes = new Uint8Array(stat.sizeBytes);
    return { value: { bytes: bytes.subarray(0, fill(file, bytes)), stat } };
  });
}

function readPieces(real: string, visit: (piece: Uint8Array) => boolean): Access<FileStat> {
  return withFile(real, (file, stat) => {
    const buffer = new Uint8Array(FIRST_PIECE_BYTES);
    for (let more = true; more;) {
      const length = fill(file, buffer);
      more = length > 0 && visit(buffer.subarray(0, length)) && length === buffer.length;
    }
    return { value: stat };
  });
}

function withFile<T>(
  real: string,
  use: (file: Deno.FsFile, stat: FileStat) => Access<T>,
): Access<T> {
  // Asked before the file is opened: opening a pipe waits for its writer.
  if (!Deno.lstatSync(real).isFile) return { failure: "absent" };
  using file = Deno.openSync(real);
  const info = file.statSync();
  if (!isStillAt(real, info)) return { failure: "outside" };
  return info.isFile ? use(file, toStat(info)) : { failure: "absent" };
}

/** Whether an open file is what stands at a path: a link may have taken a place on the way before it was opened. */
function isStillAt(real: string, opened: Deno.FileInfo): boolean {
  const now = Deno.lstatSync(real);
  return Deno.realPathSync(real) === real && now.ino === opened.ino && now.dev === opened.dev;
}

/** Reads until the buffer is full or the file ends; gives the number of bytes. */
function fill(file: Deno.FsFile, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const read = file.readSync(buffer.subarray(length));
    if (read === null) break;
    length += read;
  }
  return length;
}
