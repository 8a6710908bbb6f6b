/**
 * `document_symbols`: the outline of one file, as a tree.
 *
 * Evidence: mixed; the file is parsed as it is now. Symbols are in pre-order, and a page is cut in pre-order.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { DOCUMENT_SYMBOLS_DEFAULT, DOCUMENT_SYMBOLS_MAX } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { handleFields } from "../contract/source.ts";
import { Target } from "../contract/target.ts";
import type { OutlineResult, OutlineRow } from "../search/requests.ts";
import { requireOneCursor } from "../session/continuations.ts";
import type { Place } from "../workspace/workspace.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import { continuation, repositoryId, responseMode } from "./fields.ts";
import type { Hit } from "./find_rows.ts";
import { followUpField, kindsOfRows } from "./follow_up.ts";
import { type FlatSymbol, flatten, nest, SymbolNode } from "./outline_tree.ts";
import { spanOf, symbolAnchor, symbolTarget } from "./search_rows.ts";
import { recover } from "./recovery.ts";
import { resolveTarget } from "./target.ts";

const Input = z.strictObject({
  path: z.string().min(1).optional().describe("File; exactly one of path and target"),
  target: Target.optional(),
  repository_id: repositoryId,
  top_level_only: z.boolean().default(true).describe("Without symbols inside other symbols"),
  include_follow_up_structural: z.boolean().default(false).describe(
    "Add ready search_structural requests, where that tool is live",
  ),
  limit: z.int().min(1).max(DOCUMENT_SYMBOLS_MAX).default(DOCUMENT_SYMBOLS_DEFAULT).describe(
    "Symbols of this page",
  ),
  resume_from: z.int().min(0).optional().describe("Older cursor; use continuation instead"),
  continuation,
  response_mode: responseMode,
}).superRefine(({ path, target }, context) => {
  if (path !== undefined || target !== undefined) return;
  context.addIssue({ code: "custom", path: ["path"], message: "required unless target is given" });
});

const Output = z.looseObject({
  symbols: z.array(SymbolNode).describe("Symbols as a tree, in pre-order"),
  total_symbols: z.int().min(0).describe("Symbols that the request selects"),
  returned: z.int().min(0).describe("Symbols on this page, children included"),
  truncated: z.boolean().describe("Whether symbols are left out of this page"),
  resume_from: z.int().optional().describe("Older cursor of the next page"),
  completeness: Completeness,
  top_level_only: z.boolean().describe("As asked for"),
  ...handleFields,
  metadata: z.looseObject({}).optional().describe("Diagnostics, in full mode"),
  note: z.string().optional().describe("metadata as JSON text, in full mode"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type OutlineHit = Hit<OutlineRow, OutlineResult>;

export default defineTool({
  name: "document_symbols",
  title: "Document symbols",
  description: "Outline one file as a symbol tree; read completeness, follow its continuation",
  profile: "core",
  evidence: "mixed",
  reach: "file",
  input: Input,
  output: Output,
  run,
  cites: ({ symbols }) =>
    flatten(symbols).map(({ pointer, node }) => ({
      row: pointer,
      repository_id: node.repository_id,
      path: node.path,
      span: spanOf(node),
    })),
  rows: ({ symbols }) => [{
    pointer: "/symbols",
    order: "exact",
    rows: flatten(symbols).map(({ pointer, node }) => ({
      pointer,
      repository_id: node.repository_id,
      path: node.path,
      identity: `${node.kind} ${node.symbol}`,
      text: node.signature ?? node.symbol,
    })),
  }],
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  requireOneCursor(input);
  const { repository, path } = await placeOf(input, call);
  const gathered = await gather<OutlineRow, OutlineResult>(call, {
    tool: "document_symbols",
    unit: "document_symbol",
    request: input,
    continuation: input.continuation,
    offset: input.resume_from ?? 0,
    limit: input.limit,
    repositories: [repository],
    find: ({ engine }, slice, engineCall) => {
      const request = { path, topLevelOnly: input.top_level_only, slice };
      return engine.search("outline", request, engineCall);
    },
  });
  const recovery = await recover(call, gathered, {
    tool: "document_symbols",
    input,
    filters: {},
    repositoryId: input.repository_id,
  });
  const metadata = metadataOf(gathered);
  const kinds = input.include_follow_up_structural
    ? await kindsOfRows(call, gathered.hits)
    : undefined;
  return present(call, gathered, {
    handle: { scope: "symbols", anchor: symbolAnchor, target: symbolTarget },
    row: (hit, identity) => ({
      ...rowOf(hit, identity),
      ...followUpField(call, kinds?.get(hit.row), {
        repositoryId: hit.repository.id,
        path: hit.row.path,
      }),
    }),
    frame: (rows, { completeness, reached, result_handle, handle_scope, handle_expires }) => ({
      symbols: nest(rows),
      total_symbols: gathered.total,
      returned: rows.length,
      truncated: completeness.truncated,
      ...(reached === undefined ? {} : { resume_from: reached }),
      completeness,
      top_level_only: input.top_level_only,
      ...(result_handle === undefined ? {} : { result_handle, handle_scope, handle_expires }),
      metadata,
      note: JSON.stringify(metadata),
      ...recovery,
    }),
  });
}

async function placeOf(input: Input, call: ToolCall): Promise<Place> {
  const { path, target, repository_id } = input;
  if (target !== undefined) {
    if (path === undefined) return await resolveTarget(call, { target, repository_id });
    throw new ToolError("CONFLICTING_TARGET_INPUT", 'Cannot use "target" beside "path"', {
      related_tools: ["search_symbol", "search_text"],
      next_actions: [],
      suggested_next: [],
    });
  }
  const { workspace, session, signal } = call;
  return await workspace.place(session.adoptions, path ?? "", repository_id, { signal });
}

function metadataOf(
  { results }: Gathered<OutlineRow, OutlineResult>,
): { source: string; language?: string; partial?: boolean } {
  const [result] = results;
  return result === undefined
    ? { source: "tree_sitter" }
    : { source: "tree_sitter", language: result.language, partial: result.partial };
}

function rowOf(
  { row, repository }: OutlineHit,
  identity: Pick<FlatSymbol, "match_id" | "target_ref">,
): FlatSymbol {
  return {
    ...identity,
    stable_symbol_id: row.stableSymbolId,
    symbol: row.symbol,
    kind: row.kind,
    repository_id: repository.id,
    path: row.path,
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
    ...(row.container === undefined ? {} : { container: row.container }),
    signature: row.signature,
    depth: row.depth,
  };
}
