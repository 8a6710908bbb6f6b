/**
 * Watches one repository while sessions hold a lease, and refreshes its index after changes.
 *
 * Thin: what happens when is watch_state.ts; here are the timers, the notices and the calls of the engine. The main
 * thread is told of paths but opens none of them: looking at the tree is the worker's.
 * @module
 */
import type { RepositoryEngine } from "../engine/repository_engine.ts";
import { folderKind } from "../platform/folders.ts";
import { type FileNotice, type WatchFiles, watchFiles } from "../platform/watch_files.ts";
import { meaningOf } from "./watch_notice.ts";
import type { RefreshQueue } from "./refresh_queue.ts";
import type { WatchView } from "./workspace.ts";
import {
  IDLE,
  nextStep,
  type WatchEffect,
  type WatchEvent,
  type WatchState,
} from "./watch_state.ts";

export interface WatchTimes {
  /** Milliseconds without a change after which the index is refreshed. */
  readonly debounceMs: number;
  /** Milliseconds until a refresh that failed is tried again, and between looks while nobody tells of changes. */
  readonly retryMs: number;
}

/** Changes that never pause put a refresh off for no longer than this many debounces. */
const MAX_DEBOUNCES = 5;

/** A look is taken again only after this many times its own duration, so that a huge tree costs a tenth of one core. */
const REST = 10;

export interface WatcherParts {
  readonly root: string;
  readonly stateFolder: string;
  readonly engine: RepositoryEngine;
  readonly times: WatchTimes;
  readonly queue: RefreshQueue;
  readonly log: (line: string) => void;
  readonly watchFiles?: WatchFiles;
}

/** What is told of a repository without a watcher. */
export const NOT_WATCHED: WatchView = {
  state: "mode_off",
  active: false,
  leaseCount: 0,
  queueDepth: 0,
};

export class Watcher {
  readonly #parts: WatcherParts;
  #state: WatchState = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = (): void => {};
  #refreshing: AbortController | undefined;
  #paths = new Set<string>();
  #pathsAreAll = true;
  #sinceMs: number | undefined;
  #trouble: string | undefined;
  readonly #reported = new Set<string>();
  /** Milliseconds that the last attempt to watch took, and the last look. */
  readonly #tookMs = { start: 0, look: 0 };

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  /** What is known of it, while `leaseCount` sessions need it. */
  view(leaseCount: number): WatchView {
    const { phase } = this.#state;
    return {
      state: phase,
      active: phase !== "no_lease" && phase !== "blocked",
      leaseCount,
      queueDepth: this.#parts.queue.depth,
      ...(this.#pathsAreAll ? { pendingPaths: this.#paths.size } : {}),
      ...(this.#sinceMs === undefined ? {} : { pendingSinceMs: this.#sinceMs }),
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    };
  }

  /** Says how many sessions need it; it runs as long as there is one. */
  setLeases(count: number): void {
    this.#take(count > 0 ? "leased" : "released");
  }

  /** A look at the tree found changes; where no notice told of them, it makes up for that. */
  noteDirty(): void {
    const { phase } = this.#state;
    if (phase !== "active" && phase !== "notify_degraded") return;
    this.#noteChange([], false);
    this.#take("changed");
  }

  #take(event: WatchEvent): void {
    const { state, effects } = nextStep(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#effects[effect]();
  }

  readonly #effects: Readonly<Record<WatchEffect, () => void>> = {
    start: () => this.#start(),
    stop: () => this.#end(),
    debounce: () => this.#setTimer(this.#debounceMs()),
    retry: () => this.#setTimer(this.#retryMs()),
    refresh: () => void this.#refresh(),
  };

  #start(): void {
    this.#stop();
    this.#stop = (): void => {};
    const { root, watchFiles: watch = watchFiles } = this.#parts;
    const startMs = Date.now();
    try {
      this.#stop = watch(root, {
        noticed: (notice) => this.#notice(notice),
        ended: (reason) => this.#lose(reason),
      });
      this.#take("watcher_started");
    } catch (error) {
      this.#lose(messageOf(error));
    } finally {
      this.#tookMs.start = Date.now() - startMs;
    }
  }

  #lose(reason: string): void {
    this.#stop();
    this.#stop = (): void => {};
    this.#report(`Cannot watch "${this.#parts.root}": ${reason}`);
    this.#take("watcher_failed");
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stop();
    this.#stop = (): void => {};
    this.#refreshing?.abort();
    this.#forget();
  }

  #notice(notice: FileNotice): void {
    const { events, changed } = meaningOf(this.#parts, notice);
    if (events.length > 0) this.#noteChange(changed, notice.kind === "paths");
    for (const event of events) {
      if (event === "watcher_failed") this.#lose("the folder was removed");
      else this.#take(event);
    }
  }

  #noteChange(paths: readonly string[], areAll: boolean): void {
    if (paths.length === 0 && areAll) return;
    this.#sinceMs ??= Date.now();
    this.#pathsAreAll &&= areAll;
    // A set that grows without end would be worse than a count that is not known.
    if (this.#paths.size > MAX_PENDING_PATHS) this.#pathsAreAll = false;
    else for (const path of paths) this.#paths.add(path);
  }

  #forget(): void {
    this.#paths = new Set();
    this.#pathsAreAll = true;
    this.#sinceMs = undefined;
  }

  #debounceMs(): number {
    const { debounceMs } = this.#parts.times;
    const waitedMs = Date.now() - (this.#sinceMs ?? Date.now());
    return Math.max(0, Math.min(debounceMs, MAX_DEBOUNCES * debounceMs - waitedMs));
  }

  #retryMs(): number {
    const { start, look } = this.#tookMs;
    return Math.max(this.#parts.times.retryMs, Math.min(REST * (start + look), MAX_REST_MS));
  }

  #setTimer(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#take("timer"), delayMs);
  }

  /** Never rejects. */
  async #refresh(): Promise<void> {
    const ending = new AbortController();
    this.#refreshing = ending;
    const event = await this.#outcome(ending.signal);
    if (ending.signal.aborted) return;
    if (event === "refreshed" && this.#state.notified) this.#forgive();
    this.#take(event);
  }

  async #outcome(signal: AbortSignal): Promise<WatchEvent> {
    this.#forget();
    try {
      const event = await this.#parts.queue.run(() => this.#refreshIfStale(signal));
      if (event === "refresh_blocked") this.#report(`Cannot refresh "${this.#parts.root}" now`);
      return event ?? "refresh_failed";
    } catch (error) {
      if (!signal.aborted) {
        this.#report(`Cannot refresh "${this.#parts.root}": ${messageOf(error)}`);
      }
      return "refresh_failed";
    }
  }

  /** Builds only if the tree differs. */
  async #refreshIfStale(signal: AbortSignal): Promise<WatchEvent> {
    signal.throwIfAborted();
    const startMs = Date.now();
    const found = await look(this.#parts, signal);
    this.#tookMs.look = Date.now() - startMs;
    if (found === "blocked") return "refresh_blocked";
    if (found === "stale") await this.#parts.engine.refresh({ signal }, { unstored: true });
    return "refreshed";
  }

  #forgive(): void {
    this.#trouble = undefined;
    this.#reported.clear();
  }

  /** One line for each trouble, until all is well again. */
  #report(line: string): void {
    if (!this.#reported.has(line)) this.#parts.log(line);
    this.#reported.add(line);
    this.#trouble = line;
  }
}

const MAX_REST_MS = 600_000;

/** Far more than anybody looks at. */
const MAX_PENDING_PATHS = 10_000;

type Look = "current" | "stale" | "blocked";

/**
 * An index that is in error is left alone, because it may be another version's: the command line mends it. One that
 * is missing is built again.
 */
async function look({ root, engine }: WatcherParts, signal: AbortSignal): Promise<Look> {
  if (folderKind(root) !== "folder") return "blocked";
  const { state } = await engine.status({ signal });
  if (state === "error") return "blocked";
  const { changed, truncated } = await engine.delta({ signal });
  return changed.length > 0 || truncated ? "stale" : "current";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
