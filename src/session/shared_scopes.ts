/**
 * The memory of a process whose clients have no session (2026-07-28 over HTTP): every call gets a scope of its own,
 * and what it produces is found again by the scope id inside it.
 *
 * A scope ends when nothing of it was used for its lifetime; what is kept is bounded as well, least recently used
 * first. Ids are unguessable, so whoever presents one was given it.
 * @module
 */
import {
  MAX_SHARED_CONTINUATIONS,
  MAX_SHARED_HANDLES,
  SHARED_SCOPE_TTL_MS,
} from "../contract/limits.ts";
import { answerSharing } from "./anchors.ts";
import { Adopted } from "./adopted.ts";
import type { IssuedPage } from "./continuations.ts";
import type { IssuedHandle } from "./handles.ts";
import { LruMap, type Memory } from "./lru_map.ts";
import { Session } from "./session.ts";

export interface SharedBounds {
  readonly ttlMs: number;
  readonly handles: number;
  readonly continuations: number;
}

const BOUNDS: SharedBounds = {
  ttlMs: SHARED_SCOPE_TTL_MS,
  handles: MAX_SHARED_HANDLES,
  continuations: MAX_SHARED_CONTINUATIONS,
};

/** The time of a scope's last use, in epoch milliseconds; all that it produced share it. */
interface Scope {
  readonly id: string;
  usedMs: number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly scope: Scope;
}

export class SharedScopes {
  /** Adopted for the whole process. */
  readonly adoptions = new Adopted();
  readonly #clock: () => number;
  readonly #ttlMs: number;
  readonly #share = answerSharing();
  readonly #handles: LruMap<string, Kept<IssuedHandle>>;
  readonly #continuations: LruMap<string, Kept<IssuedPage>>;

  /** `clock` gives epoch milliseconds. */
  constructor(clock: () => number, { ttlMs, handles, continuations }: SharedBounds = BOUNDS) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#handles = new LruMap(handles);
    this.#continuations = new LruMap(continuations);
  }

  /** A session for one call. */
  session(scopeId: string): Session {
    const scope = { id: scopeId, usedMs: this.#clock() };
    return new Session(scopeId, "client", {
      adoptions: this.adoptions,
      handles: this.#memory(scope, this.#handles),
      continuations: this.#memory(scope, this.#continuations),
      isAlive: (id) => this.#isAlive(id),
    }, this.#share);
  }

  #memory<Value>(scope: Scope, all: LruMap<string, Kept<Value>>): Memory<Value> {
    return {
      get: (key) => {
        const kept = all.get(key);
        if (kept === undefined || !this.#touch(kept.scope)) return undefined;
        return kept.value;
      },
      set: (key, value) => all.set(key, { value, scope }),
      delete: (key) => all.delete(key),
      // Of this scope alone: an error that names another handle must not name another client's.
      entries: () => entriesOf(scope.id, all).map(([key, { value }]) => [key, value]),
    };
  }

  #isAlive(id: string): boolean {
    const [first] = [...entriesOf(id, this.#handles), ...entriesOf(id, this.#continuations)];
    return first !== undefined && this.#touch(first[1].scope);
  }

  /** Whether the scope lives; if so, its lifetime begins anew. */
  #touch(scope: Scope): boolean {
    const now = this.#clock();
    const isAlive = now - scope.usedMs < this.#ttlMs;
    if (isAlive) scope.usedMs = now;
    return isAlive;
  }
}

function entriesOf<Value>(
  id: string,
  all: LruMap<string, Kept<Value>>,
): [string, Kept<Value>][] {
  return [...all.entries()].filter(([, { scope }]) => scope.id === id);
}
