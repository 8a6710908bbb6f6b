/**
 * Words of ranked discovery that the search and its tool share (contract.md §2.7, §8.3).
 * @module
 */

/** Weight of each family of channels in the blended score. */
export interface FamilyWeights {
  readonly lexical: number;
  readonly graph: number;
  readonly semantic: number;
}

export const DEFAULT_WEIGHTS: FamilyWeights = { lexical: 0.5, graph: 0.3, semantic: 0.2 };

/** Channels that can name files; `semantic` has no index to do it with. */
export type HybridChannel = "lexical_manifest" | "path_surface_witness" | "graph_precise";

export const CHANNEL_STATUSES = ["disabled", "unavailable", "ok", "degraded", "filtered"] as const;

export const QUERY_SHAPES = ["broad_natural_language", "code_shaped", "neutral"] as const;
export type QueryShape = typeof QUERY_SHAPES[number];

export const ANCHOR_KINDS = ["text_span", "symbol", "semantic_chunk", "path_witness"] as const;
export type AnchorKind = typeof ANCHOR_KINDS[number];

export const GRAPH_MODES = [
  "projection",
  "heuristic_symbol_graph",
  "heuristic_implementation",
  "unknown",
] as const;

/** Why a row is where it is; a row shows at most `MAX_RANK_REASONS`. */
export const RANK_REASONS = [
  "exact_symbol_match",
  "exact_text_match",
  "strong_lexical_anchor",
  "graph_adjacency",
  "semantic_contribution",
  "witness_only_fallback",
] as const;
export type RankReason = typeof RANK_REASONS[number];
export const MAX_RANK_REASONS = 3;

export const SOURCE_CLASSES = [
  "error_contracts",
  "tool_contracts",
  "benchmark_docs",
  "documentation",
  "readme",
  "runtime",
  "project",
  "support",
  "tests",
  "fixtures",
  "playbooks",
  "specs",
  "other",
] as const;
export type SourceClass = typeof SOURCE_CLASSES[number];

export const SURFACE_FAMILIES = [
  "runtime",
  "tests",
  "package_surface",
  "build_config",
  "entrypoint",
  "workspace_config",
] as const;
export type SurfaceFamily = typeof SURFACE_FAMILIES[number];
