/**
 * What git says about a repository, read from its objects and references; git's index is never consulted.
 *
 * The host reads git's data, which may lie outside the root; the worker compares files, which it alone may open.
 * @module
 */
import type { EngineCall, RepositoryEngine } from "../engine/repository_engine.ts";
import { GitError } from "../platform/git/git_error.ts";
import type { GitRoot } from "../platform/git/locate.ts";
import { GitRepository } from "../platform/git/repository.ts";
import type { TreeEntry } from "../platform/git/tree.ts";
import { resolveCommit } from "../platform/git/revision.ts";
import { relativeTo } from "../platform/os_paths.ts";
import { readableGit, revisionRefusal } from "./open_commit.ts";
import type { ChangesSince, Vcs } from "./workspace.ts";

/** Milliseconds of reading trees after which the main thread serves other requests. */
const SLICE_MS = 10;

export interface VcsSource {
  /** Canonical root of the repository, at or below the git root. */
  readonly root: string;
  readonly git: GitRoot;
  readonly engine: RepositoryEngine;
}

/** State of the work tree; undefined if git's data cannot be read. */
export async function readVcs(source: VcsSource, call: EngineCall): Promise<Vcs | undefined> {
  const { location } = source.git;
  if (location.kind === "unsupported") return undefined;
  try {
    using repository = new GitRepository(location);
    const commit = repository.head().oid;
    const head = commit === undefined ? [] : await filesBelow(source, repository.files(commit));
    const { hashBytes } = location;
    const request = { head, hashBytes, sparse: repository.isSparse() };
    const dirty = await source.engine.isDirty(request, call);
    return { commit, dirty, remote: repository.remote() };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/**
 * Compares the work tree with any commit.
 *
 * @throws {ToolError} as `openCommit()`
 */
export async function readChanges(
  source: VcsSource & { readonly revision: string },
  call: EngineCall,
): Promise<ChangesSince> {
  const { root, revision, engine } = source;
  const dirs = readableGit(root);
  try {
    using repository = new GitRepository(dirs);
    const commit = resolveCommit(repository, revision);
    const head = await filesBelow(source, repository.files(commit));
    const request = { head, hashBytes: dirs.hashBytes, sparse: repository.isSparse() };
    const known = new Set(head.map(({ path }) => path));
    return { ...await engine.changes(request, call), known };
  } catch (error) {
    if (error instanceof GitError) throw revisionRefusal(error, revision);
    throw error;
  }
}

/** The commit's files below the root, with paths from there. */
async function filesBelow(
  { root, git }: VcsSource,
  files: Iterable<TreeEntry>,
): Promise<TreeEntry[]> {
  const folder = relativeTo(git.root, root);
  const prefix = folder === "" ? "" : `${folder}/`;
  const below: TreeEntry[] = [];
  let sliceStartMs = performance.now();
  for (const entry of files) {
    if (entry.path.startsWith(prefix)) {
      below.push({ ...entry, path: entry.path.slice(prefix.length) });
    }
    if (performance.now() - sliceStartMs < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    sliceStartMs = performance.now();
  }
  return below;
}
