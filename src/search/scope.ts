/**
 * Which files a request selects, and which of those nobody could look at.
 * @module
 */
import type { IncompleteReason } from "../contract/completeness.ts";
import type { FileEntry, SkippedEntry, Snapshot } from "../snapshot/snapshot.ts";
import { pathGlob, type PathPattern, pathRegex } from "./path_pattern.ts";
import type { FileScope } from "./requests.ts";

/** What the scope needs to know of a file. */
export type ScopedFile = Pick<FileEntry, "path" | "hidden" | "pathClass" | "language">;

/** What the scope needs to know of a path that has no entry. */
export type Classify = (path: string) => Pick<FileEntry, "pathClass" | "language">;

export interface Scope {
  selects(file: ScopedFile): boolean;
  /** Whether a skipped file is selected, or something below a skipped folder may be. */
  mayMiss(skipped: SkippedEntry): boolean;
}

/**
 * Compiles a scope.
 *
 * @throws {ToolError} invalid_params for `path_regex` (as a search pattern), `glob`, `exclude_glob`
 */
export function compileScope(scope: FileScope, classify: Classify): Scope {
  const wanted: PathPattern[] = [];
  if (scope.pathRegex !== undefined) wanted.push(pathRegex(scope.pathRegex));
  if (scope.glob !== undefined) wanted.push(pathGlob(scope.glob, "glob"));
  const unwanted = scope.excludeGlob === undefined
    ? undefined
    : pathGlob(scope.excludeGlob, "exclude_glob");

  const selects = ({ path, hidden, pathClass, language }: ScopedFile): boolean =>
    (!hidden || scope.includeHidden) &&
    (scope.pathClass === undefined || pathClass === scope.pathClass) &&
    (scope.language === undefined || language === scope.language) &&
    wanted.every((pattern) => pattern.matches(path)) &&
    !(unwanted?.matches(path) ?? false);

  const selectsBelow = (folder: string, hidden: boolean): boolean =>
    (!hidden || scope.includeHidden) &&
    wanted.every(({ prefix }) => meet(prefix, folder)) &&
    !excludesAll(scope.excludeGlob, folder);

  return {
    selects,
    mayMiss: (skipped) => {
      // The files beyond the limit are not known: any of them may be selected.
      if (skipped.reason === "file_limit") return true;
      const { path, hidden, folder } = skipped;
      return folder ? selectsBelow(path, hidden) : selects({ path, hidden, ...classify(path) });
    },
  };
}

/** The skipped entries of a snapshot that a scope may miss. */
export function missedBy(scope: Scope, snapshot: Snapshot): SkippedEntry[] {
  return snapshot.skipped.filter((skipped) => scope.mayMiss(skipped));
}

/** What a skipped entry costs an answer (contract.md §1.11). */
export function reasonFor({ reason, folder }: SkippedEntry): IncompleteReason {
  if (reason === "too_large") return "diagnostic_coverage";
  return reason === "unreadable" && !folder ? "unreadable_candidate" : "walk_failure";
}

/** Whether a path that starts with `prefix` can lie below a folder; "" is the root. */
function meet(prefix: string, folder: string): boolean {
  if (folder === "") return true;
  const below = `${folder.normalize("NFC")}/`;
  return below.startsWith(prefix) || prefix.startsWith(below);
}

/** Whether a glob of the form `some/folder/**` takes in everything below a folder. */
function excludesAll(glob: string | undefined, folder: string): boolean {
  const excluded = /^\/?([^*?]+)\/\*\*$/.exec(glob?.normalize("NFC") ?? "")?.[1];
  return excluded !== undefined && `${folder.normalize("NFC")}/`.startsWith(`${excluded}/`);
}
