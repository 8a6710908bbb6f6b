/**
 * How a playbook wants each of its steps compared, with what its expectations say about a trace.
 * @module
 */
import type { Playbook, Trace } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import type { StepRule } from "./diff.ts";
import { checkExpectations } from "./expect.ts";

/** The rules by step id; expectations of a step that the trace does not have say nothing. */
export function stepRules(
  { steps }: Pick<Playbook, "steps">,
  trace: Pick<Trace, "steps">,
  surface: Surface,
): ReadonlyMap<string, StepRule> {
  const recorded = new Map(trace.steps.map((step) => [step.step_id, step]));
  return new Map(steps.map(({ step_id, tool_name, compare, expect }): [string, StepRule] => {
    const found = recorded.get(step_id);
    const expectations = expect === undefined || found === undefined
      ? []
      : checkExpectations(expect, found, surface.find(tool_name));
    return [step_id, { compare: compare ?? "full", expectations }];
  }));
}
