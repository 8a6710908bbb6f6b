/**
 * Which folder is meant: by a client's path, or by nothing but the working directory.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { findFolder } from "../platform/folders.ts";
import { GitError } from "../platform/git/git_error.ts";
import { findGitRoot, type GitRoot } from "../platform/git/locate.ts";
import { folderOf, resolveFrom } from "../platform/os_paths.ts";
import { isSystemFolder } from "./system_folders.ts";

export type ResolveMode = "git_root" | "direct";

/**
 * Canonical root that a client's path stands for; relative paths count from `cwd`.
 *
 * @throws {ToolError} invalid_params, resource_not_found
 */
export function namedRoot(path: string, mode: ResolveMode, cwd: string): string {
  if (path.trim() === "") throw invalidParams("path", "path is empty");
  const folder = existing(resolveFrom(cwd, path), path);
  if (mode === "direct") return folder;
  const git = gitRootOf(folder);
  if (git !== undefined) return git.root;
  throw invalidParams(
    "path",
    `"${path}" is not in a git work tree; resolve_mode "direct" takes the folder itself`,
    { path, resolve_mode: mode },
  );
}

function existing(folder: string, path: string): string {
  const found = findFolder(folder);
  switch (found.kind) {
    case "folder":
      return found.path;
    case "absent":
      throw new ToolError("resource_not_found", `Cannot find folder "${path}"`, { path });
    case "not_a_folder":
      throw invalidParams("path", `"${path}" is not a folder`, { path });
    case "unreadable":
      throw new ToolError("access_denied", `Cannot read folder "${path}"`, { path });
  }
}

/** The git work tree that a canonical folder lies in. @throws {ToolError} internal if git's data cannot be read */
export function gitRootOf(folder: string): GitRoot | undefined {
  try {
    return findGitRoot(folder);
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    const data = { error_class: "io", io_error: cause.message };
    throw new ToolError("internal", `Cannot read git's data of "${folder}"`, data, { cause });
  }
}

/** Folders that only their owner's word makes a workspace. */
export interface Surroundings {
  readonly cwd: string;
  readonly home: string | undefined;
}

/**
 * Canonical root for a session that named none: the git root of the working directory, or that directory.
 *
 * @throws {ToolError} resource_not_found if that is the home folder, the root of the disk, or without git a folder of
 * the system: hosts start servers there that nobody told about a project
 */
export function defaultRoot({ cwd, home }: Surroundings): string {
  const folder = findFolder(cwd);
  if (folder.kind !== "folder") throw noDefault(`the working directory "${cwd}" cannot be used`);
  const git = gitRootOf(folder.path);
  const root = git?.root ?? folder.path;
  if (folderOf(root) === root) throw noDefault(`"${root}" is the root of the disk`);
  if (isSame(root, home)) throw noDefault(`"${root}" is the home folder`);
  if (git === undefined && isSystemFolder(root)) {
    throw noDefault(`"${root}" is a folder of the system, and not in a git work tree`);
  }
  return root;
}

function isSame(root: string, home: string | undefined): boolean {
  const found = home === undefined || home === "" ? undefined : findFolder(home);
  return found?.kind === "folder" && found.path === root;
}

function noDefault(why: string): ToolError {
  return new ToolError("resource_not_found", `No repository is adopted: ${why}`, {
    attached_repositories: [],
    action: "adopt_repo",
    hint: "Start frigg with --workspace-root DIR, or call workspace with the path of a repository",
  });
}
