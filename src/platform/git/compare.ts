/**
 * Compares a work tree with a commit, by bytes; git's index is not consulted.
 *
 * Pure: the caller supplies the work tree. File modes do not count, because evidence is about bytes.
 * @module
 */
import { gitBlobHex, type HashBytes, sha256Hex } from "../digest.ts";
import type { Oid } from "./oid.ts";
import type { TreeEntry } from "./tree.ts";

/** How a path differs from the commit. */
export type ChangeState =
  | "modified"
  | "added"
  | "deleted"
  /** Equal after CRLF→LF: git would store the same bytes. */
  | "line_endings"
  /** The commit has a Git LFS pointer to exactly these bytes. */
  | "lfs"
  /** Absent, in a sparse checkout. */
  | "not_checked_out"
  /** Could not be compared: unreadable, or the name is not valid UTF-8. */
  | "unknown";

/** A path that is not byte for byte as in the commit. */
export interface TreeChange {
  readonly path: string;
  readonly state: ChangeState;
}

/** What the work tree has at a path, links not followed. */
export type WorkFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "unreadable" };

/** The two sides of a comparison. */
export interface Comparison {
  /** Files of the commit. */
  readonly head: Iterable<TreeEntry>;
  /** SHA-1 blob ids of the files the walk yields, by path. */
  readonly blobIds: ReadonlyMap<string, Oid>;
  /**
   * Looks at one path of the work tree; `undefined` if it has neither file nor link.
   *
   * Asked only where ids do not decide: other id, not in `blobIds` (a link, or hidden by an ignore
   * rule), or SHA-256 repository.
   */
  readonly look: (path: string) => WorkFile | undefined;
  readonly hashBytes: HashBytes;
  /** Absent files are then `not_checked_out`. */
  readonly sparse: boolean;
}

const DIRTY: readonly ChangeState[] = ["modified", "added", "deleted"];
const CR = 0x0d;
const LF = 0x0a;
// The second is what the tool wrote before it was renamed.
const LFS_VERSIONS = ["https://git-lfs.github.com/spec/v1", "https://hawser.github.com/spec/v1"];

/** Lists every path that differs, sorted by path in UTF-16 order. */
export function compareTree(comparison: Comparison): TreeChange[] {
  const changes: TreeChange[] = [];
  const inHead = new Set<string>();
  for (const entry of comparison.head) {
    inHead.add(entry.path);
    const state = stateOf(entry, comparison);
    if (state !== undefined) changes.push({ path: entry.path, state });
  }
  for (const path of comparison.blobIds.keys()) {
    if (!inHead.has(path)) changes.push({ path, state: "added" });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a change means that the work tree has other content than the commit. */
export function isDirty({ state }: TreeChange): boolean {
  return DIRTY.includes(state);
}

/** `undefined` is clean. */
function stateOf(entry: TreeEntry, comparison: Comparison): ChangeState | undefined {
  if (entry.kind === "submodule") return undefined;
  if (!entry.validName) return "unknown";
  // The walk yields no links, so an id for this path is a file's and cannot stand for a link.
  const isFile = entry.kind !== "link";
  if (isFile && comparison.blobIds.get(entry.path) === entry.oid) return undefined;
  const found = comparison.look(entry.path);
  if (found === undefined) return comparison.sparse ? "not_checked_out" : "deleted";
  switch (found.kind) {
    case "unreadable":
      return "unknown";
    case "link":
      return linkState(entry, found.target, comparison.hashBytes);
    case "file":
      return entry.kind === "link"
        ? "modified"
        : fileState(entry.oid, found.bytes, comparison.hashBytes);
  }
}

function linkState(
  entry: TreeEntry,
  target: string,
  hashBytes: HashBytes,
): ChangeState | undefined {
  if (entry.kind !== "link") return "modified";
  const oid = gitBlobHex(new TextEncoder().encode(target), hashBytes);
  return oid === entry.oid ? undefined : "modified";
}

function fileState(oid: Oid, bytes: Uint8Array, hashBytes: HashBytes): ChangeState | undefined {
  if (gitBlobHex(bytes, hashBytes) === oid) return undefined;
  if (gitBlobHex(withoutCrlf(bytes), hashBytes) === oid) return "line_endings";
  return lfsPointers(bytes).some((pointer) => gitBlobHex(pointer, hashBytes) === oid)
    ? "lfs"
    : "modified";
}

function withoutCrlf(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, n) => byte !== CR || bytes[n + 1] !== LF);
}

/** Pointers have one canonical form, so the id of the right pointer can be computed from the file. */
function lfsPointers(bytes: Uint8Array): Uint8Array[] {
  const rest = `oid sha256:${sha256Hex(bytes)}\nsize ${bytes.length}\n`;
  return LFS_VERSIONS.map((url) => new TextEncoder().encode(`version ${url}\n${rest}`));
}
