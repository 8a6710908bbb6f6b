/**
 * Two traces compared without running anything: what differs, and as far as the traces can tell, why.
 * @module
 */
import type { StepDiff, Trace, TraceDiff } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { compareTraces, type StepRule } from "./diff.ts";
import { explainSteps } from "./explain.ts";
import { type AnyTrace, isOwnTrace } from "./trace_file.ts";
import { traceWitness } from "./trace_witness.ts";
import { judgeTraces } from "./verdict.ts";

/** Every answer is compared whole. */
const NO_RULES: ReadonlyMap<string, StepRule> = new Map();

/**
 * What differs; null if nothing does. With a reference trace on either side both are compared under the reference's
 * reduction.
 *
 * @throws {ToolError} invalid_params if a reference trace holds a text that is not JSON
 */
export async function diffTraces(
  expected: AnyTrace,
  actual: AnyTrace,
  surface: Surface,
): Promise<TraceDiff | null> {
  const isOwn = isOwnTrace(expected) && isOwnTrace(actual);
  const steps = isOwn ? await diffSteps(expected, actual, surface) : [];
  return judgeTraces(expected, actual, steps);
}

/** Every step of two traces of ours with its changes, judged by `rules`. */
export async function diffSteps(
  expected: Trace,
  actual: Trace,
  surface: Surface,
  rules: ReadonlyMap<string, StepRule> = NO_RULES,
): Promise<readonly StepDiff[]> {
  const run = traceWitness(expected, actual);
  const comparisons = compareTraces(expected, actual, surface, rules);
  return await explainSteps(comparisons, { expected, actual, surface, run });
}
