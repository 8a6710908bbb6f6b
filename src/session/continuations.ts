/**
 * Page tokens: bind a position to the request and snapshot it came from.
 *
 * A token is only a key into this session's memory. It carries nothing, so it cannot be edited, and it dies with
 * the session.
 * @module
 */
import type { Unit } from "../contract/completeness.ts";
import { type ErrorCode, errorRow, ToolError } from "../contract/errors.ts";
import { MAX_CONTINUATIONS_PER_SESSION } from "../contract/limits.ts";
import { LruMap, type Memory } from "./lru_map.ts";

/** What a page belongs to: everything of it must be the same when the token comes back. */
export interface PageRequest {
  readonly tool: string;
  /** Digest of the normalized request without its cursor. */
  readonly digest: string;
  /** In adoption order. */
  readonly repositoryIds: readonly string[];
  readonly unit: Unit;
}

/** Where the next page starts. */
export interface Position {
  /** Rows on the pages before, over all repositories. */
  readonly offset: number;
  /** State of each repository's index, in the order of `repositoryIds`. */
  readonly fingerprints: readonly string[];
}

/** What one token stands for. */
export interface IssuedPage {
  readonly request: PageRequest;
  readonly position: Position;
}

type CursorCode =
  | "MIXED_CONTINUATION_FORMS"
  | "CONTINUATION_SCOPE_MISMATCH"
  | "STALE_CONTINUATION";

const KINDS = {
  MIXED_CONTINUATION_FORMS: "mixed_cursor_forms",
  CONTINUATION_SCOPE_MISMATCH: "scope_mismatch",
  STALE_CONTINUATION: "stale",
} as const satisfies Partial<Record<ErrorCode, string>>;

const TOKEN = /^continuation-([0-9a-f]{32})-([0-9]{6,})$/;

/** The page tokens of one session. */
export class Continuations {
  readonly #scopeId: string;
  readonly #issued: Memory<IssuedPage>;
  readonly #anyScope: boolean;
  #counter = 0;

  /** A memory that is given may hold tokens of other scopes, and they are honoured too. */
  constructor(scopeId: string, memory?: Memory<IssuedPage>) {
    this.#scopeId = scopeId;
    this.#issued = memory ?? new LruMap(MAX_CONTINUATIONS_PER_SESSION);
    this.#anyScope = memory !== undefined;
  }

  /** The token that `issue` would give next: pages are measured with it before it exists. */
  get next(): string {
    return `continuation-${this.#scopeId}-${String(this.#counter + 1).padStart(6, "0")}`;
  }

  /** A token for the page that starts at `position`. */
  issue(request: PageRequest, position: Position): string {
    const token = this.next;
    this.#counter++;
    this.#issued.set(token, { request, position });
    return token;
  }

  /** Forgets a token that nobody was shown. */
  drop(token: string): void {
    this.#issued.delete(token);
  }

  /**
   * The position a token stands for. The caller compares its fingerprints with `requireFresh` once it has read them.
   *
   * @throws {ToolError} CONTINUATION_SCOPE_MISMATCH if session, tool, request, repositories or unit differ
   * @throws {ToolError} STALE_CONTINUATION if the token is unknown or evicted
   */
  redeem(token: string, request: PageRequest): Position {
    const scopeId = TOKEN.exec(token)?.[1];
    if (scopeId === undefined || (scopeId !== this.#scopeId && !this.#anyScope)) {
      throw cursorError("CONTINUATION_SCOPE_MISMATCH", "the token is not of this session");
    }
    const issued = this.#issued.get(token);
    if (issued === undefined) {
      throw cursorError("STALE_CONTINUATION", "the token is no longer known");
    }
    const part = differingPart(issued.request, request);
    if (part !== undefined) throw cursorError("CONTINUATION_SCOPE_MISMATCH", `the ${part} differs`);
    return issued.position;
  }
}

/**
 * Makes sure that a page continues on the state it was cut from.
 *
 * @throws {ToolError} STALE_CONTINUATION
 */
export function requireFresh(position: Position, fingerprints: readonly string[]): void {
  const same = position.fingerprints.length === fingerprints.length &&
    position.fingerprints.every((fingerprint, index) => fingerprint === fingerprints[index]);
  if (!same) throw cursorError("STALE_CONTINUATION", "the snapshot changed");
}

/**
 * Makes sure that a request carries one kind of cursor only.
 *
 * @throws {ToolError} MIXED_CONTINUATION_FORMS
 */
export function requireOneCursor(
  cursors: { readonly continuation?: unknown; readonly resume_from?: unknown },
): void {
  if (cursors.continuation === undefined || cursors.resume_from === undefined) return;
  throw cursorError("MIXED_CONTINUATION_FORMS", "continuation and resume_from exclude each other");
}

function differingPart(issued: PageRequest, now: PageRequest): string | undefined {
  if (issued.tool !== now.tool) return "tool";
  if (issued.digest !== now.digest) return "request";
  if (issued.repositoryIds.join("\0") !== now.repositoryIds.join("\0")) return "repository set";
  return issued.unit === now.unit ? undefined : "unit";
}

function cursorError(code: CursorCode, why: string): ToolError {
  const message = `Cannot continue: ${why}`;
  const hint = errorRow(code).hint ?? "";
  return new ToolError(code, message, {
    correction_hint: hint,
    continuation: { kind: KINDS[code], code, message, correction_hint: hint },
  });
}
