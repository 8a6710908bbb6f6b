/**
 * The main thread's side of one repository: a query worker that lives long, and a builder worker (builder.ts).
 *
 * Workers start when they are first needed and again after a crash.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { Searches } from "../search/searches.ts";
import { Builder, BUILDER_IDLE_MS } from "./builder.ts";
import { BuildQueue } from "./build_queue.ts";
import { cancelled, workerCrash } from "./call_errors.ts";
import { type CallLimits, UNLIMITED, within } from "./call_limits.ts";
import type {
  ExploreRequest,
  ExploreResult,
  HandedOver,
  LocateRequest,
  LocateResult,
  OperationName,
  Operations,
  OuterIgnores,
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
import { buffersOf } from "./handed_over.ts";
import type { EngineCall, RefreshOptions, RepositoryEngine } from "./repository_engine.ts";
import { RepositoryWorkers, type WorkersOptions } from "./repository_workers.ts";
import type { WorkerClient } from "./worker_client.ts";

export interface EngineOptions extends WorkersOptions {
  /** Reads the ignore rules outside the root; called before each look at the tree, because they may change. */
  readonly outerIgnores: () => OuterIgnores;
  /** Told of each build that ended by itself: why it failed or could not be stored, or nothing. */
  readonly onBuilt?: (problem: string | undefined) => void;
  /** Milliseconds for which a builder waits for more work; 0 for a new one each time. */
  readonly builderIdleMs?: number;
  /** Told how far each build is, whoever asked for it. */
  readonly onProgress?: NonNullable<CallLimits["progress"]>;
}

export function startEngine(options: EngineOptions): RepositoryEngine {
  return new WorkerEngine(options);
}

/** The workers of one repository. */
class WorkerEngine implements RepositoryEngine {
  readonly #options: EngineOptions;
  readonly #builds: BuildQueue<VisibleBuild>;
  readonly #builder: Builder;
  readonly #workers: RepositoryWorkers;
  #query: WorkerClient | undefined;
  /** The ignore rules that the query worker has, as JSON. */
  #sentIgnores = "";
  #closed = false;
  #buildingFirst = false;
  #buildingSinceMs: number | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#workers = new RepositoryWorkers(options);
    this.#builds = new BuildQueue({
      build: (force, limits): Promise<VisibleBuild> => this.#build(force, limits),
      isCurrent: async (limits): Promise<boolean> => {
        const { changed, truncated } = await this.delta(limits);
        return changed.length === 0 && !truncated;
      },
    });
    this.#builder = new Builder({
      spawn: () => this.#workers.spawn("builder"),
      openRequest: () => this.#workers.openRequest("builder", options.outerIgnores()),
      // A commit is built once.
      idleMs: options.commit === undefined ? options.builderIdleMs ?? BUILDER_IDLE_MS : 0,
    });
  }

  get building(): boolean {
    return this.#builds.running;
  }

  get buildingFirst(): boolean {
    return this.#buildingFirst;
  }

  get buildingSinceMs(): number | undefined {
    return this.#buildingSinceMs;
  }

  status(call: EngineCall): Promise<SnapshotStatus> {
    return this.#ask("status", {}, call);
  }

  async refresh(
    call: EngineCall,
    { force = false, unstored = false }: RefreshOptions = {},
  ): Promise<RefreshResult> {
    if (this.#closed) throw cancelled();
    if (this.#options.commit !== undefined) {
      // A commit never changes: what was built of it stays right.
      const status = await this.status(call);
      if (status.state === "ready") return { status, reparsed: 0, reused: status.files ?? 0 };
    }
    const { result, stored } = await this.#builds.refresh(force, call);
    return unstored ? result : { ...await within(stored, call), status: result.status };
  }

  delta(call: EngineCall): Promise<TreeDelta> {
    return this.#askTree("delta", {}, call);
  }

  walk(request: WalkRequest, call: EngineCall): Promise<WalkResult> {
    return this.#askTree("walk", request, call);
  }

  read(request: ReadRequest, call: EngineCall): Promise<ReadResult> {
    return this.#ask("read", request, call);
  }

  explore(request: ExploreRequest, call: EngineCall): Promise<ExploreResult> {
    return this.#ask("scan", request, call);
  }

  spans(request: SpansRequest, call: EngineCall): Promise<SpansResult> {
    return this.#ask("spans", request, call);
  }

  probe(path: string, call: EngineCall): Promise<Probe> {
    return this.#askTree("probe", { path }, call);
  }

  locate(request: LocateRequest, call: EngineCall): Promise<LocateResult> {
    return this.#askTree("locate", request, call);
  }

  blobs(call: EngineCall): Promise<ReadonlyMap<string, string>> {
    return this.#askTree("blobs", {}, call);
  }

  async isDirty(request: CompareRequest, call: EngineCall): Promise<boolean> {
    return (await this.#askTree("compare", request, call)).dirty;
  }

  changes(request: CompareRequest, call: EngineCall): Promise<CommitChanges> {
    return this.#askTree("changes", request, call);
  }

  async search<Kind extends SearchKind>(
    kind: Kind,
    request: Searches[Kind]["request"],
    call: EngineCall,
  ): Promise<Searches[Kind]["result"]> {
    return await this.#queryWorker().search(kind, request, call);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#builds.close();
    this.#query?.terminate(cancelled());
    await this.#builder.close();
  }

  async #ask<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
    call: EngineCall,
  ): Promise<Operations[Name]["result"]> {
    return await this.#queryWorker().call(operation, request, call);
  }

  /** As `#ask()`, with the ignore rules brought up to date before. */
  async #askTree<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
    call: EngineCall,
  ): Promise<Operations[Name]["result"]> {
    const worker = this.#queryWorker();
    const ignores = this.#options.outerIgnores();
    if (JSON.stringify(ignores) !== this.#sentIgnores) this.#open(worker, ignores);
    return await worker.call(operation, request, call);
  }

  #queryWorker(): WorkerClient {
    if (this.#closed) throw cancelled();
    if (this.#query !== undefined && !this.#query.dead) return this.#query;
    const worker = this.#workers.spawn("query");
    this.#query = worker;
    this.#open(worker, this.#options.outerIgnores());
    return worker;
  }

  /** Posted without waiting: later messages are handled after it, and live ones need not wait for a load. */
  #open(worker: WorkerClient, outerIgnores: OuterIgnores): void {
    this.#sentIgnores = JSON.stringify(outerIgnores);
    worker.call("open", this.#workers.openRequest("query", outerIgnores), UNLIMITED)
      // A worker that cannot be opened can answer nothing; the next call starts another.
      .catch((cause: unknown) =>
        worker.terminate(cause instanceof ToolError ? cause : workerCrash(String(cause)))
      );
  }

  async #build(force: boolean, limits: CallLimits): Promise<VisibleBuild> {
    this.#buildingSinceMs = Date.now();
    try {
      const { state } = await this.#ask("status", {}, limits);
      this.#buildingFirst = state === "missing";
      // What it remembers may be what cannot be read any more.
      if (state === "error") this.#builder.discard();
      const { handedOver, stored } = await this.#builder.build(force, this.#watched(limits));
      this.#tellOf(stored);
      const status = await this.#publish(handedOver);
      const { reparsed, reused } = handedOver ?? await stored;
      return { result: { status, reparsed, reused }, stored };
    } catch (error) {
      if (!limits.signal.aborted) this.#options.onBuilt?.(messageOf(error));
      throw error;
    } finally {
      this.#buildingFirst = false;
      this.#buildingSinceMs = undefined;
    }
  }

  /** Whoever asked for a build, its progress is told to others who wait for it as well. */
  #watched(limits: CallLimits): CallLimits {
    const progress: CallLimits["progress"] = (...step) => {
      limits.progress?.(...step);
      this.#options.onProgress?.(...step);
    };
    return { ...limits, progress };
  }

  /** Tells how a build ends, and before all others who wait for that. That nobody waits is no fault. */
  #tellOf(stored: Promise<RefreshResult>): void {
    const { onBuilt } = this.#options;
    stored.then(
      ({ storageError }) => onBuilt?.(storageError),
      (error: unknown) => onBuilt?.(messageOf(error)),
    );
  }

  /** Makes the query worker see a build before anybody is told of it. */
  async #publish(handedOver: HandedOver | undefined): Promise<SnapshotStatus> {
    return handedOver === undefined
      ? await this.#ask("status", {}, UNLIMITED)
      : await this.#queryWorker().call("adopt", handedOver, UNLIMITED, buffersOf(handedOver));
  }
}

/** A build that queries see. */
interface VisibleBuild {
  /** Does not know yet whether it could be stored. */
  readonly result: RefreshResult;
  readonly stored: Promise<RefreshResult>;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
