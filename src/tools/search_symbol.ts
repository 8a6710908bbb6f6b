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
import { handleFields } from "../contract/source.ts";
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
import { recover } from "./recovery.ts";
import { citeMatches, symbolAnchor, symbolTarget } from "./search_rows.ts";
import { SymbolMatch, symbolMatch, symbolRows } from "./symbol_match.ts";

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

export default defineTool({
  name: "search_symbol",
  title: "Search symbol",
  description: "Find definitions by name; read completeness and follow its continuation",
  profile: "core",
  evidence: "snapshot_index",
  reach: "filters",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: Input,
  output: Output,
  run,
  cites: ({ matches }) => citeMatches(matches),
  rows: ({ matches }) => symbolRows(matches),
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
    row: symbolMatch,
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
