/**
 * The folder a playbook runs in: its own `workspace.path`, or the root of the command.
 *
 * A playbook may come from anywhere, so it may only name folders of the git work tree that holds it, or of the roots
 * that the command works on anyway.
 * @module
 */
import { findFolder } from "../platform/folders.ts";
import { folderOf, isInside, resolveFrom } from "../platform/os_paths.ts";
import type { LoadedPlaybook } from "../playbook/load.ts";
import { Problems } from "../playbook/places.ts";
import { gitRootOf } from "../workspace/roots.ts";

/**
 * Canonical root of the run of the playbook in the file `path`; undefined for a playbook that names none.
 *
 * @throws {PlaybookError} for a folder that is not there, or that it may not name
 */
export function playbookRoot(
  { playbook, file, places }: LoadedPlaybook,
  path: string,
  commandRoots: readonly string[],
): string | undefined {
  const wanted = playbook.workspace?.path;
  if (wanted === undefined) return undefined;
  const problems = new Problems(file, places);
  const found = findFolder(resolveFrom(folderOf(path), wanted));
  if (found.kind !== "folder") {
    problems.error(
      "/workspace/path",
      `expected a folder, found ${
        found.kind === "not_a_folder" ? "a file" : "nothing"
      } at "${wanted}"`,
    );
  } else if (!allowedRoots(path, commandRoots).some((root) => isInside(root, found.path))) {
    problems.error(
      "/workspace/path",
      `expected a folder of the git work tree that holds the playbook, found "${wanted}"; ` +
        "--workspace-root DIR allows another",
    );
  }
  problems.throwIfAny();
  return found.kind === "folder" ? found.path : undefined;
}

function allowedRoots(path: string, commandRoots: readonly string[]): readonly string[] {
  const folder = findFolder(folderOf(path));
  if (folder.kind !== "folder") return commandRoots;
  return [gitRootOf(folder.path)?.root ?? folder.path, ...commandRoots];
}
