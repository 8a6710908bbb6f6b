/**
 * A git repository opened for reading: commits, revisions, files of a commit.
 *
 * Synchronous, writes nothing, starts nothing, ignores replace refs and grafts.
 * @module
 */
import * as path from "node:path";
import { type Commit, parseCommit } from "./commit.ts";
import { type ConfigEntry, isOn, parseConfig, valuesOf } from "./config.ts";
import { readText } from "./disk.ts";
import type { GitDirs } from "./locate.ts";
import { objectFolders, ObjectStore } from "./object_store.ts";
import type { Oid } from "./oid.ts";
import { type Head, readHead } from "./refs.ts";
import { publicRemote } from "./remote.ts";
import { readTree, type TreeEntry } from "./tree.ts";

/** An open repository. Close it when its work tree is detached. */
export class GitRepository {
  readonly store: ObjectStore;

  constructor(readonly dirs: GitDirs) {
    const folders = objectFolders(path.join(dirs.common, "objects"));
    this.store = new ObjectStore(folders, dirs.hashBytes);
  }

  /** Reads HEAD as it is now. */
  head(): Head {
    return readHead(this.dirs);
  }

  /** Commits at which a shallow clone was cut off; empty in a full clone. */
  shallow(): ReadonlySet<Oid> {
    const text = readText(path.join(this.dirs.common, "shallow")) ?? "";
    return new Set(text.split("\n").filter((line) => line !== ""));
  }

  /** Reads a commit; its parents are as stored, even if a shallow clone lacks them. */
  commit(oid: Oid): Commit {
    return parseCommit(oid, this.store.readKind(oid, "commit"));
  }

  /** Lists the files of a commit, in git's order. */
  files(commit: Oid): Generator<TreeEntry> {
    return readTree(this.store, this.commit(commit).tree);
  }

  /** Reads a file's bytes by blob id. */
  blob(oid: Oid): Uint8Array {
    return this.store.readKind(oid, "blob");
  }

  /** Address of the remote `origin`, without user, password and query. */
  remote(): string | undefined {
    const url = valuesOf(this.#config(), "remote", "url", "origin")[0];
    return url === undefined ? undefined : publicRemote(url);
  }

  /** Whether files of HEAD may be absent from the work tree on purpose. */
  isSparse(): boolean {
    const own = parseConfig(readText(path.join(this.dirs.own, "config.worktree")) ?? "");
    return isOn([...this.#config(), ...own], "core", "sparsecheckout");
  }

  /** Closes every pack; a later read opens them again. */
  close(): void {
    this.store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #config(): ConfigEntry[] {
    return parseConfig(readText(path.join(this.dirs.common, "config")) ?? "");
  }
}
