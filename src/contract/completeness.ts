/**
 * How much of a request an answer covers, and the only way to state it.
 *
 * `completeness()` takes how the scan ended and derives the flags, so that an unproved total or an unproved
 * `complete` cannot be written.
 * @module
 */
import { z } from "zod";

/** What one row of a collection is. */
export const UNITS = [
  "occurrence",
  "file",
  "symbol",
  "reference",
  "definition",
  "declaration",
  "implementation",
  "incoming_call",
  "outgoing_call",
  "document_symbol",
  "syntax_node",
  "structural_match",
  "batch_probe",
  "impact_section",
] as const;

/** Deliberate bounds that left eligible rows out. */
export const TRUNCATION_REASONS = [
  "page_limit",
  "per_file_limit",
  "top_k_limit",
  "child_limit",
  "merge_page_limit",
  "ancestor_limit",
] as const;

/** Why an answer cannot be exhaustive. */
export const INCOMPLETE_REASONS = [
  "ranked_discovery",
  "diagnostic_coverage",
  "unreadable_candidate",
  "walk_failure",
  "backend_failure",
  "backend_semantics_unsupported",
  "navigation_partial_coverage",
  "navigation_heuristic_coverage",
  "navigation_unavailable",
  "child_incomplete",
] as const;

export type Unit = typeof UNITS[number];
export type TruncationReason = typeof TRUNCATION_REASONS[number];
export type IncompleteReason = typeof INCOMPLETE_REASONS[number];

export const Completeness = z.looseObject({
  unit: z.enum(UNITS).describe("What one row is"),
  returned: z.int().min(0).describe("Rows of this page, not cumulative"),
  total: z.int().min(0).optional().describe("Exact, proven number of rows; absent means unknown"),
  complete: z.boolean().describe("The whole request is proven exhausted"),
  truncated: z.boolean().describe("A deliberate bound left out eligible rows"),
  truncation_reasons: z.array(z.enum(TRUNCATION_REASONS)).optional().describe(
    "Which bounds, sorted",
  ),
  incomplete_reasons: z.array(z.enum(INCOMPLETE_REASONS)).optional().describe(
    "Why coverage cannot be exhaustive, sorted",
  ),
  continuation: z.string().optional().describe(
    "Token of the next page: repeat the request with it",
  ),
}).describe("How much of the request this answer covers");
export type Completeness = z.infer<typeof Completeness>;

/** How a scan ended: everything eligible was counted, or it could not be. */
export type ScanEnd =
  | { readonly how: "exhausted"; readonly total: number }
  /** Every row is there, but what one of them stands for is not exhausted. */
  | { readonly how: "listed"; readonly total: number; readonly reasons: Reasons }
  | { readonly how: "unproven"; readonly reasons: Reasons };

type Reasons = readonly [IncompleteReason, ...IncompleteReason[]];

export interface Scan {
  readonly unit: Unit;
  /** Rows of this page. */
  readonly returned: number;
  readonly end: ScanEnd;
  /** Rows on the pages before this one. */
  readonly before?: number;
  /** Bounds that left eligible rows out of this page. */
  readonly bounds?: readonly TruncationReason[];
  /** Only the total was asked for, so no row is missing. */
  readonly countOnly?: boolean;
  readonly continuation?: string | undefined;
}

/** Builds the scan end from what went wrong on the way: nothing wrong means the total is proven. */
export function scanEnd(total: number, reasons: Iterable<IncompleteReason>): ScanEnd {
  const [first, ...rest] = [...new Set(reasons)].sort();
  return first === undefined
    ? { how: "exhausted", total }
    : { how: "unproven", reasons: [first, ...rest] };
}

/**
 * The envelope of one page.
 *
 * @throws {RangeError} if the facts contradict each other: a bug of the caller, never a client's mistake
 */
export function completeness(scan: Scan): Completeness {
  const bounds = [...new Set(scan.bounds ?? [])].sort();
  const total = scan.end.how === "unproven" ? undefined : scan.end.total;
  const reasons = scan.end.how === "exhausted" ? [] : [...new Set(scan.end.reasons)].sort();
  const reached = (scan.before ?? 0) + scan.returned;
  check(total === undefined || reached <= total, "more rows than the total");
  check(scan.continuation === undefined || bounds.length > 0, "a continuation without a bound");
  const complete = scan.end.how === "exhausted" && bounds.length === 0;
  check(!complete || scan.countOnly === true || reached === total, "rows left out without a bound");
  return {
    unit: scan.unit,
    returned: scan.returned,
    ...(total === undefined ? {} : { total }),
    complete,
    truncated: bounds.length > 0,
    ...(bounds.length === 0 ? {} : { truncation_reasons: bounds }),
    ...(reasons.length === 0 ? {} : { incomplete_reasons: reasons }),
    ...(scan.continuation === undefined ? {} : { continuation: scan.continuation }),
  };
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`Cannot state completeness: ${what}`);
}
