/**
 * The immutable picture of one repository that searches are put to.
 *
 * Files are sorted by the bytes of their path; nothing here depends on the order in which they were found.
 * @module
 */
import type { Eol } from "../contract/lines.ts";
import type { Skipped } from "../contract/recovery.ts";
import type { Encoding, PathClass } from "../contract/source.ts";
import type { SymbolTexts } from "./symbol_texts.ts";

export interface FileEntry {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly gitBlob: string;
  readonly encoding: Encoding;
  readonly eol: Eol;
  readonly pathClass: PathClass;
  /** Language id of the registry, by the file's name. */
  readonly language?: string;
  /** Some component of the path starts with a dot. */
  readonly hidden: boolean;
  /** Outside the searched corpus; listed only. */
  readonly binary: boolean;
  /** Whether symbols were looked for, and how far: `partial` after parse errors, `timed_out` after the budget. */
  readonly outline: "none" | "whole" | "partial" | "timed_out" | "too_large";
}

/** A file or folder the walk met and the corpus lacks. */
export interface SkippedEntry extends Skipped {
  readonly hidden: boolean;
  /** An unreadable folder may hide any file below it. */
  readonly folder: boolean;
}

export interface SymbolEntry {
  /** Position in `files`. */
  readonly file: number;
  readonly name: string;
  readonly kind: string;
  /** Position in the symbols of the same file, counted from the file's first, or -1. */
  readonly container: number;
  readonly signature: string;
  /** Raw byte offsets of the whole definition, half-open. */
  readonly startByte: number;
  readonly endByte: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly stableId: string;
  /** Inside a test module (Rust `#[cfg(test)]`). */
  readonly testContext: boolean;
}

/**
 * Latin-1 strings (one char a byte) that a matching file must contain: any of the groups, all strings of a group.
 * `undefined` stands for every file.
 */
export type RequiredLiterals = readonly (readonly string[])[] | undefined;

export interface Snapshot {
  /** SHA-256 over all (path, digest) pairs and what was skipped: changes when any answer may. */
  readonly fingerprint: string;
  /** SHA-256 over the sorted (path, digest) pairs of the symbol corpus. */
  readonly symbolToken: string;
  /** SHA-256 over the ignore rules that applied. */
  readonly ignoreDigest: string;
  readonly files: readonly FileEntry[];
  readonly skipped: readonly SkippedEntry[];
  /** Whether a folder could not be read or FRIGG_MAX_FILES cut the walk. */
  readonly walkFailed: boolean;
  findFile(path: string): number | undefined;
  /** Positions of text files that may contain the literals (ASCII case ignored), ascending; never misses one. */
  candidates(required: RequiredLiterals): Iterable<number>;
  readonly symbolCount: number;
  readonly symbolTexts: SymbolTexts;
  /** Whether a symbol lies inside a test module. */
  isTestSymbol(index: number): boolean;
  symbol(index: number): SymbolEntry;
  /** Half-open range of symbol positions of one file. */
  symbolsOf(file: number): { readonly start: number; readonly end: number };
  /** Positions of symbols whose lower-cased name or signature passes, in symbol order. */
  symbolsWhere(passes: (lowerName: string, lowerSignature: string) => boolean): Iterable<number>;
  findSymbol(stableId: string): number | undefined;
}
