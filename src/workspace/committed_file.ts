/**
 * Whether a file of a person, such as an accepted trace, is the one that a commit has.
 * @module
 */
import { openCommit } from "./open_commit.ts";
import { ToolError } from "../contract/errors.ts";
import { commitFiles } from "../platform/commit_files.ts";
import { findFolder } from "../platform/folders.ts";
import { folderOf, joinPath, relativeTo } from "../platform/os_paths.ts";
import { gitRootOf } from "./roots.ts";

/**
 * Whether `text` is what the file at the absolute `path` held in a revision of its own git work tree, but for the
 * ends of its lines, which a checkout may convert.
 *
 * False as well where nothing shows it: outside git, or where the revision names nothing.
 */
export function isAsCommitted(
  { path, text }: { readonly path: string; readonly text: string },
  revision: string,
): boolean {
  const folder = findFolder(folderOf(path));
  const git = folder.kind === "folder" ? gitRootOf(folder.path) : undefined;
  if (folder.kind !== "folder" || git === undefined) return false;
  const name = joinPath(relativeTo(git.root, folder.path), relativeTo(folderOf(path), path));
  return sameText(committedText(git.root, name, revision), text);
}

function committedText(root: string, name: string, revision: string): string | undefined {
  try {
    const { tree, close } = openCommit(root, revision);
    close();
    const files = commitFiles(root, tree);
    try {
      const found = files.read(name, Number.MAX_SAFE_INTEGER);
      return found.value === undefined ? undefined : new TextDecoder().decode(found.value.bytes);
    } finally {
      files.close();
    }
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function sameText(committed: string | undefined, text: string): boolean {
  return committed?.replaceAll("\r\n", "\n") === text.replaceAll("\r\n", "\n");
}
