/**
 * The files of one commit, read from git's objects: what a checkout of it would hold, without one.
 *
 * Bytes are those of the blobs: no line ends are converted and no filter runs. A submodule is an empty folder, as it
 * is before anybody initialises it. Nothing ever changes here, so a file's stat is its size and nothing else.
 * @module
 */
import {
  type Access,
  type FileContent,
  type Files,
  type FileStat,
  FIRST_PIECE_BYTES,
  type FolderEntry,
} from "./files.ts";
import { CommitFolders, type Found } from "./commit_folders.ts";
import { GitError } from "./git/git_error.ts";
import { ObjectStore } from "./git/object_store.ts";
import type { Oid } from "./git/oid.ts";
import type { FolderItem } from "./git/tree.ts";
import type { HashBytes } from "./digest.ts";

/** Where the files of a commit are. Plain data, so that it can be posted to a worker. */
export interface CommitTree {
  /** The tree object of the workspace root. */
  readonly tree: Oid;
  /** Folders of git's objects, alternates included. */
  readonly objectFolders: readonly string[];
  readonly hashBytes: HashBytes;
}

/** A commit's files; closing them closes git's packs. */
export interface CommitFiles extends Files {
  /** Whether a path leads to something other than nothing, links followed: also a folder, or a place outside. */
  holds(path: string): boolean;
  close(): void;
}

/** The files of a commit as if they stood in the folder `root`, which has to be canonical and need not exist. */
export function commitFiles(
  root: string,
  { tree, objectFolders, hashBytes }: CommitTree,
): CommitFiles {
  const store = new ObjectStore(objectFolders, hashBytes);
  const folders = new CommitFolders(store, root, tree);
  const at = <T>(path: string, use: (found: Inside) => Access<T>): Access<T> =>
    attempt(() => {
      const found = folders.follow(path);
      return found.kind === "inside" ? use(found) : { failure: found.kind };
    });
  const blob = <T>(path: string, use: (oid: Oid, path: string) => Access<T>): Access<T> =>
    at(path, ({ item, path }) => isFile(item) ? use(item.oid, path) : { failure: "absent" });
  const size = (oid: Oid): Access<FileStat> => ({ value: statOf(store.sizeOf(oid)) });
  const content = (oid: Oid): Uint8Array => store.readKind(oid, "blob");
  const list: Files["list"] = (path) =>
    at(
      path,
      ({ item }) => isFile(item) ? { failure: "absent" } : { value: entriesOf(folders, item) },
    );
  return {
    root,
    locate: (path) => blob(path, (_, value) => ({ value })),
    list,
    lister: () => list,
    stat: (path) => blob(path, size),
    peek: (path) =>
      attempt(() => {
        const item = folders.find(path);
        return item !== undefined && isFile(item) ? size(item.oid) : { failure: "absent" };
      }),
    finder: () => (path) =>
      blob(path, (oid, path) => ({ value: { path, stat: statOf(store.sizeOf(oid)) } })),
    // Evidence names blobs by SHA-1 wherever they come from.
    blobId: (path) => hashBytes === 20 ? fileAt(folders, path)?.oid : undefined,
    read: (path, maxBytes) => blob(path, (oid) => read(store, oid, maxBytes)),
    readFound: (path, maxBytes) => blob(path, (oid) => read(store, oid, maxBytes)),
    readPieces: (path, visit) => blob(path, (oid) => readPieces(content(oid), visit)),
    holds: (path) => holds(folders, path),
    close: () => store.close(),
  };
}

type Inside = Extract<Found, { kind: "inside" }>;

/**
 * What no disk says: an index of the work tree that is taken over must not count a file as unchanged by its stat.
 */
const NO_TIME = { mtimeMs: -1, ctimeMs: -1, inode: -1 } as const;

function statOf(sizeBytes: number): FileStat {
  return { sizeBytes, ...NO_TIME };
}

function isFile({ kind }: FolderItem): boolean {
  return kind === "file" || kind === "executable";
}

/** What git's store cannot give is like a file that the system does not let us read. */
function attempt<T>(use: () => Access<T>): Access<T> {
  try {
    return use();
  } catch (error) {
    if (error instanceof GitError) return { failure: "unreadable" };
    throw error;
  }
}

function fileAt(folders: CommitFolders, path: string): FolderItem | undefined {
  try {
    const item = folders.find(path);
    return item !== undefined && isFile(item) ? item : undefined;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

function holds(folders: CommitFolders, path: string): boolean {
  try {
    return folders.follow(path).kind !== "absent";
  } catch (error) {
    // Something is there, or it could not be damaged.
    if (error instanceof GitError) return true;
    throw error;
  }
}

function entriesOf(folders: CommitFolders, item: FolderItem): readonly FolderEntry[] {
  return [...folders.entries(item)].map(({ name, kind, validName }) => ({
    name,
    kind: ENTRY_KINDS[kind],
    ...(validName ? {} : { misnamed: true as const }),
  }));
}

const ENTRY_KINDS: Readonly<Record<FolderItem["kind"], FolderEntry["kind"]>> = {
  file: "file",
  executable: "file",
  link: "link",
  folder: "folder",
  submodule: "folder",
};

function read(store: ObjectStore, oid: Oid, maxBytes: number): Access<FileContent> {
  const sizeBytes = store.sizeOf(oid);
  if (sizeBytes > maxBytes) return { failure: "too_large", sizeBytes };
  // A copy: the store may give the same bytes to others.
  const bytes = new Uint8Array(store.readKind(oid, "blob"));
  return { value: { bytes, stat: statOf(bytes.length) } };
}

function readPieces(bytes: Uint8Array, visit: (piece: Uint8Array) => boolean): Access<FileStat> {
  for (let at = 0; at < bytes.length; at += FIRST_PIECE_BYTES) {
    if (!visit(bytes.subarray(at, at + FIRST_PIECE_BYTES))) break;
  }
  return { value: statOf(bytes.length) };
}
