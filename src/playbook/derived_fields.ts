/**
 * Fields that are not compared because a row operation, or another field, explains them.
 * @module
 */
import { pointerKeys } from "../contract/json_pointer.ts";

/** Left out of every comparison: they follow from the rows, or name them. */
export const DERIVED_FIELDS: ReadonlySet<string> = new Set([
  "match_id",
  "target_ref",
  "stable_symbol_id",
  "result_handle",
]);

/** Left out where row changes explain them; compared where there are no rows to do so. */
export const COUNT_FIELDS: ReadonlySet<string> = new Set([
  "total",
  "returned",
  "total_matches",
  "total_files",
  "total_symbols",
]);

/**
 * Left out where rows came to an answer without any, or all went: what an answer says to help on without rows, and
 * what it says about the handle of its rows.
 */
export const EMPTINESS_FIELDS: ReadonlySet<string> = new Set([
  "error_code",
  "message",
  "correction_hint",
  "related_tools",
  "next_actions",
  "suggested_next",
  "zero_hit_reason",
  "scope",
  "index",
  "handle_scope",
  "handle_expires",
]);

/** Where a read stands in its file: one change together, and with its proof. */
const POSITION_FIELDS: ReadonlySet<string> = new Set([
  "line",
  "column",
  "start_line",
  "end_line",
  "start_column",
  "end_column",
]);

/** Fields that are the proof of a read. */
const PROOF_FIELDS: ReadonlySet<string> = new Set(["source", "bytes"]);

/** Whether a pointer lies at or below a member of the answer that speaks about having rows or none. */
export function isEmptinessField(pointer: string): boolean {
  return EMPTINESS_FIELDS.has(pointerKeys(pointer)[0] ?? "");
}

/** Whether a pointer says where a read stands in its file. */
export function isPosition(pointer: string): boolean {
  const [field = "", ...below] = pointerKeys(pointer);
  return below.length === 0 && POSITION_FIELDS.has(field);
}

/** Whether a pointer lies in the proof of a read. */
export function isProof(pointer: string): boolean {
  return PROOF_FIELDS.has(pointerKeys(pointer)[0] ?? "");
}

/** Whether a pointer lies at or below a derived field. */
export function isDerivedField(pointer: string): boolean {
  return pointerKeys(pointer).some((key) => DERIVED_FIELDS.has(key));
}

/** Whether a pointer is a count. */
export function isCountField(pointer: string): boolean {
  const last = pointerKeys(pointer).at(-1) ?? "";
  return COUNT_FIELDS.has(last) || last.endsWith("_count");
}
