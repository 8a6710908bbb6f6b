/**
 * Two traces side by side: which steps differ and how, without saying why (cause.ts).
 *
 * Steps are matched by `step_id`. The order is that of the replayed trace; recorded steps that are no longer in the
 * playbook come last.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Json } from "../contract/json.ts";
import type { ExpectationResult, StepVerdict, Trace, TraceStep } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { compareAnswers, outcomeWords, type RawChange } from "./compare_step.ts";

export interface StepComparison {
  readonly expected?: TraceStep;
  readonly actual?: TraceStep;
  readonly verdict: StepVerdict;
  readonly expectations: readonly ExpectationResult[];
  readonly changes: readonly RawChange[];
}

/** What the playbook says about comparing one step. */
export interface StepRule {
  /** `expectations`: the answer is not compared, only what `expect` says about it. */
  readonly compare: "full" | "expectations";
  readonly expectations: readonly ExpectationResult[];
}

const DEFAULT_RULE: StepRule = { compare: "full", expectations: [] };

/** Compares all steps of two traces; `rules` are those of the playbook, by step id. */
export function compareTraces(
  expected: Pick<Trace, "steps">,
  actual: Pick<Trace, "steps">,
  surface: Surface,
  rules: ReadonlyMap<string, StepRule>,
): readonly StepComparison[] {
  const recorded = new Map(expected.steps.map((step) => [step.step_id, step]));
  const replayed = new Set(actual.steps.map(({ step_id }) => step_id));
  const current = actual.steps.map((step): StepComparison => {
    const before = recorded.get(step.step_id);
    const rule = rules.get(step.step_id) ?? DEFAULT_RULE;
    return before === undefined
      ? { actual: step, verdict: "missing", expectations: rule.expectations, changes: [] }
      : compareStep(before, step, surface, rule);
  });
  const extra = expected.steps.filter(({ step_id }) => !replayed.has(step_id))
    .map((step): StepComparison => ({
      expected: step,
      verdict: "extra",
      expectations: [],
      changes: [],
    }));
  return [...current, ...extra];
}

function compareStep(
  expected: TraceStep,
  actual: TraceStep,
  surface: Surface,
  rule: StepRule,
): StepComparison {
  const found = outcomeDifference(expected, actual, surface, rule.compare);
  const failed = rule.expectations.some(({ passed }) => !passed);
  const paramsDiffer = expected.tool_name !== actual.tool_name ||
    !same(expected.params_json, actual.params_json);
  return {
    expected,
    actual,
    verdict: paramsDiffer
      ? "params_differ"
      : found.verdict !== "same"
      ? found.verdict
      : failed
      ? "expectation_failed"
      : "same",
    expectations: rule.expectations,
    changes: paramsDiffer && found.changes.length === 0
      ? [paramsChange(expected, actual)]
      : found.changes,
  };
}

interface OutcomeDifference {
  readonly verdict: StepVerdict;
  readonly changes: readonly RawChange[];
}

const NO_DIFFERENCE: OutcomeDifference = { verdict: "same", changes: [] };

function outcomeDifference(
  expected: TraceStep,
  actual: TraceStep,
  surface: Surface,
  compare: StepRule["compare"],
): OutcomeDifference {
  const [before, after] = [expected.outcome, actual.outcome];
  if (before.status !== after.status) {
    return { verdict: "outcome_kind_differs", changes: [outcomeChange(expected, actual)] };
  }
  if (compare === "expectations") return NO_DIFFERENCE;
  if (before.status === "err" || after.status === "err") return refusalDifference(expected, actual);
  const tool = surface.find(actual.tool_name) ?? { rows: () => [] };
  const changes = compareAnswers(before.response_json, after.response_json, tool);
  return changes.length === 0 ? NO_DIFFERENCE : { verdict: "output_differs", changes };
}

function refusalDifference(expected: TraceStep, actual: TraceStep): OutcomeDifference {
  const [before, after] = [outcomeWords(expected.outcome), outcomeWords(actual.outcome)];
  if (same(before, after)) return NO_DIFFERENCE;
  const sameCode = before.error_code === after.error_code && before.code === after.code;
  return {
    verdict: sameCode ? "output_differs" : "error_code_differs",
    changes: [outcomeChange(expected, actual)],
  };
}

function outcomeChange(expected: TraceStep, actual: TraceStep): RawChange {
  return {
    op: "replace",
    pointer: "",
    expected: outcomeWords(expected.outcome),
    actual: outcomeWords(actual.outcome),
    ranked: false,
  };
}

function paramsChange(expected: TraceStep, actual: TraceStep): RawChange {
  return {
    op: "replace",
    pointer: "",
    expected: { tool_name: expected.tool_name, params: expected.params_json },
    actual: { tool_name: actual.tool_name, params: actual.params_json },
    ranked: false,
  };
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
