/**
 * Words of structural search.
 * @module
 */

/** Why a row stands where it stands. */
export const ANCHOR_SELECTIONS = [
  "primary_capture",
  "match_capture",
  "first_useful_named_capture",
  "first_capture",
  "capture_row",
] as const;
export type AnchorSelection = typeof ANCHOR_SELECTIONS[number];
