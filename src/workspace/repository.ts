/**
 * One repository of the process: its engine, its first index, and what is known of its state.
 * @module
 */
import type { Freshness } from "../contract/freshness.ts";
import type { IndexDiagnostics } from "../contract/recovery.ts";
import type { Surface } from "../contract/tool.ts";
import { cancelled } from "../engine/call_errors.ts";
import { UNLIMITED } from "../engine/call_limits.ts";
import type { EngineOptions } from "../engine/host.ts";
import type { SnapshotStatus, TreeDelta } from "../engine/protocol.ts";
import type { EngineCall, RepositoryEngine } from "../engine/repository_engine.ts";
import { deriveFreshness, type FreshnessFacts } from "./freshness.ts";
import { displayName } from "./identity.ts";
import { resolveInside } from "../platform/containment.ts";
import { type OpenedCommit, outsideGit } from "./open_commit.ts";
import { gitRootOf } from "./roots.ts";
import { type StateFolder, storedState } from "./state_folder.ts";
import { readChanges, readVcs } from "./vcs.ts";
import { NOT_WATCHED, Watcher, type WatcherParts } from "./watcher.ts";
import type {
  Adoptions,
  ChangesSince,
  FreshnessOptions,
  Progress,
  Repository,
  Vcs,
  WatchView,
} from "./workspace.ts";

/** What an engine tells of its builds (host.ts). */
export type ToldOfBuilds = Required<Pick<EngineOptions, "onBuilt" | "onProgress">>;

export interface RepositoryParts {
  readonly id: string;
  readonly root: string;
  readonly startEngine: (told: ToldOfBuilds) => RepositoryEngine;
  readonly folder: StateFolder;
  /** Set to look at a commit in place of the disk; closed with the repository. */
  readonly commit?: OpenedCommit;
  /** Takes one line for the log. */
  readonly log: (line: string) => void;
  /** Absent if changes are not watched. */
  readonly watch?: WatchSettings;
  /** Calls of a session that are told how far a build is. */
  readonly listeners: (session: Adoptions) => ReadonlySet<Progress>;
}

export interface WatchSettings extends Pick<WatcherParts, "times" | "queue" | "watchFiles"> {}

/** A repository as the process knows it; `sessions` are those that adopted it. */
export class OpenRepository implements Repository {
  readonly id: string;
  readonly root: string;
  readonly displayName: string;
  readonly engine: RepositoryEngine;
  readonly sessions = new Set<Adoptions>();
  readonly #listeners: RepositoryParts["listeners"];
  readonly #watcher: Watcher | undefined;
  readonly #folder: StateFolder;
  readonly #commit: OpenedCommit | undefined;
  readonly #log: (line: string) => void;
  #firstIndex: Promise<void> | undefined;
  /** Calls that are told how far the first index is. */
  readonly #waiting = new Set<EngineCall>();
  #buildError: string | undefined;
  #timesDirty = 0;

  constructor(parts: RepositoryParts) {
    this.id = parts.id;
    this.root = parts.root;
    this.displayName = displayName(parts.root);
    this.#folder = parts.folder;
    this.#commit = parts.commit;
    this.#log = parts.log;
    this.engine = parts.startEngine({ onBuilt: this.#noteBuild, onProgress: this.#tell });
    this.#listeners = parts.listeners;
    this.#watcher = parts.watch === undefined ? undefined : new Watcher({
      ...parts.watch,
      root: parts.root,
      stateFolder: parts.folder.path,
      engine: this.engine,
      log: parts.log,
    });
  }

  /** A session adopted it, which is a lease on its watch. */
  enter(session: Adoptions): void {
    this.sessions.add(session);
    this.#watcher?.setLeases(this.sessions.size);
  }

  leave(session: Adoptions): void {
    if (this.sessions.delete(session)) this.#watcher?.setLeases(this.sessions.size);
  }

  async close(): Promise<void> {
    this.#watcher?.setLeases(0);
    await this.engine.close();
    this.#commit?.close();
  }

  get commit(): string | undefined {
    return this.#commit?.id;
  }

  holds(path: string): boolean {
    return this.#commit?.holds(path) ?? resolveInside(this.root, path).kind !== "absent";
  }

  get timesDirty(): number {
    return this.#timesDirty;
  }

  get watch(): WatchView {
    return this.#watcher?.view(this.sessions.size) ?? NOT_WATCHED;
  }

  get sessionCount(): number {
    return this.sessions.size;
  }

  get firstIndexRunning(): boolean {
    return this.#firstIndex !== undefined || this.engine.buildingFirst;
  }

  /** Notes how the last build ended, whoever asked for it. */
  readonly #noteBuild = (problem: string | undefined): void => {
    this.#buildError = problem;
    if (problem === undefined) return;
    const advice = "name another folder with --state-dir";
    this.#log(`Cannot store an index of "${this.root}": ${problem}; ${advice}`);
  };

  /** Tells the calls of its sessions how far a build is: each may be waiting for it. */
  readonly #tell: Progress = (...step) => {
    for (const session of this.sessions) this.#listeners(session).forEach((tell) => tell(...step));
  };

  get storage(): Repository["storage"] {
    const error = this.#folder.error ?? this.#buildError;
    return {
      path: this.#folder.path,
      ...storedState(this.#folder),
      ...(error === undefined ? {} : { error }),
    };
  }

  async prepare(call: EngineCall, graceMs: number): Promise<SnapshotStatus> {
    const status = await this.engine.status(call);
    if (!isAbsent(status)) return status;
    this.#firstIndex ??= this.#buildFirst();
    this.#waiting.add(call);
    try {
      await waitAtMost(graceMs, this.#firstIndex, call);
    } finally {
      this.#waiting.delete(call);
    }
    return await this.engine.status(call);
  }

  async freshness(
    surface: Surface,
    call: EngineCall,
    { unwatched = false }: FreshnessOptions = {},
  ): Promise<Freshness> {
    const status = await this.engine.status(call);
    const dirt = await this.#dirt(status, call);
    // Only now: a refresh that ended meanwhile must not be promised.
    const { state, leaseCount } = this.watch;
    return deriveFreshness({
      snapshot: status.state,
      storageAvailable: this.#folder.usable !== undefined,
      continuous: unwatched ? "mode_off" : state,
      leaseCount: unwatched ? 0 : leaseCount,
      firstIndexRunning: this.firstIndexRunning,
      ...dirt,
    }, surface.tools);
  }

  async diagnostics(call: EngineCall): Promise<IndexDiagnostics> {
    const status = await this.engine.status(call);
    const { dirty, changedPaths } = await this.#dirt(status, call);
    const stale = status.state === "ready" && dirty !== "clean";
    return {
      index_state: status.state === "missing" ? "missing_db" : status.state,
      ...(status.builtAtMs === undefined
        ? {}
        : { last_index_success_at: new Date(status.builtAtMs).toISOString() }),
      ...(status.state === "ready" ? { working_tree_dirty: dirty !== "clean" } : {}),
      ...(changedPaths.length === 0 ? {} : { changed_paths_since_snapshot: changedPaths }),
      ...(stale ? { stale_warning: "Files changed since the index was built" } : {}),
    };
  }

  async vcs(call: EngineCall): Promise<Vcs | undefined> {
    if (this.#commit !== undefined) {
      return { commit: this.#commit.id, dirty: false, remote: this.#commit.remote };
    }
    const git = gitRootOf(this.root);
    return git === undefined
      ? undefined
      : await readVcs({ root: this.root, git, engine: this.engine }, call);
  }

  async changesSince(revision: string, call: EngineCall): Promise<ChangesSince> {
    const git = gitRootOf(this.root);
    if (git === undefined) throw outsideGit(this.root);
    return await readChanges({ root: this.root, git, engine: this.engine, revision }, call);
  }

  /** Never fails: what went wrong is noted and logged, and the snapshot stays missing. */
  async #buildFirst(): Promise<void> {
    try {
      const progress: Progress = (...step) =>
        this.#waiting.forEach(({ progress }) => progress?.(...step));
      await this.engine.refresh({ ...UNLIMITED, progress });
    } catch (error) {
      this.#buildError ??= error instanceof Error ? error.message : String(error);
    } finally {
      this.#firstIndex = undefined;
    }
  }

  async #dirt(status: SnapshotStatus, call: EngineCall): Promise<Dirt> {
    // Without a snapshot nothing is known to be clean.
    if (status.state !== "ready") return this.#note(UNKNOWN);
    const dirt = dirtOf(await this.engine.delta(call));
    if (dirt.dirty !== "clean") this.#timesDirty++;
    return this.#note(dirt);
  }

  #note(dirt: Dirt): Dirt {
    if (dirt.dirty !== "clean") this.#watcher?.noteDirty();
    return dirt;
  }
}

/** Waits for work that never fails; its end, the grace period or the caller's signal, whichever comes first. */
async function waitAtMost(graceMs: number, work: Promise<void>, call: EngineCall): Promise<void> {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(cancelled());
  const timer = setTimeout(resolve, graceMs);
  call.signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", abort);
  }
}

type Dirt = Pick<FreshnessFacts, "dirty" | "changedPaths">;

const UNKNOWN: Dirt = { dirty: "unknown_repository_dirtiness", changedPaths: [] };

function dirtOf({ changed, truncated }: TreeDelta): Dirt {
  if (truncated) return UNKNOWN;
  const dirty = changed.length === 0 ? "clean" : "known_changed_paths";
  return { dirty, changedPaths: changed };
}

function isAbsent({ state }: SnapshotStatus): boolean {
  return state === "missing" || state === "uninitialized";
}
