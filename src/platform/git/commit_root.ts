/**
 * A folder of a repository as one commit has it: its tree, and the ignore rules that lie above it.
 *
 * For the host: a worker is given the tree's id and reads the rest from git's objects.
 * @module
 */
import * as path from "node:path";
import type { CommitTree } from "../commit_files.ts";
import type { IgnoreContext, IgnoreFiles } from "../ignore_rules.ts";
import { readText } from "./disk.ts";
import { GitError } from "./git_error.ts";
import { objectFolders } from "./object_store.ts";
import type { Oid } from "./oid.ts";
import type { GitRepository } from "./repository.ts";
import { resolveCommit } from "./revision.ts";
import { type FolderItem, readFolder } from "./tree.ts";

/** A workspace root at a commit. */
export interface CommitRoot {
  readonly commit: Oid;
  readonly tree: CommitTree;
  readonly ignores: IgnoreContext;
}

/**
 * Resolves a revision and finds the folder `prefix` (with `/`, empty for the git root) in its commit.
 *
 * @throws {GitError} as `resolveCommit()`; `missing_folder` if the commit has no such folder
 */
export function openCommitRoot(
  repository: GitRepository,
  revision: string,
  prefix: string,
): CommitRoot {
  const commit = resolveCommit(repository, revision);
  const { dirs } = repository;
  const parents: (IgnoreFiles & { dir: string })[] = [];
  let { tree } = repository.commit(commit);
  for (const [depth, name] of partsOf(prefix).entries()) {
    const items = readFolder(repository.store, tree);
    const dir = partsOf(prefix).slice(0, depth).join("/");
    parents.push({ dir, ...ignoreFiles(repository, items) });
    const below = items.find((item) => item.validName && item.name === name);
    if (below?.kind !== "folder") {
      throw new GitError("missing_folder", `Cannot find folder "${prefix}" in "${revision}"`);
    }
    tree = below.oid;
  }
  return {
    commit,
    tree: {
      tree,
      objectFolders: objectFolders(path.join(dirs.common, "objects")),
      hashBytes: dirs.hashBytes,
    },
    ignores: { prefix, exclude: readText(path.join(dirs.common, "info", "exclude")), parents },
  };
}

function partsOf(prefix: string): string[] {
  return prefix === "" ? [] : prefix.split("/");
}

function ignoreFiles(repository: GitRepository, items: readonly FolderItem[]): IgnoreFiles {
  const text = (name: string): string | undefined => {
    const item = items.find((one) => one.validName && one.name === name);
    const isFile = item?.kind === "file" || item?.kind === "executable";
    return isFile ? new TextDecoder().decode(repository.blob(item.oid)) : undefined;
  };
  const [gitignore, ignore] = [text(".gitignore"), text(".ignore")];
  return {
    ...(gitignore === undefined ? {} : { gitignore }),
    ...(ignore === undefined ? {} : { ignore }),
  };
}
