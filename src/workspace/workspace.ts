/**
 * Repositories over time: which ones a session works on, and how to reach their engines.
 *
 * Process-wide; what belongs to one client is in `Session`.
 * @module
 */
import type { ContinuousState, Freshness } from "../contract/freshness.ts";
import type { IndexDiagnostics } from "../contract/recovery.ts";
import type { CallOptions, Surface } from "../contract/tool.ts";
import type { CommitChanges } from "../engine/commit_requests.ts";
import type { SnapshotStatus } from "../engine/protocol.ts";
import type { EngineCall, RepositoryEngine } from "../engine/repository_engine.ts";

export type Progress = NonNullable<CallOptions["progress"]>;

/** The part of a session that the workspace keeps: which repositories it adopted, in order. */
export interface Adoptions {
  /** Repository ids in adoption order: the first is `repo-001`. */
  readonly adopted: readonly string[];
  readonly defaultId: string | undefined;
  adopt(repositoryId: string, options: { readonly makeDefault: boolean }): void;
}

export interface Vcs {
  /** Full id of HEAD, or undefined before the first commit. */
  readonly commit: string | undefined;
  readonly dirty: boolean;
  /** Remote of origin without user, password and query. */
  readonly remote: string | undefined;
}

/** What became of the files between a revision and now. */
export interface ChangesSince extends CommitChanges {
  /** Paths of the revision. */
  readonly known: ReadonlySet<string>;
}

/** What is known of the watch of a repository. */
export interface WatchView {
  readonly state: ContinuousState;
  /** Whether changes are noticed, by notices or by looks from time to time. */
  readonly active: boolean;
  /** Sessions that keep it. */
  readonly leaseCount: number;
  /** Refreshes that wait for their turn, in the whole process. */
  readonly queueDepth: number;
  /** Paths that notices named and the index does not have; absent if that is not all of them. */
  readonly pendingPaths?: number;
  /** Epoch milliseconds of the first of these changes. */
  readonly pendingSinceMs?: number;
  /** Why it does not work as it should. */
  readonly trouble?: string;
}

export interface FreshnessOptions {
  /** Leaves the watch out, for a playbook run: it depends on the process, not on the tree. */
  readonly unwatched?: boolean;
}

export interface Repository {
  readonly id: string;
  readonly displayName: string;
  /** Canonical absolute path. */
  readonly root: string;
  readonly engine: RepositoryEngine;
  /** Full id of the commit that is looked at in place of the disk. */
  readonly commit: string | undefined;
  /** Whether something is at a path below the root, or it leads outside, links followed. */
  holds(path: string): boolean;
  /**
   * Where the index is stored, or would be; `error` says why it is in memory instead, or why the last build failed.
   *
   * `storage.index_state` of the contract: `error` if `error` is set or the snapshot's state is `error`, else
   * `missing_db` without `exists`, `uninitialized` without `initialized`, else `ready`.
   */
  readonly storage: {
    readonly path: string;
    readonly exists: boolean;
    readonly initialized: boolean;
    readonly error?: string;
  };
  /** Sessions that adopted it. */
  readonly sessionCount: number;
  /**
   * Waits for the first index at most `graceMs`, starting it if it is missing, and gives the state then.
   *
   * A build that fails leaves the snapshot missing and `storage.error` set; the next call tries again.
   */
  prepare(call: EngineCall, graceMs: number): Promise<SnapshotStatus>;
  /** Whether the first snapshot is being built now. */
  readonly firstIndexRunning: boolean;
  readonly watch: WatchView;
  freshness(surface: Surface, call: EngineCall, options?: FreshnessOptions): Promise<Freshness>;
  /** How often an answer told of files that are not as they were indexed, even if they are again by now. */
  readonly timesDirty: number;
  /** For answers without rows. */
  diagnostics(call: EngineCall): Promise<IndexDiagnostics>;
  /** undefined outside git, and where git's data cannot be read. */
  vcs(call: EngineCall): Promise<Vcs | undefined>;
  /**
   * How the files on disk differ from a revision.
   *
   * @throws {ToolError} invalid_params for a revision that names nothing; unavailable without readable git data
   */
  changesSince(revision: string, call: EngineCall): Promise<ChangesSince>;
}

export interface AdoptRequest {
  readonly path?: string;
  readonly repositoryId?: string;
  readonly resolveMode: "git_root" | "direct";
  readonly makeDefault: boolean;
}

/** A file named by a client, in the repository that holds it. */
export interface Place {
  readonly repository: Repository;
  /** Relative to the repository's root; not yet known to exist. */
  readonly path: string;
}

export interface Workspace {
  /** `FRIGG_MAX_FILE_BYTES` in force. */
  readonly maxFileBytes: number;
  /**
   * Registers a repository and adopts it for the session.
   *
   * @throws {ToolError} invalid_params, resource_not_found
   */
  adopt(session: Adoptions, request: AdoptRequest, call: EngineCall): Promise<Repository>;
  /** Adopts the default root (contract.md §2.1, rule 3) unless something is adopted. */
  ensureAdopted(session: Adoptions, call: EngineCall): Promise<void>;
  /**
   * The repositories a request works on, in adoption order: the named one (id or alias), or all adopted.
   *
   * @throws {ToolError} resource_not_found
   */
  scope(
    session: Adoptions,
    repositoryId: string | undefined,
    call: EngineCall,
  ): Promise<readonly Repository[]>;
  /**
   * The repository that a path belongs to: the session default first, then the others in adoption order.
   *
   * @throws {ToolError} access_denied for an absolute path outside every root, resource_not_found
   */
  place(
    session: Adoptions,
    path: string,
    repositoryId: string | undefined,
    call: EngineCall,
  ): Promise<Place>;
  /** Every repository that was opened, by anybody. */
  readonly opened: readonly Repository[];
  /** The repository of an id, adopted by anybody; undefined if it is unknown. */
  find(repositoryId: string): Repository | undefined;
  /** `repo-001` for the session's first repository, and so on. */
  alias(session: Adoptions, repositoryId: string): string | undefined;
  /**
   * Tells a session's call how far an index is, the first or a later one, as long as the result is not disposed of.
   *
   * Of every repository the session adopted, because a call may wait for any of them.
   */
  reportTo(session: Adoptions, progress: Progress): Disposable;
  /** Forgets what a session adopted; called once when it ends. */
  release(session: Adoptions): void;
  close(): Promise<void>;
}
