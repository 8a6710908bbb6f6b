/**
 * What a tool looks like from outside: its description, its outcome, its rows and the source it cites.
 *
 * The three doors (MCP, command line, playbook) see tools through these types alone.
 * @module
 */
import type { ErrorCode } from "./errors.ts";
import type { Evidence } from "./freshness.ts";
import type { JsonObject } from "./json.ts";
import type { Span, WholeLines } from "./source.ts";

/** A place in source that an answer rests on. */
export interface Cite {
  /** JSON pointer of the row in the answer; "" for an answer that is one read. */
  readonly row: string;
  readonly repository_id: string;
  readonly path: string;
  readonly span: Span | WholeLines;
}

/** One row as diffs see it. */
export interface Row {
  readonly pointer: string;
  /** Repository-relative path the row is about, if any. */
  readonly path?: string;
  readonly repository_id?: string;
  /** What the row is, whatever its position: a symbol's kind and name, a file's path. */
  readonly identity: string;
  /** What the row says: the excerpt, the signature. */
  readonly text: string;
}

/** One collection of rows in an answer. */
export interface RowCollection {
  /** JSON pointer of the array. */
  readonly pointer: string;
  readonly order: "exact" | "ranked";
  readonly rows: readonly Row[];
}

/** A failure as every door tells it. */
export interface ToolFailure {
  readonly code: ErrorCode;
  /** JSON-RPC number. */
  readonly rpc: number;
  readonly retryable: boolean;
  /** Without the code in front. */
  readonly message: string;
  /** Data of the wire error, `error_code` and `retryable` included. */
  readonly data: JsonObject;
}

export type Outcome =
  | {
    readonly status: "ok";
    /** The structured answer. */
    readonly response: JsonObject;
    /** Text blocks, for answers whose presentation is text; then `response` is what the JSON form would say. */
    readonly text?: readonly string[];
  }
  | { readonly status: "err"; readonly error: ToolFailure };

/** Options of one call. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Called while a call waits for indexing; `total` is absent until it is known. */
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
}

/** Runs one tool by name in one session. Never throws for anything a client did. */
export type Dispatch = (tool: string, args: unknown, options: CallOptions) => Promise<Outcome>;

/**
 * Which files an answer may depend on: none, the one that it is about, those that the path filters select, or any.
 *
 * Only what is certain narrows it: an answer that resolves names or ranks depends on files that it does not show.
 */
export type Reach = "nothing" | "file" | "filters" | "tree";

/** A tool as the surface shows it, with its types hidden. */
export interface ToolInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profile: "core" | "extended";
  readonly evidence: Evidence;
  /** Absent for `tree`. */
  readonly reach?: Reach;
  /** JSON Schema of the input: plain object at the root, no `$ref`, no `$schema`. */
  readonly inputSchema: JsonObject;
  /** Absent for tools whose answer may be plain text. */
  readonly outputSchema?: JsonObject;
  /** Whether it may be a playbook step. */
  readonly playbook: boolean;
  /** Hints for clients. */
  readonly idempotent: boolean;
  /** The first thing wrong with the arguments, as dispatch would say it; undefined if they are fine. */
  checkInput(args: unknown): InputProblem | undefined;
  cites(response: JsonObject): readonly Cite[];
  rows(response: JsonObject): readonly RowCollection[];
}

export interface InputProblem {
  /** Dotted path of the field, "" for the arguments as a whole. */
  readonly field: string;
  readonly message: string;
}

/** The live tools, sorted by name. */
export interface Surface {
  readonly tools: readonly ToolInfo[];
  find(name: string): ToolInfo | undefined;
}
