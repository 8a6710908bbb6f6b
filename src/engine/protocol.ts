/**
 * What crosses the worker boundary: one request in, one reply out, all of it plain data.
 *
 * Every loop in a worker polls the cancel flag and the deadline (budget.ts).
 * @module
 */
import type { IndexWay } from "./other_way.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Eol } from "../contract/lines.ts";
import type { SnapshotState } from "../contract/freshness.ts";
import type { Encoding, SourceProof, Span, WholeLines } from "../contract/source.ts";
import type { CommitTree } from "../platform/commit_files.ts";
import type { IgnoreContext } from "../platform/ignore_rules.ts";
import type { CommitChanges, CompareRequest } from "./commit_requests.ts";
import type { ExploreMatches, ExploreRequest as ExploreSearch } from "../search/explore.ts";
import type { WindowText } from "../search/line_window.ts";
import type { Coverage, FileScope, Rows } from "../search/requests.ts";
import type { Searches } from "../search/searches.ts";

/** Bounds that the user may set. */
export interface EngineLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

/** Ignore rules that lie outside the root, read by the host because workers may not. */
export type OuterIgnores = IgnoreContext;

export interface OpenRequest {
  readonly role: "query" | "builder";
  /** Canonical path of the repository. */
  readonly root: string;
  /** Looks at a commit in place of the disk; nothing is stored then. */
  readonly commit?: CommitTree;
  /**
   * State directory of this repository; absent when the index must stay in memory. With a commit it is only read:
   * what is known of equal files is taken over.
   */
  readonly stateDir?: string;
  readonly limits: EngineLimits;
  readonly outerIgnores: OuterIgnores;
  /** Version of the program: an index of another version is not read. */
  readonly version: string;
  /** How the index is made; the usual way by default. */
  readonly way?: IndexWay;
}

export interface SnapshotStatus {
  readonly state: SnapshotState;
  readonly fingerprint?: string;
  readonly symbolToken?: string;
  readonly ignoreDigest?: string;
  readonly files?: number;
  readonly symbols?: number;
  /** Whether something was left out: what is beyond a limit, or cannot be read. How much is not known. */
  readonly partial?: boolean;
  /** Why the state is `error`. */
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly data: JsonObject;
  };
  /** Epoch milliseconds of the build. */
  readonly builtAtMs?: number;
}

/** How the tree differs from the snapshot, found by walking it. */
export interface TreeDelta {
  /** Sorted; at most `MAX_CHANGED_PATHS` of them when `truncated`. */
  readonly changed: readonly string[];
  readonly truncated: boolean;
}

/** A snapshot in memory, and what it took to make it. */
export interface HandedOver {
  readonly sections: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** What `CURRENT` will say once it is stored; absent if it never will be. */
  readonly name?: string;
  readonly reparsed: number;
  readonly reused: number;
}

export interface RefreshResult {
  readonly status: SnapshotStatus;
  /** Why it could not be stored. */
  readonly storageError?: string;
  readonly reparsed: number;
  readonly reused: number;
}

export interface WalkRequest {
  readonly scope: FileScope;
  readonly slice: { readonly offset: number; readonly limit: number };
}

export interface WalkResult {
  readonly rows: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly totalRows: number;
  readonly coverage: Omit<Coverage, "sources">;
}

/** Which part of a file is wanted, in lines. */
export type LineRange =
  | { readonly kind: "whole" }
  /** `endLine` is clamped to the last line; absent means to the end. */
  | { readonly kind: "lines"; readonly startLine: number; readonly endLine?: number };

export interface ReadRequest {
  /** As the client gave it: relative to the root, or absolute inside it. */
  readonly path: string;
  readonly range: LineRange;
  /** Bytes of content, and for whole reads of the file. */
  readonly maxBytes: number;
  /** What the client asked for, if it did: told back in a refusal. */
  readonly requestedMaxBytes?: number;
  /** A file larger than this is refused before it is read. */
  readonly fileMaxBytes: number;
  /** Gives the bytes only if the file still has this proof; otherwise STALE_PROOF_ANCHOR and no bytes. */
  readonly expect?: SourceProof;
}

export interface ReadResult {
  readonly path: string;
  readonly content: Uint8Array;
  /** 1 for an empty file, whose `endLine` and `totalLines` are 0. */
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  /** Bytes of a single too-long line that were left out. */
  readonly truncatedBytes: number;
  readonly source: SourceProof;
  readonly encoding: Encoding;
  readonly eol: Eol;
}

/** Exact bytes of spans, with their surroundings, for evidence. */
export interface SpansRequest {
  readonly path: string;
  readonly spans: readonly (Span | WholeLines)[];
}

export interface SpansResult {
  readonly path: string;
  readonly source: SourceProof;
  readonly encoding: Encoding;
  readonly eol: Eol;
  readonly spans: readonly {
    /** As asked for; for whole lines with their columns. */
    readonly span: Span;
    readonly sha256: string;
    /** At most 2 KiB, cut at a code point. */
    readonly exact: string;
    readonly truncated: boolean;
    /** Up to 32 code points before and after. */
    readonly prefix: string;
    readonly suffix: string;
  }[];
}

/** Some lines of one file, with the matches in them if any are asked for. */
export interface ExploreRequest {
  readonly path: string;
  /** The place in the file that is looked at, with `contextLines` around it; all of the file by default. */
  readonly anchor?: Span;
  readonly contextLines: number;
  /** Without it the window is read whole, up to `FRIGG_MAX_FILE_BYTES`. */
  readonly search?: Omit<ExploreSearch, "contextLines" | "scope">;
}

export interface ExploreResult extends ExploreMatches, Rows<ExploreMatches["rows"][number]> {
  readonly path: string;
  readonly source: SourceProof;
  readonly totalLines: number;
  /** The file is not valid UTF-8. */
  readonly lossy: boolean;
  /** Lines that were looked at; `endLine` is 0 for an empty file. */
  readonly scope: { readonly startLine: number; readonly endLine: number };
  /** Set with an anchor. */
  readonly window?: WindowText;
}

/** What is at a path now. `outside` also stands for links that leave the root. */
export type Probe =
  | { readonly kind: "absent" }
  | { readonly kind: "outside" }
  | {
    readonly kind: "file";
    readonly inScope: boolean;
    readonly ignored: boolean;
    readonly source: SourceProof;
    readonly encoding: Encoding;
    readonly eol: Eol;
    /** SHA-256 of the file with other line ends, all LF or all CRLF; empty for a binary file. */
    readonly eolDigests: readonly string[];
  };

/** Where the bytes of a span occur now, across the corpus: at most `limit` places. */
export interface LocateRequest {
  /** Text of the span, or its beginning if `spanBytes` says that the span is longer. */
  readonly exact: string;
  readonly spanSha256: string;
  /** Length of the whole span; by default that of `exact`. */
  readonly spanBytes?: number;
  readonly limit: number;
  /** Only this file, if given. */
  readonly path?: string;
}

export interface LocateResult {
  readonly places: readonly { readonly path: string; readonly span: Span }[];
  readonly more: boolean;
}

/** Operations of a worker: name → request and result. `open` comes first, `close` last. */
export interface Operations {
  readonly open: { readonly request: OpenRequest; readonly result: SnapshotStatus };
  /** Notices a new CURRENT before it answers. */
  readonly status: { readonly request: Record<never, never>; readonly result: SnapshotStatus };
  /** Query worker: takes over what a builder has made, which need not be stored yet. */
  readonly adopt: {
    readonly request: HandedOver;
    readonly result: SnapshotStatus;
  };
  /**
   * Builder: brings the snapshot to the current tree; its `status` is that of the new snapshot.
   *
   * Unless nothing changed, it hands the snapshot over before it stores it.
   */
  readonly refresh: {
    readonly request: { readonly force: boolean };
    readonly result: RefreshResult;
  };
  readonly delta: { readonly request: Record<never, never>; readonly result: TreeDelta };
  readonly walk: { readonly request: WalkRequest; readonly result: WalkResult };
  readonly read: { readonly request: ReadRequest; readonly result: ReadResult };
  readonly scan: { readonly request: ExploreRequest; readonly result: ExploreResult };
  readonly spans: { readonly request: SpansRequest; readonly result: SpansResult };
  readonly probe: { readonly request: { readonly path: string }; readonly result: Probe };
  readonly locate: { readonly request: LocateRequest; readonly result: LocateResult };
  /** Blob ids of the files the walk meets now, for the comparison with HEAD's tree: path → git blob id. */
  readonly blobs: {
    readonly request: Record<never, never>;
    readonly result: ReadonlyMap<string, string>;
  };
  /** Whether the tree has other bytes than a commit. */
  readonly compare: {
    readonly request: CompareRequest;
    readonly result: { readonly dirty: boolean };
  };
  /** How the tree differs from a commit, path by path. */
  readonly changes: { readonly request: CompareRequest; readonly result: CommitChanges };
  readonly search: { readonly request: SearchRequest; readonly result: SearchResult };
  readonly close: { readonly request: Record<never, never>; readonly result: Record<never, never> };
}
export type OperationName = keyof Operations;

export type SearchKind = keyof Searches;
export type SearchRequest = {
  [Kind in SearchKind]: { readonly kind: Kind; readonly request: Searches[Kind]["request"] };
}[SearchKind];
export type SearchResult = Searches[SearchKind]["result"];

export interface RequestMessage<Name extends OperationName = OperationName> {
  readonly id: number;
  readonly operation: Name;
  readonly request: Operations[Name]["request"];
  /** Epoch milliseconds; Infinity without a deadline. */
  readonly deadlineMs: number;
  /** Which of the worker's cancel flags is this call's. */
  readonly slot: number;
}

/**
 * The first message to a worker: its cancel flags, an Int32 each, 1 once the call is cancelled.
 *
 * Not a buffer for each call: Deno keeps every shared buffer that was ever posted.
 */
export interface AttachMessage {
  readonly cancelFlags: SharedArrayBuffer;
}

/** Any request, told apart by its operation. */
export type AnyRequest = { [Name in OperationName]: RequestMessage<Name> }[OperationName];

export type ReplyMessage<Result = unknown> =
  | { readonly id: number; readonly kind: "result"; readonly result: Result }
  | {
    readonly id: number;
    readonly kind: "refused";
    readonly code: ErrorCode;
    readonly message: string;
    readonly data: JsonObject;
  }
  | { readonly id: number; readonly kind: "built"; readonly built: HandedOver }
  | { readonly id: number; readonly kind: "bug"; readonly message: string; readonly stack: string }
  | {
    readonly id: number;
    readonly kind: "progress";
    readonly done: number;
    readonly total?: number;
    readonly what: string;
  };
