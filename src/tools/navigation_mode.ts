/**
 * What a navigation answer rests on.
 * @module
 */
import { z } from "zod";
import type { IncompleteReason } from "../contract/completeness.ts";

export const NavigationMode = z.enum([
  "precise",
  "precise_partial",
  "heuristic_no_precise",
  "unavailable_no_precise",
]).describe("What the answer rests on");
export type NavigationMode = z.infer<typeof NavigationMode>;

/** The mode of an answer with these gaps; no precise data is read yet. */
export function modeOf(reasons: readonly IncompleteReason[]): NavigationMode {
  return reasons.includes("navigation_unavailable")
    ? "unavailable_no_precise"
    : "heuristic_no_precise";
}
