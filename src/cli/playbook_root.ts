/**
 * The folder a playbook runs in: its own `workspace.path`, or the root of the command.
 *
 * A playbook may come from anywhere, so it may only name folders of the git work tree that holds it, or those that
 * the person named.
 * @module
 */
import { findFolder } from "../platform/folders.ts";
import { folderOf, isInside, resolveFrom } from "../platform/os_paths.ts";
import type { LoadedPlaybook } from "../playbook/load.ts";
import { formatProblem } from "../playbook/problem.ts";
import { gitRootOf } from "../workspace/roots.ts";
import { environmentError, usageError } from "./exit.ts";

/**
 * Canonical root of a playbook's run; undefined for a playbook that names none.
 *
 * @throws {CommandError} usage for a folder it may not name, environment for one that is not there
 */
export function playbookRoot(
  loaded: LoadedPlaybook,
  path: string,
  namedRoots: readonly string[],
): string | undefined {
  const wanted = loaded.playbook.workspace?.path;
  if (wanted === undefined) return undefined;
  const found = findFolder(resolveFrom(folderOf(path), wanted));
  if (found.kind !== "folder") {
    throw environmentError(
      at(loaded, `cannot find the folder "${wanted}"`),
      "Check workspace.path",
    );
  }
  if (allowedRoots(path, namedRoots).some((root) => isInside(root, found.path))) return found.path;
  throw usageError(
    at(loaded, `"${wanted}" is outside the git work tree that holds the playbook`),
    "Move the playbook, or allow the folder with --workspace-root DIR",
  );
}

function allowedRoots(path: string, namedRoots: readonly string[]): readonly string[] {
  const folder = findFolder(folderOf(path));
  if (folder.kind !== "folder") return namedRoots;
  return [gitRootOf(folder.path)?.root ?? folder.path, ...namedRoots];
}

function at({ places, file }: LoadedPlaybook, message: string): string {
  const place = places.values.get("/workspace/path");
  return formatProblem({
    severity: "error",
    pointer: "/workspace/path",
    message,
    ...(file === undefined ? {} : { file }),
    ...(place === undefined ? {} : { line: place.line, column: place.column }),
  });
}
