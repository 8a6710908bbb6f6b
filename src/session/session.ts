/**
 * What belongs to one client: its adopted repositories, its result handles and its page tokens.
 *
 * The scope id correlates them; it is 128 random bits, but no credential.
 * @module
 */
import { MAX_HANDLES_PER_SESSION } from "../contract/limits.ts";
import { Adopted } from "./adopted.ts";
import { Continuations } from "./continuations.ts";
import { Handles } from "./handles.ts";

/** Who a session serves. A playbook run sees one pinned snapshot and waits for it. */
export type SessionKind = "client" | "playbook";

/** Scope id of every playbook run: handles of two runs must be equal. */
export const PLAYBOOK_SCOPE_ID = "0".repeat(32);

export class Session {
  /** 32 lower-case hex digits. */
  readonly scopeId: string;
  readonly kind: SessionKind;
  readonly handles: Handles;
  readonly continuations: Continuations;
  readonly adoptions = new Adopted();

  constructor(scopeId: string, kind: SessionKind = "client") {
    if (!/^[0-9a-f]{32}$/.test(scopeId)) throw new RangeError("Cannot use the scope id");
    this.scopeId = scopeId;
    this.kind = kind;
    this.handles = new Handles(scopeId, kind === "client" ? MAX_HANDLES_PER_SESSION : Infinity);
    this.continuations = new Continuations(scopeId);
  }
}
