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

/** Whether a pointer lies at or below a derived field. */
export function isDerivedField(pointer: string): boolean {
  return pointerKeys(pointer).some((key) => DERIVED_FIELDS.has(key));
}

/** Whether a pointer is a count. */
export function isCountField(pointer: string): boolean {
  const last = pointerKeys(pointer).at(-1) ?? "";
  return COUNT_FIELDS.has(last) || last.endsWith("_count");
}
