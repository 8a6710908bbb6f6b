/**
 * Where the index of a repository is kept, and why it is not kept anywhere.
 * @module
 */
import { findFolder, folderKind, makePrivateFolder } from "../platform/folders.ts";
import { joinPath } from "../platform/os_paths.ts";

const FOLDER_NAME = ".frigg";
const CURRENT = "CURRENT";

export interface StateFolder {
  /** Where the index is, or would be. */
  readonly path: string;
  /** Set if workers may use it: canonical. */
  readonly usable?: string;
  /** Why it cannot be used; the index is then in memory. */
  readonly error?: string;
}

/** `.frigg` in the root. It need not exist: the builder makes it. */
export function folderInRoot(root: string): StateFolder {
  const path = joinPath(root, FOLDER_NAME);
  const kind = folderKind(path);
  return kind === "folder" || kind === "absent"
    ? { path, usable: path }
    : { path, error: `"${path}" is not a plain folder` };
}

/** The repository's own folder below a state folder, made if it is not there. */
export function folderInState(stateDir: string, repositoryId: string): StateFolder {
  const path = joinPath(stateDir, repositoryId);
  if (folderKind(path) === "other") return { path, error: `"${path}" is not a plain folder` };
  try {
    return { path, usable: makePrivateFolder(path) };
  } catch (error) {
    return { path, error: `Cannot make "${path}": ${String(error)}` };
  }
}

/** As `folderInState()`, for those who only read: nothing is made, and what is not there cannot be used. */
export function knownInState(stateDir: string, repositoryId: string): StateFolder {
  const path = joinPath(stateDir, repositoryId);
  const found = folderKind(path) === "folder" ? findFolder(path) : undefined;
  return found?.kind === "folder" ? { path, usable: found.path } : { path };
}

/** What is in a state folder now. */
export function storedState(folder: StateFolder): { exists: boolean; initialized: boolean } {
  const exists = folderKind(folder.path) === "folder";
  return { exists, initialized: exists && folderKind(joinPath(folder.path, CURRENT)) === "other" };
}
