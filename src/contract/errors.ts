/**
 * Every error code a client can meet, with its JSON-RPC number and whether the same call may be repeated.
 *
 * Codes in lower case are kinds of transport error; codes in upper case are specific refusals (contract.md §3.7).
 * @module
 */
import type { JsonObject } from "./json.ts";

const INVALID_PARAMS = -32602;
const INVALID_REQUEST = -32600;
const INTERNAL = -32603;

interface ErrorRow {
  readonly rpc: number;
  readonly retryable: boolean;
  /** What to do about it; sent as `correction_hint` unless the thrower gives a better one. */
  readonly hint?: string;
}

/** One row a code; a code that is not here cannot be thrown. */
export const ERROR_CODES = {
  invalid_params: { rpc: INVALID_PARAMS, retryable: false },
  resource_not_found: { rpc: INVALID_PARAMS, retryable: false },
  access_denied: { rpc: INVALID_REQUEST, retryable: false },
  internal: { rpc: INTERNAL, retryable: false },
  timeout: { rpc: INTERNAL, retryable: true },
  unavailable: { rpc: INTERNAL, retryable: true },
  storage_schema_incompatible: {
    rpc: INTERNAL,
    retryable: false,
    hint: "Run `frigg index` to rebuild the stored index",
  },
  confirmation_required: { rpc: INTERNAL, retryable: false },
  tree_changed: {
    rpc: INTERNAL,
    retryable: true,
    hint: "A file changed while the playbook ran: run it again on a quiet tree",
  },
  cancelled: { rpc: INTERNAL, retryable: true },

  MIXED_CONTINUATION_FORMS: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Keep only continuation",
  },
  CONTINUATION_SCOPE_MISMATCH: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Repeat the exact request that gave the token, or start afresh without one",
  },
  STALE_CONTINUATION: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Run the original request again without continuation",
  },

  STALE_HANDLE: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Run the producing search again and use its new handle",
  },
  MIXED_HANDLE: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Use a match_id from the same response as the result_handle",
  },
  STALE_PROOF_ANCHOR: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "The source changed since the search: run it again and read the new match",
  },

  CONFLICTING_TARGET_INPUT: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Send target alone, without symbol, path, line or column",
  },
  TARGET_SCOPE_MISMATCH: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Copy target_ref unchanged from a response of this session",
  },
  TARGET_REPOSITORY_MISMATCH: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Leave repository_id out, or name the repository of the target",
  },
  REPOSITORY_NOT_FOUND: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Adopt the repository with workspace first",
  },
  STALE_TARGET_SNAPSHOT: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Search again: the target names an older snapshot",
  },
  TARGET_NOT_FOUND: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Search again: the symbol is no longer there",
  },
  TARGET_ANCHOR_INSUFFICIENT: {
    rpc: INVALID_PARAMS,
    retryable: false,
    hint: "Use the target of a search_symbol or document_symbols row",
  },
  MISSING_LINE_COLUMN: { rpc: INVALID_PARAMS, retryable: false, hint: "Send line and column" },
  MISSING_SYMBOL: { rpc: INVALID_PARAMS, retryable: false, hint: "Send a target or a symbol" },
} as const satisfies Record<string, ErrorRow>;

/** A code of the table above. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** The table's row of a code. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERROR_CODES[code];
}

/**
 * An expected refusal, thrown wherever it is found out and told to the client as it is.
 *
 * `message` does not start with the code; the protocol layer puts it there. `data` is added to the error's data.
 */
export class ToolError extends Error {
  // Bundlers rename classes, so nothing may rest on `constructor.name`.
  override readonly name = "ToolError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: JsonObject = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A refused parameter, named by its field. */
export function invalidParams(field: string, message: string, data: JsonObject = {}): ToolError {
  return new ToolError("invalid_params", message, { field, ...data });
}
