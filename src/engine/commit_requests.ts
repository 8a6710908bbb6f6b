/**
 * What is asked about the tree and a commit of git. The host reads git's data, the worker compares files.
 * @module
 */
import type { HashBytes } from "../platform/digest.ts";
import type { TreeChange } from "../platform/git/compare.ts";
import type { TreeEntry } from "../platform/git/tree.ts";

/** A commit's files, read by the host because git's data may lie outside the root. */
export interface CompareRequest {
  /** Paths are relative to the root. */
  readonly head: readonly TreeEntry[];
  readonly hashBytes: HashBytes;
  readonly sparse: boolean;
}

export interface CommitChanges {
  /** Every path that is not byte for byte as in the commit, sorted. */
  readonly changes: readonly TreeChange[];
  /** SHA-256 over the ignore rules in force. */
  readonly ignoreDigest: string;
}
