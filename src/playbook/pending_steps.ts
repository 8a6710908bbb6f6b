/**
 * What a pending trace asks to be decided, seen from the accepted one.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Playbook, StepDiff, Trace } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { compareTraces } from "./diff.ts";
import { diffSteps } from "./diff_traces.ts";
import { stepRules } from "./step_rules.ts";
import { changedUpstream } from "./upstream.ts";

/** The playbook that the traces are of, and the tools that gave them. */
export interface Judging {
  readonly playbook: Pick<Playbook, "steps">;
  readonly surface: Surface;
}

/** The steps that differ, with their changes: those of the pending trace, then those that only the accepted one has. */
export async function differingSteps(
  accepted: Trace,
  pending: Trace,
  { playbook, surface }: Judging,
): Promise<readonly StepDiff[]> {
  const rules = stepRules(playbook, pending, surface);
  const steps = await diffSteps(accepted, pending, surface, rules);
  return steps.filter(({ verdict }) => verdict !== "same");
}

/**
 * Steps that are judged by their expectations alone, hold, and are recorded with other values than now.
 *
 * Not one whose recorded value a later step no longer refers to: that later step rests on the new one.
 */
export function heldSteps(
  accepted: Trace,
  pending: Trace,
  { playbook, surface }: Judging,
): ReadonlySet<string> {
  const referred = new Set(
    pending.steps.flatMap((step) => changedUpstream(accepted, pending, step, surface)),
  );
  const byExpectations = new Set(
    playbook.steps.filter(({ compare }) => compare === "expectations").map(({ step_id }) =>
      step_id
    ),
  );
  const rules = stepRules(playbook, pending, surface);
  const held = compareTraces(accepted, pending, surface, rules).filter(
    ({ verdict, expected, actual }) =>
      verdict === "same" && expected !== undefined && actual !== undefined &&
      byExpectations.has(actual.step_id) && !referred.has(actual.step_id) &&
      canonicalJson(expected.outcome) !== canonicalJson(actual.outcome),
  );
  return new Set(held.map(({ actual }) => actual?.step_id ?? ""));
}

/** Why a trace cannot be one of a playbook, by its steps alone; undefined if it can. */
export function foreignStep(
  trace: Pick<Trace, "steps">,
  { steps }: Judging["playbook"],
): string | undefined {
  if (trace.steps.length !== steps.length) {
    return `it has ${trace.steps.length} steps, the playbook ${steps.length}`;
  }
  for (const [index, { step_id, tool_name, params }] of steps.entries()) {
    const recorded = trace.steps[index];
    if (recorded?.step_id !== step_id) {
      return `its step ${index + 1} is "${recorded?.step_id}", in the playbook "${step_id}"`;
    }
    const sameCall = recorded.tool_name === tool_name &&
      canonicalJson(recorded.params_json) === canonicalJson(params ?? null);
    if (!sameCall) return `its step "${step_id}" was called with other params than the playbook's`;
  }
  return undefined;
}
