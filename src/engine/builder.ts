/**
 * The builder worker of one repository: started for a build, and kept for a while for the next.
 *
 * A build has two ends: first it hands the snapshot over, so that queries see it, then it has stored it.
 * @module
 */
import type { CallLimits } from "./call_limits.ts";
import type { HandedOver, OpenRequest, RefreshResult } from "./protocol.ts";
import type { WorkerClient } from "./worker_client.ts";

/** Milliseconds for which a builder waits for more work; it holds a snapshot of its own. */
export const BUILDER_IDLE_MS = 30_000;
/** A build of more files leaves much memory behind: then a new worker is the better one. */
const MAX_KEPT_FILES = 1_000;
/** Milliseconds that the end of the program waits for a snapshot to be stored. */
const STORE_MS = 10_000;

export interface BuilderOptions {
  readonly spawn: () => WorkerClient;
  /** Made anew for each build: ignore rules outside the root may have changed. */
  readonly openRequest: () => OpenRequest;
  /** Milliseconds without work after which a builder ends; 0 for a new one each time. */
  readonly idleMs: number;
}

/** A build that queries may see. */
export interface Made {
  /** Absent if the snapshot that queries have, or find stored, is that of the tree. */
  readonly handedOver: HandedOver | undefined;
  /** Settles once the snapshot is stored, or cannot be. */
  readonly stored: Promise<RefreshResult>;
}

export class Builder {
  readonly #options: BuilderOptions;
  #worker: WorkerClient | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** The last build until it is stored; never rejects. */
  #storing: Promise<unknown> = Promise.resolve();

  constructor(options: BuilderOptions) {
    this.#options = options;
  }

  /** Builds; only one at a time. `limits` hold until the snapshot is handed over: storing it is not ended. */
  async build(force: boolean, limits: CallLimits): Promise<Made> {
    await this.#storing;
    clearTimeout(this.#idle);
    if (this.#worker?.dead !== false) this.#worker = this.#options.spawn();
    const worker = this.#worker;
    try {
      await worker.call("open", this.#options.openRequest(), limits);
      return await this.#run(worker, force, limits);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Ends the worker with all it knows. */
  discard(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** Ends the worker once it has stored what it made. */
  async close(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, STORE_MS);
    await Promise.race([this.#storing, late.promise]);
    clearTimeout(timer);
    this.discard();
  }

  async #run(worker: WorkerClient, force: boolean, limits: CallLimits): Promise<Made> {
    const { promise, resolve } = Promise.withResolvers<HandedOver>();
    const ending = new AbortController();
    const end = (): void => ending.abort();
    limits.signal.addEventListener("abort", end, { once: true });
    const built = (handedOver: HandedOver): void => {
      limits.signal.removeEventListener("abort", end);
      resolve(handedOver);
    };
    const stored = worker.call("refresh", { force }, { ...limits, signal: ending.signal, built });
    this.#storing = stored.then((result) => this.#rest(result), () => this.discard());
    const first = await Promise.race([promise, stored]);
    limits.signal.removeEventListener("abort", end);
    return { handedOver: "sections" in first ? first : undefined, stored };
  }

  #rest({ reparsed }: RefreshResult): void {
    const { idleMs } = this.#options;
    if (idleMs === 0 || reparsed > MAX_KEPT_FILES) return this.discard();
    this.#idle = setTimeout(() => this.discard(), idleMs);
  }
}
