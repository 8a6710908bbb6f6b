/**
 * Questions about syntax trees and their answers, as plain data; places count as in `requests.ts`.
 * @module
 */

export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
}

export interface CaptureRow extends SourceRange {
  readonly name: string;
}

/** What a node is among others, for requests that find its like. */
export interface NodeKinds {
  /** Of the node, or of the nearest named one around it. */
  readonly focus: string;
  /** Of the node, where it is not named. */
  readonly raw?: string;
  /** Of the nearest named node around `focus`, but for the root. */
  readonly ancestor?: string;
  readonly language: string;
}

/** One place of a file's syntax tree; without `at` its root. */
export interface SyntaxRequest {
  readonly path: string;
  readonly at?: { readonly line: number; readonly column: number };
  readonly maxAncestors: number;
  readonly maxChildren: number;
}

export interface SyntaxNodeRow extends SourceRange {
  readonly kind: string;
  readonly named: boolean;
}

export interface SyntaxResult {
  readonly path: string;
  readonly language: string;
  readonly focus: SyntaxNodeRow;
  /** Nearest first. */
  readonly ancestors: readonly SyntaxNodeRow[];
  readonly ancestorCount: number;
  readonly children: readonly SyntaxNodeRow[];
  readonly childCount: number;
  /** The parser met errors. */
  readonly partial: boolean;
  readonly kinds: NodeKinds;
}

/** What stands at some places of a file: the smallest node that holds each of them whole. */
export interface KindsRequest {
  readonly path: string;
  readonly places: readonly Omit<SourceRange, "excerpt" | "excerptTruncated">[];
}

export interface KindsResult {
  /** SHA-256 of the file; empty if the language has no grammar or the file could not be parsed in time. */
  readonly sha256: string;
  /** In the order of the places; empty without a tree. */
  readonly kinds: readonly NodeKinds[];
}
