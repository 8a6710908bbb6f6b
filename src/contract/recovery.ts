/**
 * What an answer says when it found nothing, or not everything: the flattened recovery fields, and which
 * reason applies to zero rows.
 * @module
 */
import { z } from "zod";
import { type NextAction, NextActionSchema } from "./next_actions.ts";

/** Why a file that the scope selects was not looked at. */
export const SKIP_REASONS = ["too_large", "unreadable", "name_not_utf8", "file_limit"] as const;
export type SkipReason = typeof SKIP_REASONS[number];

export interface Skipped {
  readonly path: string;
  readonly reason: SkipReason;
  /** The bound in force: bytes for `too_large`, files for `file_limit`. */
  readonly limit?: number;
}

/** An answer names no more skipped files than this. */
export const MAX_SKIPPED = 8;

export const ZERO_HIT_REASONS = [
  "indexed_search_complete",
  "wrong_repository_possible",
  "path_class_not_indexed",
  "scope_excluded_all_candidates",
  "index_stale_possible",
  "query_looks_like_regex",
  "tool_unavailable",
  "precise_graph_unavailable",
  "no_index_coverage",
  "index_not_ready",
  "query_miss",
] as const;
export type ZeroHitReason = typeof ZERO_HIT_REASONS[number];

/** In-band codes with the reason that goes with them; advisory codes have none. */
export const ZERO_HIT_CODES = {
  ZERO_HIT: "indexed_search_complete",
  QUERY_MISS: "query_miss",
  QUERY_LOOKS_LIKE_REGEX: "query_looks_like_regex",
  ZERO_HIT_SCOPE_TOO_TIGHT: "scope_excluded_all_candidates",
  ZERO_HIT_RUNTIME_SCOPE: "scope_excluded_all_candidates",
  WRONG_REPOSITORY_POSSIBLE: "wrong_repository_possible",
  INDEX_STALE_POSSIBLE: "index_stale_possible",
  INDEX_NOT_READY: "index_not_ready",
  PATH_CLASS_NOT_INDEXED: "path_class_not_indexed",
  DETACHED_SESSION: "no_index_coverage",
  TOOL_UNAVAILABLE: "tool_unavailable",
  PRECISE_GRAPH_UNAVAILABLE: "precise_graph_unavailable",
} as const satisfies Record<string, ZeroHitReason>;
export type ZeroHitCode = keyof typeof ZERO_HIT_CODES;

/** Fields any answer may carry, each omitted when empty. */
export const recoveryFields = {
  error_code: z.string().optional().describe("What kind of miss or advice this is"),
  message: z.string().optional().describe("The same in words"),
  correction_hint: z.string().optional().describe("What to change"),
  related_tools: z.array(z.string()).optional().describe("Tools that may help"),
  next_actions: z.array(NextActionSchema).optional().describe("Ready follow-up calls, at most 8"),
  suggested_next: z.array(z.looseObject({})).optional().describe("Deprecated form of next_actions"),
  zero_hit_reason: z.enum(ZERO_HIT_REASONS).optional().describe("Why there are no rows"),
  scope: z.looseObject({}).optional().describe("Filters that were applied"),
  index: z.looseObject({}).optional().describe("State of the index, where it matters"),
  skipped: z.array(z.looseObject({
    path: z.string().describe("Path of the file"),
    reason: z.enum(SKIP_REASONS).describe("Why it was not looked at"),
    limit: z.int().optional().describe("Bound in force: bytes, or files for file_limit"),
  })).optional().describe("Files in scope that were not looked at, at most 8"),
};

export interface AppliedScope {
  readonly path_regex?: string;
  readonly glob?: string;
  readonly path_class?: string;
  readonly repository_id?: string;
  readonly excluded_by_policy?: readonly string[];
}

export interface IndexDiagnostics {
  readonly index_state?: string;
  readonly last_index_success_at?: string;
  readonly working_tree_dirty?: boolean;
  readonly changed_paths_since_snapshot?: readonly string[];
  readonly stale_warning?: string;
}

export interface Recovery {
  readonly error_code?: string;
  readonly message?: string;
  readonly correction_hint?: string;
  readonly related_tools?: readonly string[];
  readonly next_actions?: readonly NextAction[];
  readonly zero_hit_reason?: ZeroHitReason;
  readonly scope?: AppliedScope;
  readonly index?: IndexDiagnostics;
  readonly skipped?: readonly Skipped[];
}

/** What is known about a search that gave no rows. */
export interface ZeroHitFacts {
  /** A code that the tool found out itself and that outranks all others. */
  readonly override?: ZeroHitCode;
  readonly firstIndexRunning: boolean;
  /** Set for literal queries only. */
  readonly literalQuery?: string;
  readonly hasScopeFilter: boolean;
  readonly staleOrDirty: boolean;
}

const REGEX_LOOK = /\||\.\*|\.\+|\^|\$|\[[^\]]+\]/;

/** Whether a literal query was probably meant as a pattern. */
export function looksLikeRegex(query: string): boolean {
  return REGEX_LOOK.test(query);
}

/** The code for zero rows: the first of the contract's order that applies. */
export function classifyZeroHit(facts: ZeroHitFacts): ZeroHitCode {
  if (facts.override !== undefined) return facts.override;
  if (facts.firstIndexRunning) return "INDEX_NOT_READY";
  if (facts.literalQuery !== undefined && looksLikeRegex(facts.literalQuery)) {
    return "QUERY_LOOKS_LIKE_REGEX";
  }
  if (facts.hasScopeFilter) return "ZERO_HIT_SCOPE_TOO_TIGHT";
  return facts.staleOrDirty ? "INDEX_STALE_POSSIBLE" : "ZERO_HIT";
}
