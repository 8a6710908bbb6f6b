/**
 * What to do with ranked rows: they point somewhere, and only an exact look proves it.
 * @module
 */
import { suggestedNext } from "../contract/compat.ts";
import type { NextAction } from "../contract/next_actions.ts";
import type { HybridResult, HybridRow } from "../search/requests.ts";
import type { ToolCall } from "./define.ts";
import type { Gathered } from "./evidence.ts";
import { liveActions, type RecoveryFields, wireAction } from "./recovery_actions.ts";

type Page = Pick<Gathered<HybridRow, HybridResult>, "hits" | "results">;

const CODE = "HYBRID_DISCOVERY_PIVOT";
const NOTE =
  "Ranked discovery: rows may miss the answer; confirm each with an exact search or a read.";

/** Exact follow-ups of ranked rows; nothing if there are none. */
export function pivotAdvice(
  call: ToolCall,
  { hits, results }: Page,
  repositoryId: string | undefined,
): RecoveryFields {
  const [first] = hits;
  if (first === undefined) return {};
  const word = results.find(({ tellingWord }) => tellingWord !== "")?.tellingWord;
  const scope = repositoryId === undefined ? {} : { repository_id: repositoryId };
  const { path } = first.row;
  const actions = liveActions(call, [
    ...(word === undefined ? [] : exactSearches(word, scope)),
    {
      id: "read-best-1",
      role: "proof_read",
      order: 30,
      dependencies: [],
      tool: "read_file",
      arguments: { path, repository_id: first.repository.id },
      reason: "Read the best file before relying on it",
    },
  ]);
  return {
    error_code: CODE,
    message: "Rows are ranked guesses, not a search result",
    correction_hint: "Confirm with an exact search or a read",
    next_actions: actions.map(wireAction),
    suggested_next: suggestedNext(actions),
  };
}

function exactSearches(word: string, scope: { readonly repository_id?: string }): NextAction[] {
  return [
    {
      id: "find-symbol-1",
      role: "verify_exact",
      order: 10,
      dependencies: [],
      tool: "search_symbol",
      arguments: { query: word, path_class: "runtime", ...scope },
      reason: "Find definitions with this word in their name",
    },
    {
      id: "find-text-1",
      role: "verify_exact",
      order: 20,
      dependencies: [],
      tool: "search_text",
      arguments: { query: word, ignore_case: true, ...scope },
      reason: "Find every occurrence of the word",
    },
  ];
}

/** What every ranked answer says about itself. */
export function rankingNote({ hits }: Page): string {
  const usedGraph = hits.some(({ row }) => row.graphSources.length > 0);
  return usedGraph
    ? `${NOTE} Names of symbols helped to rank, by heuristics.`
    : `${NOTE} Only words of contents and paths were ranked.`;
}
