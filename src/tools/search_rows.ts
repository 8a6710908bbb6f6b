/**
 * What the rows of the searches have in common: their proof, their span, their cost.
 * @module
 */
import type { SourceProof, Span } from "../contract/source.ts";
import type { StableSymbolTarget } from "../contract/target.ts";
import type { Cite } from "../contract/tool.ts";
import type { Coverage } from "../search/requests.ts";
import type { Anchor } from "../session/anchors.ts";
import type { Repository } from "../workspace/workspace.ts";
import { type Corpus, type Efficiency, efficiencyOf } from "./efficiency.ts";

/** A filtered answer with fewer rows is `hot` (contract.md §9). */
const HOT_ROWS = 50;

/** Proof of the file that gave a row. */
export function proofOf({ sources }: Coverage, path: string): SourceProof {
  const source = sources.get(path);
  if (source === undefined) throw new Error(`Cannot prove a row of "${path}": it has no source`);
  return source;
}

/** A row that is a symbol, with where it comes from. */
interface SymbolHit {
  readonly row: {
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly stableSymbolId: string;
  };
  readonly result: { readonly coverage: Coverage; readonly snapshotToken: string };
  readonly repository: Repository;
}

/** What a symbol row stands on. */
export function symbolAnchor({ row, result, repository }: SymbolHit): Anchor {
  const { path, line, column, stableSymbolId } = row;
  const source = proofOf(result.coverage, path);
  return { repositoryId: repository.id, path, line, column, stableSymbolId, source };
}

/** The lasting target of a symbol row; undefined if only the row's own source can vouch for it. */
export function symbolTarget(
  { row, result, repository }: SymbolHit,
): StableSymbolTarget | undefined {
  // A symbol of a file that changed is not the snapshot's.
  if (result.coverage.changed.includes(row.path)) return undefined;
  return {
    kind: "stable_symbol",
    repository_id: repository.id,
    stable_symbol_id: row.stableSymbolId,
    snapshot_token: result.snapshotToken,
  };
}

interface Placed {
  readonly line: number;
  readonly column: number;
  readonly end_line?: number | undefined;
  readonly end_column?: number | undefined;
}

/** What a collection of rows cites: the span of each. */
export function citeMatches(
  matches: readonly (Placed & { readonly repository_id: string; readonly path: string })[],
  pointer = "/matches",
): readonly Cite[] {
  return matches.map((match, index) => ({
    row: `${pointer}/${index}`,
    repository_id: match.repository_id,
    path: match.path,
    span: spanOf(match),
  }));
}

/** The span of a row; one without an end is a point. */
export function spanOf(row: Placed): Span {
  return {
    start_line: row.line,
    start_column: row.column,
    end_line: row.end_line ?? row.line,
    end_column: row.end_column ?? row.column,
  };
}

/** Cost of a text search by its filters and rows. */
export function latencyClass(
  filters: readonly unknown[],
  rows: number,
): "hot" | "warm" | "cold" {
  if (filters.every((filter) => filter === undefined)) return "cold";
  return rows < HOT_ROWS ? "hot" : "warm";
}

interface ShownRow {
  readonly repository_id: string;
  readonly path: string;
  readonly excerpt: string;
}

/** The efficiency of a page of rows. */
export function searchEfficiency(
  corpus: Corpus,
  rows: readonly ShownRow[],
  { results, repositories }: {
    readonly results: readonly { readonly coverage: Coverage }[];
    readonly repositories: readonly Repository[];
  },
): Efficiency {
  const coverages = new Map(
    repositories.map(({ id }, index) => [id, results[index]?.coverage]),
  );
  const files = new Map<string, SourceProof>();
  for (const { repository_id: id, path } of rows) {
    const coverage = coverages.get(id);
    if (coverage !== undefined) files.set(`${id}:${path}`, proofOf(coverage, path));
  }
  const encoder = new TextEncoder();
  const sourceBytes = rows.reduce((sum, { excerpt }) => sum + encoder.encode(excerpt).length, 0);
  return efficiencyOf(corpus, { rows: rows.length, sourceBytes, files });
}
