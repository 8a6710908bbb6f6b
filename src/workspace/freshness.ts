/**
 * Derives freshness from what is known about one repository. Pure: the tables of contract.md §4.2 and §4.3.
 * @module
 */
import type {
  ContinuousState,
  DirtyScope,
  Evidence,
  Freshness,
  SnapshotState,
  SourceBasis,
  Strategy,
  ToolCapability,
} from "../contract/freshness.ts";
import { MAX_CHANGED_PATHS } from "../contract/limits.ts";

/** What the derivation rests on. */
export interface FreshnessFacts {
  readonly snapshot: SnapshotState;
  readonly storageAvailable?: boolean;
  readonly continuous: ContinuousState;
  /** Sessions that keep a watch alive. */
  readonly leaseCount: number;
  /** This server is building the repository's first snapshot now. */
  readonly firstIndexRunning: boolean;
  readonly dirty: DirtyScope;
  /** Paths that differ from the snapshot; they count for `known_changed_paths` only. */
  readonly changedPaths: readonly string[];
}

/** The part of a tool that its row depends on; `evidence` is absent for a name nobody knows. */
export interface ToolEvidence {
  readonly name: string;
  readonly evidence?: Evidence;
}

/** Freshness of a repository, with one row a tool in the order of their names. */
export function deriveFreshness(given: FreshnessFacts, tools: readonly ToolEvidence[]): Freshness {
  const facts = settle(given);
  const converging = canConverge(facts);
  const strategy = strategyOf(facts, converging);
  const rows = tools.map((tool) => capability(tool, facts, strategy));
  const paths = facts.dirty === "known_changed_paths" ? facts.changedPaths : [];
  return {
    snapshot: {
      state: facts.snapshot,
      ...(facts.storageAvailable === undefined
        ? {}
        : { storage_available: facts.storageAvailable }),
    },
    continuous: { state: facts.continuous, can_converge_by_waiting: converging },
    post_edit: { strategy },
    dirty_scope: facts.dirty,
    ...(paths.length === 0 ? {} : { changed_paths_since_snapshot: paths }),
    tool_capabilities: rows.sort((a, b) => (a.tool_name < b.tool_name ? -1 : 1)),
  };
}

/** Applies the exception for a first build, and the bound on listed paths. */
function settle(given: FreshnessFacts): FreshnessFacts {
  const changedPaths = [...new Set(given.changedPaths)].sort();
  const tooMany = given.dirty === "known_changed_paths" && changedPaths.length > MAX_CHANGED_PATHS;
  const first = given.firstIndexRunning && isAbsent(given.snapshot);
  return {
    ...given,
    changedPaths,
    ...(tooMany ? { dirty: "unknown_repository_dirtiness" } : {}),
    ...(first ? { continuous: "refreshing", leaseCount: Math.max(given.leaseCount, 1) } : {}),
  };
}

function isAbsent(snapshot: SnapshotState): boolean {
  return snapshot === "missing" || snapshot === "uninitialized";
}

/** Whether waiting alone makes the snapshot current. */
function canConverge({ snapshot, continuous, leaseCount }: FreshnessFacts): boolean {
  const hopeless = snapshot === "detached" || snapshot === "unavailable" || snapshot === "error";
  const progress = continuous === "debouncing" || continuous === "refreshing";
  return !hopeless && leaseCount > 0 && progress;
}

function strategyOf(facts: FreshnessFacts, converging: boolean): Strategy {
  switch (facts.snapshot) {
    case "detached":
      return "adopt_repo";
    case "unavailable":
      return "frigg_unavailable";
    case "error":
      return "run_cli_index";
    case "missing":
    case "uninitialized":
      return facts.firstIndexRunning ? "wait_for_refresh" : "run_cli_index";
    case "ready":
      if (facts.dirty === "clean") return "use_snapshot";
      return converging ? "wait_for_refresh" : "use_live_disk_for_touched_files";
  }
}

type Situation = Pick<ToolCapability, "availability" | "path_scope" | "required_recovery">;

function capability(tool: ToolEvidence, facts: FreshnessFacts, strategy: Strategy): ToolCapability {
  const basis = basisOf(tool.evidence);
  const situation = tool.evidence === undefined
    ? { ...UNAVAILABLE, ...(isUsable(facts) ? {} : { required_recovery: strategy }) }
    : situationOf(basis, facts, strategy);
  return { tool_name: tool.name, source_basis: basis, ...situation };
}

/** An unknown tool may rest on anything, so it counts as the least certain kind. */
function basisOf(evidence: Evidence | undefined): SourceBasis {
  if (evidence === undefined) return "mixed";
  return evidence === "control_plane" ? "not_applicable" : evidence;
}

const NOT_APPLICABLE: Situation = { availability: "not_applicable", path_scope: "not_applicable" };
const UNAVAILABLE: Situation = { availability: "unavailable", path_scope: "repository_wide" };
const FRESH: Situation = { availability: "fully_fresh", path_scope: "repository_wide" };

function situationOf(basis: SourceBasis, facts: FreshnessFacts, strategy: Strategy): Situation {
  if (basis === "not_applicable") return NOT_APPLICABLE;
  if (!isUsable(facts)) return { ...UNAVAILABLE, required_recovery: strategy };
  switch (basis) {
    case "live_manifest":
    case "live_file":
      return FRESH;
    case "handle_bound_live_content":
      return handleBound(facts.dirty);
    case "snapshot_index":
    case "mixed":
      return fromSnapshot(facts, strategy);
  }
}

/** Whether live tools can work at all. */
function isUsable({ snapshot }: FreshnessFacts): boolean {
  return snapshot !== "detached" && snapshot !== "unavailable";
}

function handleBound(dirty: DirtyScope): Situation {
  return {
    availability: "stale_possible",
    path_scope: "handle_generation_bound",
    ...(dirty === "clean" ? {} : { required_recovery: "use_live_disk_for_touched_files" }),
  };
}

function fromSnapshot({ snapshot, dirty }: FreshnessFacts, strategy: Strategy): Situation {
  if (snapshot !== "ready") return { ...UNAVAILABLE, required_recovery: strategy };
  if (dirty === "clean") return FRESH;
  const scope = dirty === "known_changed_paths" ? "touched_paths" : "repository_wide";
  return { availability: "stale_possible", path_scope: scope, required_recovery: strategy };
}

type Action =
  | "ready"
  | "adopt_repo"
  | "wait_watch"
  | "reindex"
  | "use_live_disk_for_touched_files"
  | "frigg_unavailable";

/** What `workspace` recommends, with one line of prose where something is to be done (contract.md §4.4). */
export interface Advice {
  readonly recommended_action: Action;
  readonly gate_hint?: string;
}

export const ADVICE: Readonly<Record<Strategy, Advice>> = {
  use_snapshot: { recommended_action: "ready" },
  wait_for_refresh: { recommended_action: "wait_watch" },
  run_cli_index: {
    recommended_action: "reindex",
    gate_hint: "Run `frigg index` in the repository: no MCP tool builds the index",
  },
  adopt_repo: {
    recommended_action: "adopt_repo",
    gate_hint: "Call workspace with the path of a repository",
  },
  frigg_unavailable: {
    recommended_action: "frigg_unavailable",
    gate_hint: "The index cannot be used here: fall back to the host's own file tools",
  },
  use_live_disk_for_touched_files: {
    recommended_action: "use_live_disk_for_touched_files",
    gate_hint: "Read the changed paths with read_file; the index is right for all others",
  },
};
