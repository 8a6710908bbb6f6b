/**
 * The snapshot that a query worker answers from: the one `CURRENT` names, or one that a builder handed over.
 *
 * There is one state, asked for by status and by searches alike, so that they cannot disagree.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { CorruptSection } from "../snapshot/corrupt_section.ts";
import { type OpenedSnapshot, openSnapshot } from "../snapshot/opened_snapshot.ts";
import type { SnapshotStore } from "../snapshot/store.ts";
import type { HandedOver, SnapshotStatus } from "./protocol.ts";

export type Held =
  | { readonly state: "missing" }
  | { readonly state: "ready"; readonly snapshot: OpenedSnapshot }
  | { readonly state: "error"; readonly error: ToolError };

/** Keeps what was loaded until `CURRENT` says something else. */
export class SnapshotHolder {
  readonly #store: SnapshotStore | undefined;
  #held: Held = { state: "missing" };
  /** What `CURRENT` said when `#held` was loaded or handed over. */
  #seen: string | undefined;
  /** What `CURRENT` will say once `#held` is stored. */
  #awaited: string | undefined;

  /** Without a store there is only what builders hand over. */
  constructor(store: SnapshotStore | undefined) {
    this.#store = store;
  }

  /** Looks at `CURRENT` first; cheap unless it has changed. */
  look(): Held {
    if (this.#store === undefined) return this.#held;
    const current = currentOf(this.#store);
    if (current === this.#awaited) this.#seen = current;
    if (current !== this.#seen || mayHavePassed(this.#held)) {
      this.#held = load(this.#store);
      this.#seen = current;
      this.#awaited = undefined;
    }
    return this.#held;
  }

  /** Takes over a snapshot that is not stored yet, or never will be. */
  adopt({ sections, name }: HandedOver): Held {
    this.#held = { state: "ready", snapshot: openSnapshot(sections) };
    this.#awaited = name === undefined ? undefined : saying(name);
    this.#seen = this.#store === undefined ? undefined : currentOf(this.#store);
    return this.#held;
  }

  /**
   * The snapshot to search in; undefined if there is none yet.
   *
   * @throws {ToolError} if the stored one cannot be used
   */
  snapshot(): OpenedSnapshot | undefined {
    const held = this.look();
    if (held.state === "error") throw held.error;
    return held.state === "ready" ? held.snapshot : undefined;
  }

  /** Gives up a stored snapshot in which a section read later is damaged, and says so from now on. */
  giveUp(cause: CorruptSection): ToolError {
    // What a builder handed over in memory cannot be damaged by a disk.
    if (this.#store === undefined) throw cause;
    const error = this.#store.damage(cause);
    this.#held = { state: "error", error };
    return error;
  }

  /** As `snapshot()`, for live operations, which a damaged store must not stop. */
  usable(): OpenedSnapshot | undefined {
    const held = this.look();
    return held.state === "ready" ? held.snapshot : undefined;
  }
}

/** Whether the disk refused a read: unlike damage, that may be over without a new `CURRENT`. */
function mayHavePassed(held: Held): boolean {
  return held.state === "error" && held.error.code === "unavailable";
}

/** What `CURRENT` says, in a form that differs whenever the answer does; unreadable is an answer as well. */
function currentOf(store: SnapshotStore): string {
  try {
    return saying(store.currentName() ?? "");
  } catch (error) {
    return `error ${asToolError(error).message}`;
  }
}

function saying(name: string): string {
  return `name ${name}`;
}

function load(store: SnapshotStore): Held {
  try {
    const loaded = store.load();
    return loaded === undefined
      ? { state: "missing" }
      : { state: "ready", snapshot: loaded.snapshot };
  } catch (error) {
    return { state: "error", error: asToolError(error) };
  }
}

function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}

/** What is told about a held snapshot. */
export function statusOf(held: Held): SnapshotStatus {
  switch (held.state) {
    case "missing":
      return { state: "missing" };
    case "error": {
      const { code, message, data } = held.error;
      return { state: "error", error: { code, message, data } };
    }
    case "ready":
      return readyStatus(held.snapshot);
  }
}

/** Status of a snapshot that can be used. */
export function readyStatus(snapshot: OpenedSnapshot): SnapshotStatus {
  return {
    state: "ready",
    fingerprint: snapshot.fingerprint,
    symbolToken: snapshot.symbolToken,
    ignoreDigest: snapshot.ignoreDigest,
    files: snapshot.files.length,
    symbols: snapshot.symbolCount,
    partial: snapshot.skipped.length > 0,
    builtAtMs: snapshot.stats.startedMs,
  };
}
