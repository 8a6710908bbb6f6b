/**
 * Result handles: a session's memory of what its searches showed, so that a match can be proved later.
 *
 * A handle is only a key into this memory: it carries nothing and dies with the session.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { type Anchor, Anchors, answerSharing, type Sharing } from "./anchors.ts";
import { LruMap, type Memory } from "./lru_map.ts";

/** Prefixes of match ids. */
export type HandleScope = "search" | "symbols" | "hybrid" | "batch" | "nav";

/** What one handle stands for. */
export interface IssuedHandle {
  readonly tool: string;
  readonly scope: HandleScope;
  readonly anchors: Anchors;
}

/** Match id of the row at a position of a page, counted from 0. */
export function matchId(scope: HandleScope, index: number): string {
  return `${scope}:m${index + 1}`;
}

const MATCH_ID = /^([a-z]+):m([1-9]\d{0,5})$/;

function anchorOf({ scope, anchors }: IssuedHandle, match: string): Anchor | undefined {
  const [, ofScope, number] = MATCH_ID.exec(match) ?? [];
  return ofScope === scope ? anchors.at(Number(number) - 1) : undefined;
}

/** The handles of one session. */
export class Handles {
  readonly #scopeId: string;
  readonly #issued: Memory<IssuedHandle>;
  readonly #share: Sharing;
  #counter = 0;

  /** `cap` bounds the live handles, Infinity for playbook runs; a memory given instead has bounds of its own. */
  constructor(
    scopeId: string,
    memory: number | Memory<IssuedHandle>,
    share: Sharing = answerSharing(),
  ) {
    this.#scopeId = scopeId;
    this.#share = share;
    this.#issued = typeof memory === "number" ? new LruMap(memory) : memory;
  }

  /** The handle that `issue` would give next: pages are measured with it before it exists. */
  get next(): string {
    return `result-${this.#scopeId}-${String(this.#counter + 1).padStart(6, "0")}`;
  }

  /** Remembers the rows of one answer; the row at index `n` has the id `matchId(scope, n)`. */
  issue(scope: HandleScope, tool: string, anchors: readonly Anchor[]): string {
    const handle = this.next;
    this.#counter++;
    this.#issued.set(handle, { tool, scope, anchors: new Anchors(anchors, this.#share) });
    return handle;
  }

  /**
   * What a match stood on.
   *
   * @throws {ToolError} STALE_HANDLE if the handle is unknown, evicted or of another session
   * @throws {ToolError} MIXED_HANDLE if the match is not one of the handle's
   */
  resolve(handle: string, match: string): Anchor {
    const issued = this.#issued.get(handle);
    if (issued === undefined) {
      throw refusal("STALE_HANDLE", "Cannot find the result handle in this session", handle, match);
    }
    const anchor = anchorOf(issued, match);
    if (anchor !== undefined) return anchor;
    const foreign = this.#newestWith(match);
    throw refusal(
      "MIXED_HANDLE",
      "Cannot find the match in the result handle",
      handle,
      match,
      foreign === undefined ? {} : { foreign_handle: foreign },
    );
  }

  /** Forgets a handle that nobody was shown. */
  drop(handle: string): void {
    this.#issued.delete(handle);
  }

  /** Forgets every handle with a row of a detached repository. */
  dropRepository(repositoryId: string): void {
    for (const [handle, { anchors }] of this.#issued.entries()) {
      if (anchors.touches(repositoryId)) this.#issued.delete(handle);
    }
  }

  #newestWith(match: string): string | undefined {
    return [...this.#issued.entries()]
      .findLast(([, issued]) => anchorOf(issued, match) !== undefined)?.[0];
  }
}

function refusal(
  code: "STALE_HANDLE" | "MIXED_HANDLE",
  message: string,
  handle: string,
  match: string,
  more: { readonly foreign_handle?: string } = {},
): ToolError {
  return new ToolError(code, message, { result_handle: handle, match_id: match, ...more });
}
