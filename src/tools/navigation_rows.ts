/**
 * Rows of the six navigation tools on the wire.
 * @module
 */
import { z } from "zod";
import type { Cite, RowCollection } from "../contract/tool.ts";
import { rowIdentity, rowPlace } from "../contract/source.ts";
import type { StableSymbolTarget } from "../contract/target.ts";
import type { NavigationResult, NavigationRow } from "../search/navigation/requests.ts";
import type { Anchor } from "../session/anchors.ts";
import type { Hit } from "./find_rows.ts";
import { FollowUp } from "./follow_up.ts";
import { proofOf, spanOf } from "./search_rows.ts";

const text = z.string().optional();
const coordinate = z.int().min(1).optional();

/** One row of any of the six; which fields it has depends on the tool. */
export const NavigationMatch = z.looseObject({
  ...rowIdentity,
  stable_symbol_id: text.describe("Id of the symbol in its snapshot"),
  symbol: text.describe("Name"),
  kind: z.string().nullable().optional().describe("Kind of the symbol; null for what is none"),
  match_kind: z.enum(["definition", "declaration", "reference"]).optional().describe(
    "What the row is to the symbol",
  ),
  ...rowPlace,
  container: text.describe("Innermost enclosing symbol"),
  signature: text.describe("Qualified name"),
  relation: text.describe("implements, extends or calls"),
  precision: text.describe(
    "heuristic_scope: by scopes and imports; heuristic_type: by a declared type; heuristic_name: by name alone",
  ),
  fallback_reason: text.describe("Why nothing more precise is known"),
  source_symbol: text.describe("Caller"),
  target_symbol: text.describe("Callee"),
  call_path: text.describe("File of the call"),
  call_line: coordinate.describe("1-based line of the calling name"),
  call_column: coordinate.describe("1-based byte column of the calling name"),
  call_end_line: coordinate.describe("1-based line of its last byte"),
  call_end_column: coordinate.describe("1-based byte column after its last byte"),
  follow_up_structural: z.array(FollowUp).optional().describe("Ready search_structural requests"),
});
export type NavigationMatch = z.infer<typeof NavigationMatch>;

export type NavigationHit = Hit<NavigationRow, NavigationResult>;

/** Which fields a tool's rows have. */
export type RowShape = "reference" | "definition" | "implementation" | "call";

/** Why a row of each precision is no better. */
const NAME_ONLY = "name_only";

export function navigationMatch(
  { row, repository }: NavigationHit,
  identity: Pick<NavigationMatch, "match_id" | "target_ref">,
  shape: RowShape,
): NavigationMatch {
  return {
    ...identity,
    ...shapeFields(row, shape),
    repository_id: repository.id,
    path: row.path,
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
    precision: row.precision,
  };
}

function shapeFields(row: NavigationRow, shape: RowShape): Partial<NavigationMatch> {
  const symbol = symbolFields(row);
  const isByName = row.precision === "heuristic_name";
  const reason = isByName ? { fallback_reason: NAME_ONLY } : { fallback_reason: "precise_absent" };
  switch (shape) {
    case "reference":
      return { ...symbol, match_kind: row.matchKind, ...reason };
    case "definition":
      return { ...symbol, kind: row.kind ?? null };
    case "implementation":
      return { ...symbol, kind: row.kind ?? null, relation: row.relation ?? "", ...reason };
    case "call":
      return callFields(row);
  }
}

function symbolFields(row: NavigationRow): Partial<NavigationMatch> {
  return {
    ...(row.stableSymbolId === undefined ? {} : { stable_symbol_id: row.stableSymbolId }),
    symbol: row.symbol,
    ...(row.container === undefined ? {} : { container: row.container }),
    ...(row.signature === undefined ? {} : { signature: row.signature }),
  };
}

function callFields({ call, relation }: NavigationRow): Partial<NavigationMatch> {
  if (call === undefined) return {};
  const { site, source, target } = call;
  return {
    ...endFields("source", source),
    ...endFields("target", target),
    relation: relation ?? "calls",
    call_path: site.path,
    call_line: site.line,
    call_column: site.column,
    call_end_line: site.endLine,
    call_end_column: site.endColumn,
  };
}

function endFields(
  side: "source" | "target",
  end: NonNullable<NavigationRow["call"]>["source"],
): Record<string, string> {
  return {
    [`${side}_symbol`]: end.symbol,
    ...(end.stableSymbolId === undefined
      ? {}
      : { [`${side}_stable_symbol_id`]: end.stableSymbolId }),
    ...(end.container === undefined ? {} : { [`${side}_container`]: end.container }),
    ...(end.signature === undefined ? {} : { [`${side}_signature`]: end.signature }),
  };
}

/** What a row stands on: its own place, and its symbol only where it stands on that symbol. */
export function navigationAnchor({ row, result, repository }: NavigationHit): Anchor {
  const { path, line, column, stableSymbolId } = row;
  const source = proofOf(result.coverage, path);
  const own = row.matchKind !== "reference" || row.call !== undefined;
  return {
    repositoryId: repository.id,
    path,
    line,
    column,
    source,
    ...(own && stableSymbolId !== undefined ? { stableSymbolId } : {}),
  };
}

/** The symbol that a row speaks of, as long as its file is the snapshot's. */
export function navigationTarget(
  { row, result, repository }: NavigationHit,
): StableSymbolTarget | undefined {
  const own = row.matchKind !== "reference" || row.call !== undefined;
  const path = own ? row.path : result.subject?.symbol?.path;
  if (row.stableSymbolId === undefined || path === undefined) return undefined;
  if (result.coverage.changed.includes(path)) return undefined;
  return {
    kind: "stable_symbol",
    repository_id: repository.id,
    stable_symbol_id: row.stableSymbolId,
    snapshot_token: result.snapshotToken,
  };
}

/** The token of a reference, the whole definition of all others; of a call, the calling name. */
export function navigationCites(
  matches: readonly NavigationMatch[],
  pointer = "/matches",
): Cite[] {
  return matches.map((match, index) => {
    const { call_path, call_line, call_column, call_end_line, call_end_column } = match;
    const row = `${pointer}/${index}`;
    const { repository_id } = match;
    if (call_path === undefined || call_line === undefined || call_column === undefined) {
      return { row, repository_id, path: match.path, span: spanOf(match) };
    }
    const span = spanOf({
      line: call_line,
      column: call_column,
      end_line: call_end_line,
      end_column: call_end_column,
    });
    return { row, repository_id, path: call_path, span };
  });
}

export function navigationRows(
  matches: readonly NavigationMatch[],
  pointer = "/matches",
): RowCollection[] {
  return [{
    pointer,
    order: "exact",
    rows: matches.map((match, index) => ({
      pointer: `${pointer}/${index}`,
      repository_id: match.repository_id,
      path: match.path,
      identity: identityOf(match),
      text: match.signature ?? match.symbol ?? "",
    })),
  }];
}

function identityOf(
  { match_kind, kind, symbol, source_symbol, target_symbol }: NavigationMatch,
): string {
  if (source_symbol !== undefined) return `${source_symbol} calls ${target_symbol ?? ""}`;
  return `${match_kind ?? kind ?? "name"} ${symbol ?? ""}`;
}
