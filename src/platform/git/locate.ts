/**
 * Finds where a work tree keeps its git data.
 *
 * A `.git` file in an opened folder may point anywhere, so it is followed only to a folder that is
 * git's and, for a linked worktree, points back.
 * @module
 */
import * as path from "node:path";
import type { HashBytes } from "../digest.ts";
import { parseConfig, valuesOf } from "./config.ts";
import { kindOf, readText, realPath } from "./disk.ts";

/** Folders of a repository that can be read. */
export interface GitDirs {
  readonly kind: "git";
  /** Holds this work tree's HEAD. */
  readonly own: string;
  /** Holds objects, refs and settings; other than `own` in a linked worktree only. */
  readonly common: string;
  readonly hashBytes: HashBytes;
}

/** Whether and where a folder has git data. */
export type GitLocation =
  | GitDirs
  | { readonly kind: "none" }
  | {
    readonly kind: "unsupported";
    /** A sentence for people, without final stop. */
    readonly reason: string;
    /** Known if only the storage is not supported: `info/exclude` still counts. */
    readonly common?: string;
  };

/** A git work tree and its data. */
export interface GitRoot {
  /** The folder that holds `.git`. */
  readonly root: string;
  readonly location: Exclude<GitLocation, { kind: "none" }>;
}

/**
 * Finds the work tree that a folder lies in, climbing from the folder itself.
 *
 * `folder` is absolute; resolve its links first, or parents are those of the spelling.
 */
export function findGitRoot(folder: string): GitRoot | undefined {
  for (let root = path.resolve(folder);; root = path.dirname(root)) {
    const location = locate(root);
    if (location.kind !== "none") return { root, location };
    if (path.dirname(root) === root) return undefined;
  }
}

/**
 * Finds the git data of a work tree's top folder; parents are not searched.
 *
 * @throws {GitError} `unreadable` if the system refuses a read
 */
export function locate(root: string): GitLocation {
  const dot = path.join(root, ".git");
  switch (kindOf(dot)) {
    case undefined:
      return { kind: "none" };
    case "folder":
      // Git, too, goes on climbing past a folder that only has the name.
      return isGitFolder(dot) ? open(dot) : { kind: "none" };
    case "file":
      return follow(dot);
  }
}

function follow(dot: string): GitLocation {
  const named = /^gitdir: (.+)/.exec(readText(dot) ?? "")?.[1];
  if (named === undefined) return refuse(`"${dot}" does not name a git folder`);
  const own = path.resolve(path.dirname(dot), named.trimEnd());
  if (!isGitFolder(own)) return refuse(`"${dot}" names a folder that is not git's`);
  if (!pointsBack(own, dot)) return refuse(`"${dot}" names a worktree that does not point back`);
  return open(own);
}

/** Only linked worktrees have a `commondir`, and those name their `.git` file in `gitdir`. */
function pointsBack(own: string, dot: string): boolean {
  if (readText(path.join(own, "commondir")) === undefined) return true;
  const back = readText(path.join(own, "gitdir"))?.trimEnd();
  return back !== undefined && realPath(path.resolve(own, back)) === realPath(dot);
}

function isGitFolder(folder: string): boolean {
  if (kindOf(path.join(folder, "HEAD")) !== "file") return false;
  const common = commonOf(folder);
  return ["objects", "refs"].every((name) => kindOf(path.join(common, name)) === "folder");
}

function commonOf(own: string): string {
  return path.resolve(own, readText(path.join(own, "commondir"))?.trimEnd() ?? ".");
}

function open(own: string): GitLocation {
  const common = commonOf(own);
  const config = parseConfig(readText(path.join(common, "config")) ?? "");
  const refs = valuesOf(config, "extensions", "refstorage").at(-1) ?? "files";
  if (refs !== "files") return { ...refuse(`References are stored as "${refs}"`), common };
  const format = valuesOf(config, "extensions", "objectformat").at(-1) ?? "sha1";
  if (format !== "sha1" && format !== "sha256") {
    return { ...refuse(`Objects are named by "${format}"`), common };
  }
  return { kind: "git", own, common, hashBytes: format === "sha256" ? 32 : 20 };
}

function refuse(reason: string): Extract<GitLocation, { kind: "unsupported" }> {
  return { kind: "unsupported", reason };
}
