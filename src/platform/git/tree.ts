/**
 * Lists tree objects: all files below one, folders expanded, or the entries of one folder; in git's order (bytes).
 * @module
 */
import { Cursor } from "./cursor.ts";
import { GitError } from "./git_error.ts";
import type { ObjectStore } from "./object_store.ts";
import { type Oid, toHex } from "./oid.ts";

/** What a path is in a tree. Folders are not listed. */
export type TreeEntryKind = "file" | "executable" | "link" | "submodule";

/** A path in a tree. */
export interface TreeEntry {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  readonly kind: TreeEntryKind;
  /** Blob id; of a submodule, the commit. */
  readonly oid: Oid;
  /** False if the name is not valid UTF-8: `path` then shows it with U+FFFD and cannot be opened. */
  readonly validName: boolean;
}

/** An entry of one folder. */
export interface FolderItem {
  /** As `TreeEntry` has it: lossy if the name is not valid. */
  readonly name: string;
  readonly kind: TreeEntryKind | "folder";
  /** Id of the blob, the tree, or a submodule's commit. */
  readonly oid: Oid;
  readonly validName: boolean;
}

// A few nested trees that repeat themselves can stand for billions of paths.
const MAX_ENTRIES = 2_000_000;
const FOLDER = 0o040000;
const KINDS: ReadonlyMap<number, TreeEntryKind> = new Map([
  [0o120000, "link"],
  [0o160000, "submodule"],
]);
const KIND_BITS = 0o170000;
const FILE = 0o100000;
const OWNER_EXECUTES = 0o100;

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

interface RawEntry {
  readonly mode: number;
  readonly name: Uint8Array;
  readonly oid: Oid;
}

interface Folder {
  readonly prefix: string;
  readonly validName: boolean;
  readonly entries: Iterator<RawEntry>;
}

/**
 * Lists every file, link and submodule below a tree.
 *
 * @throws {GitError} while iterating: if a tree is missing, damaged, names a path that could
 *   leave its folder, or has too many entries
 */
export function* readTree(store: ObjectStore, tree: Oid): Generator<TreeEntry> {
  const open: Folder[] = [{ prefix: "", validName: true, entries: entriesOf(store, tree) }];
  let count = 0;
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const next = folder.entries.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    if (++count > MAX_ENTRIES) {
      throw new GitError(
        "too_large",
        `Cannot list tree "${tree}": more than ${MAX_ENTRIES} entries`,
      );
    }
    const { mode, oid, name } = next.value;
    const { text, valid } = decodeName(name);
    const path = folder.prefix + text;
    const validName = folder.validName && valid;
    if ((mode & KIND_BITS) === FOLDER) {
      open.push({ prefix: `${path}/`, validName, entries: entriesOf(store, oid) });
    } else yield { path, kind: kindOf(mode), oid, validName };
  }
}

/**
 * Lists the entries of one tree.
 *
 * @throws {GitError} if it is missing or damaged, or names a path that could leave its folder
 */
export function readFolder(store: ObjectStore, tree: Oid): FolderItem[] {
  return Array.from(entriesOf(store, tree), ({ mode, name, oid }) => {
    const { text, valid } = decodeName(name);
    const kind = (mode & KIND_BITS) === FOLDER ? "folder" : kindOf(mode);
    return { name: text, kind, oid, validName: valid };
  });
}

function* entriesOf(store: ObjectStore, tree: Oid): Generator<RawEntry> {
  const from = new Cursor(store.readKind(tree, "tree"));
  while (!from.done) {
    const mode = parseInt(UTF8.decode(from.until(0x20)), 8);
    const name = from.until(0);
    const oid = toHex(from.take(store.hashBytes));
    if (Number.isNaN(mode) || isUnsafe(name)) {
      throw new GitError("corrupt", `Cannot read tree "${tree}": it has an impossible entry`);
    }
    yield { mode, name, oid };
  }
}

/** Names that git refuses to check out, because they would leave the folder or hit git's own data. */
function isUnsafe(name: Uint8Array): boolean {
  if (name.includes(0x2f)) return true;
  return name.length <= 4 && ["", ".", "..", ".git"].includes(decodeName(name).text.toLowerCase());
}

function kindOf(mode: number): TreeEntryKind {
  const kind = KINDS.get(mode & KIND_BITS);
  if (kind !== undefined) return kind;
  if ((mode & KIND_BITS) !== FILE) {
    throw new GitError("corrupt", `Cannot understand file mode ${mode.toString(8)}`);
  }
  return (mode & OWNER_EXECUTES) === 0 ? "file" : "executable";
}

function decodeName(name: Uint8Array): { text: string; valid: boolean } {
  const text = UTF8.decode(name);
  if (!text.includes("\uFFFD")) return { text, valid: true };
  // A name may hold a real U+FFFD; only then do its bytes come back the same.
  const again = new TextEncoder().encode(text);
  const valid = again.length === name.length && again.every((byte, n) => byte === name[n]);
  return { text, valid };
}
