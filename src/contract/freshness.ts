/**
 * Words of freshness: five axes kept apart, and one capability row a tool.
 *
 * How the axes are derived is workspace/freshness.ts; these are only their names.
 * @module
 */
import { z } from "zod";

export const SNAPSHOT_STATES = [
  "detached",
  "missing",
  "uninitialized",
  "ready",
  "error",
  "unavailable",
] as const;
export type SnapshotState = typeof SNAPSHOT_STATES[number];

export const CONTINUOUS_STATES = [
  "mode_off",
  "no_lease",
  "active",
  "debouncing",
  "refreshing",
  "retry_backoff",
  "blocked",
  "notify_degraded",
] as const;
export type ContinuousState = typeof CONTINUOUS_STATES[number];

export const STRATEGIES = [
  "use_snapshot",
  "use_live_disk_for_touched_files",
  "wait_for_refresh",
  "run_cli_index",
  "adopt_repo",
  "frigg_unavailable",
] as const;
export type Strategy = typeof STRATEGIES[number];

export const DIRTY_SCOPES = [
  "clean",
  "known_changed_paths",
  "unknown_repository_dirtiness",
] as const;
export type DirtyScope = typeof DIRTY_SCOPES[number];

/** How a tool definition names its evidence; `control_plane` is `not_applicable` on the wire. */
export const EVIDENCE = [
  "live_manifest",
  "live_file",
  "handle_bound_live_content",
  "snapshot_index",
  "mixed",
  "control_plane",
] as const;
export type Evidence = typeof EVIDENCE[number];

export const SOURCE_BASES = [
  "snapshot_index",
  "live_manifest",
  "live_file",
  "handle_bound_live_content",
  "mixed",
  "not_applicable",
] as const;
export type SourceBasis = typeof SOURCE_BASES[number];

export const AVAILABILITIES = [
  "fully_fresh",
  "stale_possible",
  "unavailable",
  "not_applicable",
] as const;
export type Availability = typeof AVAILABILITIES[number];

export const PATH_SCOPES = [
  "repository_wide",
  "touched_paths",
  "untouched_paths",
  "handle_generation_bound",
  "not_applicable",
] as const;
export type PathScope = typeof PATH_SCOPES[number];

export interface ToolCapability {
  readonly tool_name: string;
  readonly source_basis: SourceBasis;
  readonly availability: Availability;
  readonly path_scope: PathScope;
  readonly required_recovery?: Strategy;
}

export interface Freshness {
  readonly snapshot: { readonly state: SnapshotState; readonly storage_available?: boolean };
  readonly continuous: {
    readonly state: ContinuousState;
    readonly can_converge_by_waiting: boolean;
  };
  readonly post_edit: { readonly strategy: Strategy };
  readonly dirty_scope: DirtyScope;
  readonly changed_paths_since_snapshot?: readonly string[];
  readonly tool_capabilities: readonly ToolCapability[];
}

export const FreshnessSchema = z.looseObject({
  snapshot: z.looseObject({
    state: z.enum(SNAPSHOT_STATES).describe("State of the stored snapshot"),
    storage_available: z.boolean().optional().describe("Whether the state folder can be used"),
  }).describe("The stored snapshot"),
  continuous: z.looseObject({
    state: z.enum(CONTINUOUS_STATES).describe("What the watcher does"),
    can_converge_by_waiting: z.boolean().describe("Whether waiting makes the snapshot current"),
  }).describe("Continuous refresh"),
  post_edit: z.looseObject({
    strategy: z.enum(STRATEGIES).describe("What to do after an edit"),
  }).describe("Safe action after an edit"),
  dirty_scope: z.enum(DIRTY_SCOPES).describe("How much of the tree differs from the snapshot"),
  changed_paths_since_snapshot: z.array(z.string()).optional().describe(
    "Sorted paths that differ; only for known_changed_paths",
  ),
  tool_capabilities: z.array(z.looseObject({
    tool_name: z.string().describe("Tool"),
    source_basis: z.enum(SOURCE_BASES).describe("What its answers rest on"),
    availability: z.enum(AVAILABILITIES).describe("Whether they can be stale now"),
    path_scope: z.enum(PATH_SCOPES).describe("Where they can be stale"),
    required_recovery: z.enum(STRATEGIES).optional().describe("What makes them fresh"),
  })).describe("One row a live tool, sorted by name; outranks post_edit for its tool"),
}).describe("Five axes of freshness");
