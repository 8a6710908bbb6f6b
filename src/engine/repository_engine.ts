/**
 * One repository's engine as the main thread sees it: a query worker, and a builder worker while one is needed.
 * @module
 */
import type { CallOptions } from "../contract/tool.ts";
import type { Searches } from "../search/searches.ts";
import type {
  ExploreRequest,
  ExploreResult,
  LocateRequest,
  LocateResult,
  Probe,
  ReadRequest,
  ReadResult,
  RefreshResult,
  SearchKind,
  SnapshotStatus,
  SpansRequest,
  SpansResult,
  TreeDelta,
  WalkRequest,
  WalkResult,
} from "./protocol.ts";
import type { CommitChanges, CompareRequest } from "./commit_requests.ts";

export interface EngineCall extends CallOptions {
  /** Milliseconds from now after which the call ends with `timeout`; none by default. */
  readonly deadlineMs?: number;
}

export interface RefreshOptions {
  /** Reads every file again. */
  readonly force?: boolean;
  /** Waits for queries only. */
  readonly unstored?: boolean;
}

/**
 * Every method rejects with `ToolError` for expected refusals: `access_denied` (outside the root),
 * `resource_not_found` (no such file), `timeout`, `cancelled`, `storage_schema_incompatible`, `internal` with
 * `error_class: storage_corrupt`, `internal` with `error_class: worker_crash` for the calls in flight when a
 * worker dies (the next call gets a new worker).
 */
export interface RepositoryEngine {
  status(call: EngineCall): Promise<SnapshotStatus>;
  /**
   * Brings the snapshot to the current tree and waits until queries see it and it is stored.
   *
   * Concurrent calls share one build. Storing takes as long as the rest after a small edit: with `unstored` nobody
   * waits for it, and whether it can be done is for `onBuilt` to hear.
   */
  refresh(call: EngineCall, options?: RefreshOptions): Promise<RefreshResult>;
  /** Whether a build is running now. */
  readonly building: boolean;
  /** Whether that build makes the first snapshot. */
  readonly buildingFirst: boolean;
  /** When that build began, in epoch milliseconds; undefined while none is running. */
  readonly buildingSinceMs: number | undefined;
  delta(call: EngineCall): Promise<TreeDelta>;
  walk(request: WalkRequest, call: EngineCall): Promise<WalkResult>;
  read(request: ReadRequest, call: EngineCall): Promise<ReadResult>;
  explore(request: ExploreRequest, call: EngineCall): Promise<ExploreResult>;
  spans(request: SpansRequest, call: EngineCall): Promise<SpansResult>;
  probe(path: string, call: EngineCall): Promise<Probe>;
  locate(request: LocateRequest, call: EngineCall): Promise<LocateResult>;
  blobs(call: EngineCall): Promise<ReadonlyMap<string, string>>;
  /** Whether the tree has other bytes than a commit. */
  isDirty(request: CompareRequest, call: EngineCall): Promise<boolean>;
  /** How the tree differs from a commit. */
  changes(request: CompareRequest, call: EngineCall): Promise<CommitChanges>;
  search<Kind extends SearchKind>(
    kind: Kind,
    request: Searches[Kind]["request"],
    call: EngineCall,
  ): Promise<Searches[Kind]["result"]>;
  /** Ends all calls; resolves once a snapshot that queries have seen is stored. */
  close(): Promise<void>;
}
