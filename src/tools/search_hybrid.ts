/**
 * `search_hybrid`: the files that are likely to answer a question, best first.
 *
 * Evidence: snapshot_index ranks; places and excerpts are read live. Rows are ordered by blended score, repository,
 * path. It is never exhaustive and never paged: an answer states neither a total nor that it is complete.
 * @module
 */
import { z } from "zod";
import { Completeness, type TruncationReason } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { CHANNEL_STATUSES, DEFAULT_WEIGHTS, QUERY_SHAPES } from "../contract/hybrid.ts";
import { MAX_SEARCH_ROWS, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { handleFields } from "../contract/source.ts";
import type { HybridRequest, HybridResult, HybridRow } from "../search/requests.ts";
import type { Anchor } from "../session/anchors.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { corpusOf, Efficiency } from "./efficiency.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import { contextEfficiency, fileScope, repositoryId, responseMode } from "./fields.ts";
import type { Hit } from "./find_rows.ts";
import { pivotAdvice, rankingNote } from "./hybrid_advice.ts";
import { HybridMatch, hybridMatch } from "./hybrid_match.ts";
import { languageId, type LanguageNames } from "./language_names.ts";
import { recover } from "./recovery.ts";
import { citeMatches, proofOf, searchEfficiency } from "./search_rows.ts";

const weight = z.number().min(0);

const Input = z.strictObject({
  query: z.string().trim().min(1).describe("A question, or names that belong to what is wanted"),
  repository_id: repositoryId,
  language: z.string().min(1).optional().describe("Only files of this language (id or alias)"),
  limit: z.int().min(1).default(MAX_SEARCH_ROWS).describe(
    "Rows at most; more than 200 count as 200",
  ),
  weights: z.strictObject({
    lexical: weight.default(DEFAULT_WEIGHTS.lexical).describe("Words of contents and paths"),
    graph: weight.default(DEFAULT_WEIGHTS.graph).describe("Symbols and files that mention them"),
    semantic: weight.default(DEFAULT_WEIGHTS.semantic).describe("Vectors"),
  }).default(DEFAULT_WEIGHTS).describe("Shares of the families in the score; not all 0"),
  semantic: z.boolean().optional().describe("Ask for vectors too; omitted: as the server is set"),
  response_mode: responseMode,
  include_context_efficiency: contextEfficiency,
}).superRefine(({ weights }, context) => {
  if (Object.values(weights).every((value) => value === 0)) {
    context.addIssue({ code: "custom", path: ["weights"], message: "all weights are 0" });
  }
});

const Channel = z.looseObject({
  status: z.enum(CHANNEL_STATUSES).describe("Whether the channel took part"),
  candidate_count: z.int().min(0).describe("Candidates it named"),
  match_count: z.int().min(0).describe("Rows of engines' answers that it speaks for"),
});

const Output = z.looseObject({
  matches: z.array(HybridMatch).describe("One row a file, best first"),
  completeness: Completeness,
  ...handleFields,
  best_pivot_path: z.string().optional().describe("First path from which other tools can go on"),
  latency_class: z.enum(["warm", "cold"]).optional().describe("How cheap the request was"),
  ranking_note: z.string().describe("What ranked rows are worth"),
  metadata: z.looseObject({
    channels: z.looseObject({
      lexical_manifest: Channel.describe("Words of contents"),
      path_surface_witness: Channel.describe("Words of paths"),
      graph_precise: Channel.describe("Symbols and mentions of them"),
      semantic: Channel.describe("Vectors"),
    }).optional().describe("What each channel did"),
    query_shape: z.enum(QUERY_SHAPES).optional().describe("What the query looks like"),
    lexical_backend: z.string().optional().describe("Which engine searched"),
    diagnostics_count: z.int().min(0).optional().describe("Files that were not looked at"),
    semantic_status: z.enum(CHANNEL_STATUSES).optional().describe("State of the vectors"),
    context_efficiency: Efficiency.optional(),
  }).optional().describe("Diagnostics; full mode, or when asked for"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type HybridHit = Hit<HybridRow, HybridResult>;
type Page = Gathered<HybridRow, HybridResult>;

/** How the server treats vectors, which it does not have yet. */
export interface SemanticPolicy {
  /** What a request that does not say asks for. */
  readonly enabled: boolean;
  /** Refuses a request for vectors that cannot be had, instead of ranking without them. */
  readonly strict: boolean;
}

/** What the tool needs beyond a call. */
interface Parts {
  readonly languages: LanguageNames;
  readonly semantic: SemanticPolicy;
}

export function searchHybridTool(parts: Parts): Tool {
  return defineTool({
    name: "search_hybrid",
    title: "Search hybrid",
    description: "Rank files for a question: discovery only, incomplete, without continuation",
    profile: "core",
    evidence: "snapshot_index",
    deadlineMs: SEARCH_DEADLINE_MS,
    input: Input,
    output: Output,
    run: (input, call) => run(input, call, parts),
    cites: ({ matches }) => citeMatches(matches),
    rows: ({ matches }) => [{
      pointer: "/matches",
      order: "ranked",
      rows: matches.map(({ repository_id, path, anchor, excerpt }, index) => ({
        pointer: `/matches/${index}`,
        repository_id,
        path,
        identity: anchor?.detail ?? "file",
        text: excerpt,
      })),
    }],
  });
}

async function run(given: Input, call: ToolCall, parts: Parts): Promise<Output> {
  const { session, workspace, signal } = call;
  const input = { ...given, semantic: given.semantic ?? parts.semantic.enabled };
  if (input.semantic && parts.semantic.strict) throw noVectors();
  const language = languageId(input.language, parts.languages);
  const gathered = await gather<HybridRow, HybridResult>(call, {
    tool: "search_hybrid",
    unit: "occurrence",
    request: input,
    limit: Math.min(input.limit, MAX_SEARCH_ROWS),
    repositories: await workspace.scope(session.adoptions, input.repository_id, { signal }),
    find: ({ engine }, slice, engineCall) =>
      engine.search("hybrid", requestOf(input, language, slice), engineCall),
    compare: (a, b) => b.blendedScore - a.blendedScore,
  });
  const recovery = await recover(call, gathered, {
    tool: "search_hybrid",
    input: given,
    filters: {},
    repositoryId: input.repository_id,
    literalQuery: input.query,
  });
  const corpus = input.include_context_efficiency
    ? await corpusOf(call, gathered.repositories)
    : undefined;
  const advice = pivotAdvice(call, gathered, input.repository_id);
  return present(call, gathered, {
    handle: { scope: "hybrid", anchor: anchorOf },
    unpaged: true,
    bounds: boundsOf(gathered),
    row: hybridMatch,
    frame: (matches, { completeness, result_handle, handle_scope, handle_expires }) => ({
      matches: [...matches],
      completeness,
      ...(result_handle === undefined ? {} : { result_handle, handle_scope, handle_expires }),
      ...bestPivot(matches),
      latency_class: matches.length === 0 ? "warm" : "cold",
      ranking_note: rankingNote(gathered),
      metadata: {
        ...diagnosticsOf(input, gathered),
        ...(corpus === undefined
          ? {}
          : { context_efficiency: searchEfficiency(corpus, matches, gathered) }),
      },
      ...recovery,
      ...advice,
    }),
  });
}

function requestOf(
  { query, weights }: Input,
  language: string | undefined,
  slice: HybridRequest["slice"],
): HybridRequest {
  return { query, weights, slice, scope: fileScope({ language }) };
}

function noVectors(): ToolError {
  return new ToolError("unavailable", "Cannot search by vectors: no provider is configured", {
    error_class: "semantic",
    semantic_status: "strict_failure",
    semantic_reason: "not_configured",
  });
}

/** The ranked list was cut, by the limit or because a channel names no more candidates. */
function boundsOf({ hits, total, results }: Page): TruncationReason[] {
  const cut = hits.length < total || results.some(({ mayHaveMore }) => mayHaveMore);
  return cut ? ["top_k_limit"] : [];
}

function bestPivot(matches: readonly HybridMatch[]): { best_pivot_path?: string } {
  const best = matches.find(({ navigation_hint: hint }) => hint?.pivotable === true);
  return best === undefined ? {} : { best_pivot_path: best.path };
}

function diagnosticsOf(
  { semantic }: Input,
  { results, skipped, reasons }: Page,
): NonNullable<Output["metadata"]> {
  const failed = reasons.includes("backend_failure");
  const channel = (
    name: keyof HybridResult["channels"],
  ): z.infer<typeof Channel> => ({
    status: failed ? "unavailable" : "ok",
    candidate_count: sum(results.map(({ channels }) => channels[name].candidates)),
    match_count: sum(results.map(({ channels }) => channels[name].matches)),
  });
  const semanticStatus = semantic === true ? "unavailable" : "disabled";
  return {
    channels: {
      lexical_manifest: channel("lexical_manifest"),
      path_surface_witness: channel("path_surface_witness"),
      graph_precise: channel("graph_precise"),
      semantic: { status: semanticStatus, candidate_count: 0, match_count: 0 },
    },
    query_shape: results[0]?.queryShape ?? "neutral",
    lexical_backend: "native",
    diagnostics_count: skipped.length,
    semantic_status: semanticStatus,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function anchorOf({ row, result, repository }: HybridHit): Anchor {
  const { path, line, column } = row;
  return {
    repositoryId: repository.id,
    path,
    line,
    column,
    source: proofOf(result.coverage, path),
  };
}
