/**
 * `target_selection`: what a navigation tool took a request to be about.
 * @module
 */
import { z } from "zod";
import type { SymbolRow } from "../search/requests.ts";
import type { NavigationResult } from "../search/navigation/requests.ts";
import type { Repository } from "../workspace/workspace.ts";
import { echo } from "./input_problem.ts";
import type { Asked } from "./navigation_input.ts";
import { symbolMatch } from "./symbol_match.ts";

/** A response never lists more candidates. */
const MAX_CANDIDATES = 20;

export const TargetSelection = z.looseObject({
  status: z.enum(["resolved", "disambiguation_required"]).describe("Whether one thing was meant"),
  resolution_source: z.enum([
    "result_match",
    "stable_symbol",
    "direct_symbol",
    "direct_location",
  ]).describe("What the request named it by"),
  symbol_query: z.string().describe("Name it was looked up by"),
  selected_stable_symbol_id: z.string().optional().describe("Id of the symbol that was taken"),
  candidate_count: z.int().min(0).describe("Symbols that fit in any way"),
  same_rank_candidate_count: z.int().min(0).describe("Symbols that fit equally well"),
  ambiguous_query: z.boolean().describe("Several symbols fit equally well"),
  candidates: z.array(z.looseObject({})).describe("Symbols to choose from, at most 20"),
});
export type TargetSelection = z.infer<typeof TargetSelection>;

/** What was selected, or what there is to choose from. */
export function selectionOf(asked: Asked, result: NavigationResult | undefined): TargetSelection {
  const rows = candidatesOf(asked, result);
  const ambiguous = rows.length > 0;
  const selected = result?.subject?.symbol?.stableSymbolId;
  return {
    status: ambiguous ? "disambiguation_required" : "resolved",
    resolution_source: asked.source,
    // A token of minified or generated source is as long as it likes, and would leave no room for rows.
    symbol_query: echo(result?.subject?.name ?? asked.query),
    ...(selected === undefined ? {} : { selected_stable_symbol_id: selected }),
    candidate_count: ambiguous
      ? Math.max(asked.candidateCount, rows.length)
      : Math.max(asked.candidateCount, 1),
    same_rank_candidate_count: ambiguous ? rows.length : 1,
    ambiguous_query: ambiguous,
    candidates: rows.slice(0, MAX_CANDIDATES).map((choice) => symbolMatch(choice, {})),
  };
}

interface Choice {
  readonly repository: Repository;
  readonly row: SymbolRow;
}

function candidatesOf(asked: Asked, result: NavigationResult | undefined): readonly Choice[] {
  if (asked.subject === undefined) return asked.best;
  const { repository } = asked.subject;
  return (result?.candidates ?? []).map((row) => ({ repository, row }));
}
