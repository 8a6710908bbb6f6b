/**
 * What belongs to one client: its adopted repositories, its result handles and its page tokens.
 *
 * The scope id correlates them; it is 128 random bits, but no credential.
 * @module
 */
import { MAX_HANDLES_PER_SESSION } from "../contract/limits.ts";
import { Adopted } from "./adopted.ts";
import type { Sharing } from "./anchors.ts";
import { Continuations, type IssuedPage } from "./continuations.ts";
import { Handles, type IssuedHandle } from "./handles.ts";
import type { Memory } from "./lru_map.ts";

/** Who a session serves. A playbook run sees one pinned snapshot and waits for it. */
export type SessionKind = "client" | "playbook";

/** Scope id of every playbook run: handles of two runs must be equal. */
export const PLAYBOOK_SCOPE_ID = "0".repeat(32);

/** What outlives a session that lasts for one call only. */
export interface SharedMemory {
  readonly adoptions: Adopted;
  readonly handles: Memory<IssuedHandle>;
  readonly continuations: Memory<IssuedPage>;
  /** Whether something of that scope is still remembered. */
  isAlive(scopeId: string): boolean;
}

export class Session {
  /** 32 lower-case hex digits. */
  readonly scopeId: string;
  readonly kind: SessionKind;
  readonly handles: Handles;
  readonly continuations: Continuations;
  readonly adoptions: Adopted;
  readonly #shared: SharedMemory | undefined;

  /** `share` is what sessions of one process keep once. */
  constructor(
    scopeId: string,
    kind: SessionKind = "client",
    shared?: SharedMemory,
    share?: Sharing,
  ) {
    if (!/^[0-9a-f]{32}$/.test(scopeId)) throw new RangeError("Cannot use the scope id");
    const cap = kind === "client" ? MAX_HANDLES_PER_SESSION : Infinity;
    this.scopeId = scopeId;
    this.kind = kind;
    this.handles = new Handles(scopeId, shared?.handles ?? cap, share);
    this.continuations = new Continuations(scopeId, shared?.continuations);
    this.adoptions = shared?.adoptions ?? new Adopted();
    this.#shared = shared;
  }

  /** Whether a value that carries this scope id is the session's to use. */
  owns(scopeId: string): boolean {
    return scopeId === this.scopeId || this.#shared?.isAlive(scopeId) === true;
  }
}
