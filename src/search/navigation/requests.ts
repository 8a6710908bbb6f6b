/**
 * Questions about names and their answers, as plain data that crosses a worker boundary.
 * @module
 */
import type { Skipped } from "../../contract/recovery.ts";
import type { OutlineRow, Rows, Slice, SymbolRow } from "../requests.ts";

export type NavigationQuestion =
  | "references"
  | "definition"
  | "declarations"
  | "implementations"
  | "callers"
  | "callees";

/** Looks for the symbols that a name, a qualified name or an id may mean. */
export interface SubjectRequest {
  readonly query: string;
}

/** 0 id, 1 qualified name, 2 name, 3 name but for letter case. */
export type SubjectRank = 0 | 1 | 2 | 3;

export interface SubjectRow extends SymbolRow {
  readonly subjectRank: SubjectRank;
  readonly testContext: boolean;
}

export interface SubjectResult {
  readonly snapshotToken: string;
  /** By rank, test context, path class, path, line, id; overloads are one. */
  readonly candidates: readonly SubjectRow[];
  /** Without candidates, files whose symbols are not known; at most 8. */
  readonly skipped: readonly Skipped[];
  /** There is an index; without one there are no candidates. */
  readonly indexed: boolean;
}

export type Subject =
  | { readonly kind: "symbol"; readonly path: string; readonly stableSymbolId: string }
  | {
    readonly kind: "location";
    readonly path: string;
    readonly line: number;
    readonly column?: number | undefined;
  };

export interface NavigationRequest {
  readonly question: NavigationQuestion;
  readonly subject: Subject;
  /** References only: also rows for what declares the subject. */
  readonly includeDefinition: boolean;
  /** Without a limit of time of its own: what a playbook run gives must not depend on how busy the machine is. */
  readonly unhurried: boolean;
  readonly slice: Slice;
}

/** What is known of a row: by scopes and imports, by a type on the way, or by the name alone. */
export type NavigationPrecision = "heuristic_scope" | "heuristic_type" | "heuristic_name";

export type NavigationRelation = "refers_to" | "calls" | "implements" | "extends";

/** A symbol at one end of a call. */
export interface CallEnd {
  readonly symbol: string;
  readonly stableSymbolId?: string;
  readonly container?: string;
  readonly signature?: string;
}

/** The token that calls. */
export interface CallSite {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface NavigationRow extends CallSite {
  readonly symbol: string;
  /** Absent for what is no symbol, such as a variable. */
  readonly kind?: string;
  readonly container?: string;
  readonly signature?: string;
  readonly stableSymbolId?: string;
  readonly matchKind: "definition" | "declaration" | "reference";
  readonly precision: NavigationPrecision;
  readonly relation?: NavigationRelation;
  readonly call?: { readonly site: CallSite; readonly source: CallEnd; readonly target: CallEnd };
}

export type SubjectSymbol =
  & Omit<OutlineRow, "stableSymbolId">
  & Partial<Pick<OutlineRow, "stableSymbolId">>;

export interface NavigationResult extends Rows<NavigationRow> {
  readonly snapshotToken: string;
  readonly outcome: "answered" | "ambiguous" | "nothing_there";
  /** What was asked about; for `ambiguous` absent. A symbol that the index does not have has no id. */
  readonly subject?: { readonly name: string; readonly symbol?: SubjectSymbol };
  /** Symbols that the name may mean, where it could not be told which. */
  readonly candidates: readonly SymbolRow[];
  /** The location had no token that names something, so the symbol before it was taken. */
  readonly nearby: boolean;
}
