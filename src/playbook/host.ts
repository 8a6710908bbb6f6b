/**
 * What the playbook runtime needs from the rest of the program, and nothing more: it knows no tool, no worker
 * and no folder. The composition root provides it.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { TraceRepository } from "../contract/playbook.ts";
import type { Span, WholeLines } from "../contract/source.ts";
import type { CallOptions, Dispatch, Surface } from "../contract/tool.ts";
import type { Encoding, SourceProof } from "../contract/source.ts";
import type { Eol } from "../contract/lines.ts";

/** A repository of a run. `id`, `displayName` and `root` are rewritten to the alias in everything a trace holds. */
export interface RunRepository {
  readonly alias: string;
  readonly id: string;
  readonly displayName: string;
  /** Canonical absolute path. */
  readonly root: string;
  /** It is looked at as a commit has it: nothing in it can differ from that commit. */
  readonly atCommit?: true;
  /** Where its index is stored, as answers show it. */
  readonly storagePath?: string;
  readonly header: TraceRepository;
}

export interface CitedSpan {
  /** As asked for; for whole lines with their columns. */
  readonly span: Span;
  readonly sha256: string;
  readonly exact: string;
  readonly truncated: boolean;
  readonly prefix: string;
  readonly suffix: string;
}

/** The bytes of some spans of one file, all read at once. */
export interface CitedFile {
  readonly source: SourceProof;
  readonly encoding: Encoding;
  readonly eol: Eol;
  readonly spans: readonly CitedSpan[];
}

/** What is at a path now. */
export type SourceProbe =
  | { readonly kind: "absent" }
  | { readonly kind: "outside" }
  | {
    readonly kind: "file";
    readonly inScope: boolean;
    readonly ignored: boolean;
    readonly source: SourceProof;
    /** SHA-256 of the file with other line ends and nothing else different; absent where that was not asked. */
    readonly eolDigests?: readonly string[];
  };

/** A span whose bytes are looked for. */
export interface LocateWanted {
  readonly exact: string;
  readonly spanSha256: string;
  readonly limit: number;
  /** Only this file, which may then be an ignored one. */
  readonly path?: string;
}

/** One run: a fresh session over one snapshot of every repository. */
export interface Run {
  /** In adoption order; `repo-001` first. Grows when a `workspace` step adopts another. */
  repositories(): readonly RunRepository[];
  readonly dispatch: Dispatch;
  /** Spans of a file, with the proof of the file they were read from. */
  cite(
    repositoryId: string,
    path: string,
    spans: readonly (Span | WholeLines)[],
  ): Promise<CitedFile>;
  /** Proof of a file without a span, for answers that rest on a whole file. */
  probe(repositoryId: string, path: string): Promise<SourceProbe>;
  /** Places where the bytes of a span stand now, with at most `limit` of them. */
  locate(
    repositoryId: string,
    wanted: LocateWanted,
  ): Promise<readonly { readonly path: string; readonly span: Span }[]>;
  /** `alias:path` of files that differ from the snapshot the run began with, sorted. */
  changedSince(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface PlaybookHost {
  readonly surface: Surface;
  readonly friggVersion: string;
  readonly engineDigest: string;
  /** Settings that can change an answer, such as limits. */
  readonly settings: JsonObject;
  /**
   * Brings the snapshot of every repository to the current tree, waits for it, and opens a fresh session with a
   * fixed tag and clock and without cap on handles.
   */
  open(options: CallOptions): Promise<Run>;
}
