/**
 * What a search needs from around it: a snapshot, the bytes on disk now, symbols of changed files, and its budget.
 * @module
 */
import type { LineIndex } from "../contract/lines.ts";
import type { Encoding, SourceProof } from "../contract/source.ts";
import type { LinkedFile, LinkRules } from "../snapshot/linker.ts";
import type { Snapshot, SymbolEntry } from "../snapshot/snapshot.ts";

/** Asked by every loop, at most every 1,000 rows or one file. */
export interface Budget {
  /** @throws {ToolError} cancelled, timeout */
  check(): void;
  /** As `check()`, and lets other requests run if this one has had its slice of time. */
  breathe(): Promise<void>;
}

/** A file as it is on disk now. */
export interface LiveFile {
  /** Canonical, relative to the root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Worked out when it is first asked for, and kept as long as the bytes. */
  readonly lines: LineIndex;
  /** The bytes as a string of one char a byte. */
  readonly latin1: string;
  /** How often patterns match in these bytes, as far as a search has noted it, by a key of the pattern's. */
  readonly counts: Map<string, number>;
  readonly source: SourceProof;
  readonly encoding: Encoding;
}

export type LiveRead =
  | { readonly failure?: undefined; readonly value: LiveFile }
  | {
    readonly failure: "absent" | "outside" | "unreadable" | "too_large";
    /** Set for `too_large`. */
    readonly sizeBytes?: number;
  };

/** Files by path; failures are values. */
export interface LiveFiles {
  read(path: string, maxBytes: number): LiveRead;
  /**
   * Whether the file at a position of the snapshot is there and must still have its bytes, told without reading it.
   *
   * If not, only reading tells.
   */
  isSurelyUnchanged(position: number): boolean;
  /** The bytes as a string of one char a byte. */
  latin1(bytes: Uint8Array): string;
}

/** What a file's name says about its symbols. */
export interface LanguageFacts {
  readonly id: string;
  /** Files of the language are part of the symbol corpus. */
  readonly searched: boolean;
  /** Files of the language have an outline. */
  readonly outlined: boolean;
}

/** A symbol of a file that is not the snapshot's; `container` counts in the same outline. */
export type LiveSymbol = Omit<SymbolEntry, "file">;

export interface LiveOutline {
  /** By start, longer first. */
  readonly symbols: readonly LiveSymbol[];
  readonly state: "whole" | "partial" | "timed_out";
}

export interface Outliner {
  /** By the path's name alone; undefined for no known language. */
  languageOf(path: string): LanguageFacts | undefined;
  /** Extensions of all languages with outlines, without the dot, sorted. */
  readonly extensions: readonly string[];
  /** Symbols of a file whose language is `outlined`. */
  outline(file: LiveFile): Promise<LiveOutline>;
}

/** How the names of files are bound and used. */
export interface Linker {
  /** By the path's name alone; undefined for languages whose names are not resolved. */
  rulesOf(path: string): LinkRules | undefined;
  /** Undefined for languages without rules, and if the time for one file ran out. */
  link(file: LiveFile): Promise<LinkedFile | undefined>;
}

export interface SearchWorld {
  readonly snapshot: Snapshot;
  readonly live: LiveFiles;
  readonly outliner: Outliner;
  readonly linker: Linker;
  readonly budget: Budget;
  /** FRIGG_MAX_FILE_BYTES: bounds parsing. */
  readonly maxFileBytes: number;
}
