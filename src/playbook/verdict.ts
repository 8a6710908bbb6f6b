/**
 * The verdict of a replay, from its steps.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import {
  type FailedExpectation,
  type ReferenceTrace,
  type Replay,
  type StepDiff,
  type StepVerdict,
  type Trace,
  type TraceDiff,
} from "../contract/playbook.ts";
import { causeWords, renderDiff, verdictWords } from "./render.ts";
import { compareReference } from "./compare_reference.ts";
import { type AnyTrace, isOwnTrace } from "./trace_file.ts";

/** A replay without an accepted trace: nothing to compare with, so nothing matches. */
export function unaccepted(trace: Trace, failed: readonly FailedExpectation[]): Replay {
  return {
    matches: false,
    verdict: "unaccepted",
    digest: trace.digest,
    diff: null,
    ...(failed.length === 0 ? {} : { failed_expectations: failed }),
    replayed_trace_artifact: trace,
  };
}

/** A replay against one of our traces. */
export function judge(expected: Trace, actual: Trace, steps: readonly StepDiff[]): Replay {
  return replayOf(actual, ownDiff(expected, actual, steps));
}

/** A replay against a reference trace, whose expectations are the trace alone. */
export function judgeReference(
  expected: ReferenceTrace,
  actual: Trace,
  failed: readonly StepDiff[],
): Replay {
  const [first] = failed;
  const found = referenceDiff(expected, actual);
  return replayOf(
    actual,
    found ?? (first === undefined ? null : diffOf(stepMessage(first), failed)),
  );
}

/** What differs between two traces; `steps` are compared if both are ours. */
export function judgeTraces(
  expected: AnyTrace,
  actual: AnyTrace,
  steps: readonly StepDiff[],
): TraceDiff | null {
  return isOwnTrace(expected) && isOwnTrace(actual)
    ? ownDiff(expected, actual, steps)
    : referenceDiff(expected, actual);
}

function ownDiff(expected: Trace, actual: Trace, steps: readonly StepDiff[]): TraceDiff | null {
  const message = firstDifference(expected, actual, steps);
  return message === undefined ? null : diffOf(message, steps);
}

function referenceDiff(expected: AnyTrace, actual: AnyTrace): TraceDiff | null {
  const found = compareReference(expected, actual);
  if (found === undefined) return null;
  return diffOf(found.message, found.step === undefined ? [] : [found.step]);
}

function replayOf(trace: Trace, diff: TraceDiff | null): Replay {
  return {
    matches: diff === null,
    verdict: diff === null ? "same" : "drift",
    digest: trace.digest,
    diff,
    replayed_trace_artifact: trace,
  };
}

function firstDifference(
  expected: Trace,
  actual: Trace,
  steps: readonly StepDiff[],
): string | undefined {
  if (expected.playbook_id !== actual.playbook_id) {
    return `playbook_id mismatch: the accepted trace is of "${expected.playbook_id}", this is "${actual.playbook_id}"`;
  }
  const first = steps.find(({ verdict }) => verdict !== "same");
  if (first !== undefined) return stepMessage(first);
  if (expected.step_count !== expected.steps.length) {
    return `expected trace steps length mismatch: ${expected.steps.length} and ${expected.step_count}`;
  }
  if (orderOf(expected) !== orderOf(actual)) {
    return "The steps run in another order than in the accepted trace";
  }
  return claimsOf(expected) === claimsOf(actual)
    ? undefined
    : "The claims differ from those of the accepted trace";
}

function orderOf({ steps }: Trace): string {
  return steps.map(({ step_id }) => step_id).join("\n");
}

function claimsOf({ claims }: Trace): string {
  return canonicalJson(claims ?? null);
}

function stepMessage(step: StepDiff): string {
  const [failed] = step.expectations.filter(({ passed }) => !passed);
  const [change] = step.changes;
  const why = change === undefined
    ? failed === undefined ? "" : `: ${failed.name}`
    : `: ${causeWords(change)}`;
  return `step[${step.step_index}] ${step.step_id} (${step.tool_name}): ${
    verdictWords(step.verdict)
  }${why}`;
}

function diffOf(message: string, steps: readonly StepDiff[]): TraceDiff {
  const counts: Partial<Record<StepVerdict, number>> = {};
  for (const { verdict } of steps) counts[verdict] = (counts[verdict] ?? 0) + 1;
  const lines = renderDiff(steps);
  return {
    message,
    verdict_counts: counts,
    text: lines === ""
      ? message
      : steps.some(({ verdict }) => verdict !== "same")
      ? lines
      : `${message}\n${lines}`,
    steps,
  };
}
