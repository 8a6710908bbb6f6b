/**
 * A repository's root at a revision that somebody named, opened for as long as the repository is.
 *
 * A branch or tag is resolved once: what moves it later changes nothing here.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { commitFiles, type CommitTree } from "../platform/commit_files.ts";
import { openCommitRoot } from "../platform/git/commit_root.ts";
import { GitError } from "../platform/git/git_error.ts";
import type { GitDirs } from "../platform/git/locate.ts";
import { GitRepository } from "../platform/git/repository.ts";
import type { IgnoreContext } from "../platform/ignore_rules.ts";
import { relativeTo } from "../platform/os_paths.ts";
import { gitRootOf } from "./roots.ts";

/** Ends with `close()`. */
export interface OpenedCommit {
  /** Full id. */
  readonly id: string;
  readonly tree: CommitTree;
  readonly ignores: IgnoreContext;
  /** Remote of origin without user, password and query. */
  readonly remote: string | undefined;
  /** Whether something is at a path below the root, or it leads outside. */
  holds(path: string): boolean;
  close(): void;
}

/**
 * Opens the canonical folder `root` as a commit has it.
 *
 * @throws {ToolError} invalid_params for a revision that names nothing here; resource_not_found if the commit has no
 *   such folder; unavailable if git's data is not there or cannot be read
 */
export function openCommit(root: string, revision: string): OpenedCommit {
  const dirs = readableGit(root);
  try {
    using repository = new GitRepository(dirs);
    const prefix = relativeTo(gitRootOf(root)?.root ?? root, root);
    const { commit: id, tree, ignores } = openCommitRoot(repository, revision, prefix);
    const files = commitFiles(root, tree);
    return {
      id,
      tree,
      ignores,
      remote: repository.remote(),
      holds: (path) => files.holds(path),
      close: () => files.close(),
    };
  } catch (error) {
    if (error instanceof GitError) throw revisionRefusal(error, revision);
    throw error;
  }
}

/** Git's data of a folder that has to be in a work tree. @throws {ToolError} unavailable */
export function readableGit(root: string): GitDirs {
  const git = gitRootOf(root);
  if (git === undefined) throw outsideGit(root);
  const { location } = git;
  if (location.kind === "git") return location;
  throw unavailable(`Cannot look at a revision of "${root}": ${location.reason}`);
}

export function outsideGit(root: string): ToolError {
  return unavailable(`Cannot look at a revision: "${root}" is not in a git work tree`);
}

/** A name that fits nothing is the caller's to mend; what git lacks or cannot give is not. */
export function revisionRefusal(cause: GitError, revision: string): ToolError {
  const { reason, message } = cause;
  switch (reason) {
    case "unknown_revision":
    case "ambiguous_revision":
      return invalidParams("at", message, { revision, hint: NAME_ANOTHER });
    case "shallow":
      return new ToolError("unavailable", message, { hint: "Run git fetch --unshallow" }, {
        cause,
      });
    case "missing_folder":
      return new ToolError("resource_not_found", message, { revision });
    default:
      return unavailable(message, cause);
  }
}

const NAME_ANOTHER = "Give a commit id, a branch or a tag, with ~N or ^N if you like";

function unavailable(message: string, cause?: GitError): ToolError {
  return new ToolError("unavailable", message, { hint: "Check the repository with git fsck" }, {
    cause,
  });
}
