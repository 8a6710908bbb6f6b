/**
 * Questions put to one repository and their answers, as plain data that crosses a worker boundary.
 *
 * Lines and columns count from 1, columns in UTF-8 bytes, ends exclusive. Paths are repository-relative with `/`.
 * @module
 */
import type { IncompleteReason } from "../contract/completeness.ts";
import type { Skipped } from "../contract/recovery.ts";
import type { PathClass, SourceProof } from "../contract/source.ts";
import type { AnchorSelection } from "../contract/structural.ts";
import type { CaptureRow, NodeKinds, SourceRange } from "./syntax_requests.ts";
import type {
  AnchorKind,
  FamilyWeights,
  HybridChannel,
  QueryShape,
  RankReason,
  SourceClass,
  SurfaceFamily,
} from "../contract/hybrid.ts";

/** Which files a request selects. */
export interface FileScope {
  readonly pathRegex?: string;
  readonly glob?: string;
  readonly excludeGlob?: string;
  /** Language id of the registry. */
  readonly language?: string;
  readonly pathClass?: PathClass;
  readonly includeHidden: boolean;
}

/** What stands in the way of a proven answer, and what the rows rest on. */
export interface Coverage {
  /** Why the total is not proven; empty when it is. */
  readonly reasons: readonly IncompleteReason[];
  /** Files in scope that were not looked at: the first `MAX_SKIPPED`, sorted by path. */
  readonly skipped: readonly Skipped[];
  /** Candidates whose bytes differ from the snapshot, sorted. */
  readonly changed: readonly string[];
  /** Files that the scope selects. */
  readonly eligibleFiles: number;
  /** Proof of each file that gave a row of this page. */
  readonly sources: ReadonlyMap<string, SourceProof>;
  /** An ignore rule of a folder above the root leaves out every file of it. */
  readonly rootIgnored?: boolean;
  /** State that the rows rest on: of the snapshot, and of candidates that differ from it. */
  readonly fingerprint: string;
}

/** Which slice of the ordered rows is wanted. */
export interface Slice {
  /** Rows to pass over. */
  readonly offset: number;
  readonly limit: number;
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** All rows of the request, before slicing: exact if `coverage.reasons` is empty. */
  readonly totalRows: number;
  readonly coverage: Coverage;
}

export interface TextRequest {
  readonly query: string;
  readonly patternType: "literal" | "regex";
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly scope: FileScope;
  /** `rows`: one per occurrence; `first_per_file` and `files`: the first of each file; `count`: none. */
  readonly shape: "rows" | "first_per_file" | "files" | "count";
  readonly maxCountPerFile?: number;
  /** Lines around the match in the excerpt; 0 for the line alone. */
  readonly contextLines: number;
  readonly slice: Slice;
}

export interface TextRow {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
}

export interface TextResult extends Rows<TextRow> {
  /** Raw occurrences, before shaping. */
  readonly totalMatches: number;
  /** Whether `maxCountPerFile` left an occurrence out. */
  readonly cappedPerFile: boolean;
}

export interface SymbolRequest {
  readonly query: string;
  readonly scope: FileScope;
  readonly slice: Slice;
}

/**
 * What orders symbol rows before repository and path: tier (0 is best), path class (runtime, project, support), and
 * whether it is test code. Rows of several repositories are merged by it, then by repository, path, line, kind, symbol.
 */
export type SymbolRank = readonly [tier: number, pathClass: number, testContext: number];

export interface SymbolRow {
  readonly path: string;
  readonly symbol: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly container?: string;
  readonly signature: string;
  readonly stableSymbolId: string;
  readonly pathClass: PathClass;
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
  /** Set in search results. */
  readonly rank?: SymbolRank;
}

export interface SymbolResult extends Rows<SymbolRow> {
  /** Snapshot token of the symbol corpus, for `target_ref`. */
  readonly snapshotToken: string;
}

export interface HybridRequest {
  readonly query: string;
  readonly scope: FileScope;
  /** Not negative, not all 0. */
  readonly weights: FamilyWeights;
  readonly slice: Slice;
}

/** A file with its best place; `blendedScore` orders rows of all repositories, then repository and path. */
export interface HybridRow {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
  readonly anchorKind: AnchorKind;
  /** Kind and name of an anchor that is a symbol. */
  readonly anchorDetail?: string;
  /** Rounded to 6 decimals. */
  readonly blendedScore: number;
  readonly lexicalScore: number;
  readonly graphScore: number;
  readonly lexicalSources: readonly string[];
  readonly graphSources: readonly string[];
  readonly pathClass: PathClass;
  readonly sourceClass: SourceClass;
  readonly surfaceFamilies: readonly SurfaceFamily[];
  readonly rankReasons: readonly RankReason[];
  readonly navigation: { readonly documentSymbols: boolean; readonly goToDefinition: boolean };
}

/** What a channel found, and how much of it is in the rows. */
export interface ChannelCounts {
  readonly candidates: number;
  readonly matches: number;
}

/** `totalRows` counts the files that the channels named, not those that would answer. */
export interface HybridResult extends Rows<HybridRow> {
  readonly queryShape: QueryShape;
  /** The word of the query that the fewest contents hold, as it is written there; "" if none is held. */
  readonly tellingWord: string;
  /** A channel named as many candidates as it may: there may be more files. */
  readonly mayHaveMore: boolean;
  readonly channels: Readonly<Record<HybridChannel, ChannelCounts>>;
}

/** Looks one symbol up by its id. */
export interface SymbolIdRequest {
  readonly stableSymbolId: string;
}

export interface SymbolIdResult {
  readonly snapshotToken: string;
  readonly symbol?: SymbolRow;
}

export interface OutlineRequest {
  readonly path: string;
  readonly topLevelOnly: boolean;
  readonly slice: Slice;
}

/** A symbol of one file, in pre-order; `depth` 0 is the top level. */
export interface OutlineRow
  extends Omit<SymbolRow, "excerpt" | "excerptTruncated" | "pathClass" | "rank"> {
  readonly depth: number;
}

export interface OutlineResult extends Rows<OutlineRow> {
  readonly snapshotToken: string;
  readonly language: string;
  /** The parser met errors or ran out of time: symbols around them may be missing. */
  readonly partial: boolean;
}

export interface StructuralRequest {
  /** A tree-sitter query. */
  readonly query: string;
  readonly scope: FileScope;
  /** `matches`: one row a match; `captures`: one row a capture. */
  readonly shape: "matches" | "captures";
  /** The capture that a match stands at, if it has it. */
  readonly primaryCapture?: string;
  readonly followUp: boolean;
  readonly slice: Slice;
}

export interface StructuralRow extends SourceRange {
  readonly path: string;
  readonly anchorName: string;
  readonly anchorSelection: AnchorSelection;
  readonly captures: readonly CaptureRow[];
  /** Not all captures are listed: they are more than any answer can show. */
  readonly capturesCut: boolean;
  readonly kinds?: NodeKinds;
}

export interface StructuralResult extends Rows<StructuralRow> {
  /** Languages in scope that can serve the query, sorted. */
  readonly languages: readonly string[];
  readonly filesScanned: number;
  readonly filesMatched: number;
  readonly captureRows: number;
  readonly matchRows: number;
}
