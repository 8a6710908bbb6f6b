/**
 * The changes of a pending trace as a review shows them, one after the other.
 * @module
 */
import type { StepDiff, Trace } from "../contract/playbook.ts";
import { differingSteps, type Judging } from "../playbook/pending_steps.ts";
import { renderDiff } from "../playbook/render.ts";
import { judgeTraces } from "../playbook/verdict.ts";

export interface ReviewItem {
  /** The step that changed; undefined for a trace that can only be taken as a whole. */
  readonly step?: string;
  /** As the diff tells it; not yet safe for a terminal. */
  readonly text: string;
}

/** What there is to decide; nothing if the pending trace says the same. */
export async function reviewItems(
  accepted: Trace | undefined,
  pending: Trace,
  judging: Judging,
): Promise<readonly ReviewItem[]> {
  if (accepted === undefined) return [{ text: wholeText(pending) }];
  const steps = await differingSteps(accepted, pending, judging);
  if (steps.length > 0) return steps.map(itemOf);
  // Claims or the order of the steps.
  const diff = judgeTraces(accepted, pending, []);
  return diff === null ? [] : [{ text: `! ${diff.message}` }];
}

function itemOf(step: StepDiff): ReviewItem {
  const text = renderDiff([step]);
  const fails = step.expectations.some(({ passed }) => !passed);
  return { step: step.step_id, text: fails ? `${text}\n${HOPELESS}` : text };
}

const HOPELESS = "  Accepting does not help: change the code, or expect in the playbook";

function wholeText({ steps, digest }: Trace): string {
  return [
    `! No trace is accepted yet; this one has digest ${digest}`,
    ...steps.map(({ step_id, tool_name, outcome }) =>
      `+ ${step_id} (${tool_name}): ${outcome.status === "ok" ? "ok" : outcome.message}`
    ),
  ].join("\n");
}
