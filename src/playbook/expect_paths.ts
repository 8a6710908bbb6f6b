/**
 * The paths an answer lists, with their ranks, for expectations about paths.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import type { TraceStep } from "../contract/playbook.ts";
import type { ToolInfo } from "../contract/tool.ts";

export interface ListedPath {
  readonly path: string;
  readonly repository: string | undefined;
  /** Position in its collection, from 0. */
  readonly rank: number;
  /** JSON pointer of the row. */
  readonly pointer: string;
}

/** The paths of all rows; for an answer that has no collections, those of the files it rests on. */
export function listPaths(
  { outcome, sources }: Pick<TraceStep, "outcome" | "sources">,
  tool: Pick<ToolInfo, "rows"> | undefined,
): readonly ListedPath[] {
  if (outcome.status === "err" || !isJsonObject(outcome.response_json)) return [];
  const collections = tool?.rows(outcome.response_json) ?? [];
  if (collections.length === 0) {
    return sources.map(({ path, repository }, rank) => ({ path, repository, rank, pointer: "" }));
  }
  return collections.flatMap(({ rows }) =>
    rows.flatMap(({ path, repository_id: repository, pointer }, rank) =>
      path === undefined ? [] : [{ path, repository, rank, pointer }]
    )
  );
}

/** The first listing of a path, given as `path` or `alias:path`. */
export function findPath(path: string, paths: readonly ListedPath[]): ListedPath | undefined {
  return paths.find((listed) =>
    listed.path === path || `${listed.repository ?? ""}:${listed.path}` === path
  );
}

/** The paths as a failed expectation shows them: each once, the first few. */
export function describePaths(paths: readonly ListedPath[]): Json {
  const distinct = [...new Set(paths.map(({ path }) => path))];
  return distinct.length <= MAX_SHOWN
    ? distinct
    : [...distinct.slice(0, MAX_SHOWN), `and ${distinct.length - MAX_SHOWN} more`];
}

/** Paths that a failed expectation shows. */
const MAX_SHOWN = 10;
