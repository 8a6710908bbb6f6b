/**
 * `search_symbol`: find definitions by name.
 *
 * Evidence: snapshot_index. Rows are ordered by how well the name fits, then runtime before project before support.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { MAX_SEARCH_ROWS, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields, type ZeroHitCode } from "../contract/recovery.ts";
import {
  excerptFields,
  handleFields,
  PATH_CLASSES,
  rowIdentity,
  rowPlace,
} from "../contract/source.ts";
import type { SymbolRank, SymbolResult, SymbolRow } from "../search/requests.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import {
  appliedFilters,
  continuation,
  fileScope,
  pathClass,
  pathRegex,
  repositoryId,
  responseMode,
} from "./fields.ts";
import type { Hit } from "./find_rows.ts";
import { recover } from "./recovery.ts";
import { citeMatches, symbolAnchor, symbolTarget } from "./search_rows.ts";

const Input = z.strictObject({
  query: z.string().trim().min(1).describe("Name of a symbol, or its beginning or a part of it"),
  repository_id: repositoryId,
  path_class: pathClass.default("runtime").describe("Only files of this class"),
  path_regex: pathRegex,
  limit: z.int().min(1).default(MAX_SEARCH_ROWS).describe(
    "Rows of this page; more than 200 count as 200",
  ),
  continuation,
  response_mode: responseMode,
});

const SymbolMatch = z.looseObject({
  ...rowIdentity,
  stable_symbol_id: z.string().optional().describe("Id of the symbol in its snapshot"),
  symbol: z.string().describe("Name"),
  kind: z.string().describe("Kind, such as function or class"),
  ...rowPlace,
  ...excerptFields,
  excerpt: excerptFields.excerpt.optional(),
  path_class: z.enum(PATH_CLASSES).optional().describe("Class of the file"),
  container: z.string().optional().describe("Innermost enclosing symbol"),
  signature: z.string().optional().describe("Qualified name"),
});

const Output = z.looseObject({
  matches: z.array(SymbolMatch).describe("Definitions, best first"),
  completeness: Completeness,
  ...handleFields,
  latency_class: z.enum(["hot", "warm"]).optional().describe("How cheap the request was"),
  metadata: z.looseObject({}).optional().describe("Diagnostics, in full mode"),
  note: z.string().optional().describe("metadata as JSON text, in full mode"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type SymbolHit = Hit<SymbolRow, SymbolResult>;

export default defineTool({
  name: "search_symbol",
  title: "Search symbol",
  description: "Find definitions by name; read completeness and follow its continuation",
  profile: "core",
  evidence: "snapshot_index",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: Input,
  output: Output,
  run,
  cites: ({ matches }) => citeMatches(matches),
  rows: ({ matches }) => [{
    pointer: "/matches",
    order: "exact",
    rows: matches.map(({ repository_id, path, kind, symbol, signature }, index) => ({
      pointer: `/matches/${index}`,
      repository_id,
      path,
      identity: `${kind} ${symbol}`,
      text: signature ?? symbol,
    })),
  }],
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  const { session, workspace, signal } = call;
  const limit = Math.min(input.limit, MAX_SEARCH_ROWS);
  const gathered = await gather<SymbolRow, SymbolResult>(call, {
    tool: "search_symbol",
    unit: "symbol",
    request: { ...input, limit },
    continuation: input.continuation,
    limit,
    repositories: await workspace.scope(session.adoptions, input.repository_id, { signal }),
    find: ({ engine }, slice, engineCall) =>
      engine.search("symbol", { query: input.query, scope: fileScope(input), slice }, engineCall),
    compare: compareRanks,
  });
  const recovery = await recover(call, gathered, {
    tool: "search_symbol",
    input,
    filters: appliedFilters(input),
    repositoryId: input.repository_id,
    override: overrideOf(input, gathered),
  });
  const metadata = { source: "tree_sitter", diagnostics_count: gathered.skipped.length };
  const filtered = input.path_class !== "any" || input.path_regex !== undefined ||
    input.repository_id !== undefined;
  return present(call, gathered, {
    handle: { scope: "symbols", anchor: symbolAnchor, target: symbolTarget },
    row: rowOf,
    frame: (matches, { completeness, result_handle, handle_scope, handle_expires }) => ({
      matches: [...matches],
      completeness,
      ...(result_handle === undefined ? {} : { result_handle, handle_scope, handle_expires }),
      latency_class: filtered ? "hot" : "warm",
      metadata,
      note: JSON.stringify(metadata),
      ...recovery,
    }),
  });
}

/** Interleaves repositories; rows of one repository come in their final order already. */
function compareRanks({ rank: a = LAST }: SymbolRow, { rank: b = LAST }: SymbolRow): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

const LAST: SymbolRank = [9, 9, 9];

/** What only this tool knows about zero rows: its default class leaves files out. */
function overrideOf(
  { path_class: wanted, path_regex: regex }: Input,
  { results }: Gathered<SymbolRow, SymbolResult>,
): ZeroHitCode | undefined {
  if (wanted === "any") return undefined;
  if (wanted === "runtime") return "ZERO_HIT_RUNTIME_SCOPE";
  const noFile = results.every(({ coverage }) => coverage.eligibleFiles === 0);
  return noFile && regex === undefined ? "PATH_CLASS_NOT_INDEXED" : undefined;
}

function rowOf(
  { row, repository }: SymbolHit,
  identity: Pick<z.infer<typeof SymbolMatch>, "match_id" | "target_ref">,
): z.infer<typeof SymbolMatch> {
  return {
    ...identity,
    stable_symbol_id: row.stableSymbolId,
    repository_id: repository.id,
    symbol: row.symbol,
    kind: row.kind,
    path: row.path,
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
    excerpt: row.excerpt,
    ...(row.excerptTruncated ? { excerpt_truncated: true } : {}),
    path_class: row.pathClass,
    ...(row.container === undefined ? {} : { container: row.container }),
    signature: row.signature,
  };
}
