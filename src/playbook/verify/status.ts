/**
 * What verifying says of a citation.
 * @module
 */
import type { Span } from "../../contract/source.ts";

/**
 * Rungs of the ladder, strongest first; the first that holds is the status.
 *
 * `unproven` stands beside it: for what carries no proof that could be checked, such as a bare `path:10` whose lines exist,
 * or an absence that cannot be searched again. An absence is `exact` in the same tree, `exact_span` where the same search
 * still finds nothing, `gone` where it finds something.
 */
export const VERIFY_STATUSES = [
  "exact",
  "exact_span",
  "moved",
  "ambiguous",
  "gone",
  "missing",
  "unproven",
] as const;
export type VerifyStatus = typeof VERIFY_STATUSES[number];

/** Statuses that prove a citation as it stands. */
export const PROVEN: readonly VerifyStatus[] = ["exact", "exact_span"];

/** Where bytes stand now. */
export interface FoundPlace {
  /** Alias. */
  readonly repository_id: string;
  readonly path: string;
  readonly span: Readonly<Span>;
}

export interface Verified {
  /** The citation's id, or what a report says: `src/a.ts:10`. */
  readonly id: string;
  readonly status: VerifyStatus;
  /** Where it is said to be; absent for an absence. */
  readonly place?: string;
  /** Where the cited bytes stand now: one for `moved`, some of them for `ambiguous`. */
  readonly places?: readonly FoundPlace[];
  /** Why, where the status alone does not say it. */
  readonly note?: string;
}

/** `repo-001:src/a.ts:10-20`. */
export function placeText(
  { repository_id, path, span }: {
    readonly repository_id: string;
    readonly path: string;
    readonly span: Pick<Span, "start_line" | "end_line">;
  },
): string {
  return `${repository_id}:${path}:${linesText(span)}`;
}

/** `10-20`, or `10` for one line. */
export function linesText(
  { start_line, end_line }: Pick<Span, "start_line" | "end_line">,
): string {
  return start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
}
