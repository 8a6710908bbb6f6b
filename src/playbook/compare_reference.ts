/**
 * Comparison in which a reference trace takes part: the first difference, in the reference's order (contract.md §6.2.4).
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { ToolError } from "../contract/errors.ts";
import type { Json } from "../contract/json.ts";
import {
  REFERENCE_TRACE_SCHEMA,
  type ReferenceTrace,
  type StepDiff,
  type StepVerdict,
  type Trace,
  type TraceStep,
} from "../contract/playbook.ts";
import { type AnyTrace, isOwnTrace } from "./trace_file.ts";
import { AliasesByAppearance, reduceAnswer, reducedText } from "./reduce.ts";

export interface ReferenceDifference {
  /** Begins as the reference's messages do. */
  readonly message: string;
  /** Only for a difference of steps. */
  readonly step?: StepDiff;
}

/**
 * The first difference of two traces under the reference's reduction; undefined if there is none.
 *
 * @throws {ToolError} invalid_params if a reference trace holds a text that is not JSON
 */
export function compareReference(
  expected: AnyTrace,
  actual: AnyTrace,
): ReferenceDifference | undefined {
  const message = structureDifference(expected, actual);
  return message === undefined ? firstStepDifference(expected, actual) : { message };
}

function structureDifference(expected: AnyTrace, actual: AnyTrace): string | undefined {
  const pairs: readonly (readonly [what: string, left: string | number, right: string | number])[] =
    [
      ["trace_schema mismatch", comparedSchema(expected), comparedSchema(actual)],
      ["playbook_id mismatch", expected.playbook_id, actual.playbook_id],
      ["expected trace steps length mismatch", expected.steps.length, expected.step_count],
      ["actual trace steps length mismatch", actual.steps.length, actual.step_count],
      ["step_count mismatch", expected.step_count, actual.step_count],
    ];
  const found = pairs.find(([, left, right]) => left !== right);
  return found === undefined
    ? undefined
    : `${found[0]}: ${JSON.stringify(found[1])} and ${JSON.stringify(found[2])}`;
}

/** Our traces are compared as what the reference would have written. */
function comparedSchema(trace: AnyTrace): string {
  return isOwnTrace(trace) ? REFERENCE_TRACE_SCHEMA : trace.trace_schema;
}

/** A step as the reference compares it. */
interface ReducedStep {
  readonly step_index: number;
  readonly step_id: string;
  readonly tool_name: string;
  readonly params_json: string;
  readonly outcome: { readonly status: "ok"; readonly response_json: string } | {
    readonly status: "err";
    readonly code: string;
    readonly error_code: string | null;
  };
}

function firstStepDifference(
  expected: AnyTrace,
  actual: AnyTrace,
): ReferenceDifference | undefined {
  const before = reduced(expected);
  const after = reduced(actual);
  const index = before.findIndex((step, i) =>
    canonicalJson(step) !== canonicalJson(after[i] ?? null)
  );
  const left = before[index];
  const right = after[index];
  if (left === undefined || right === undefined) return undefined;
  return {
    message: `step[${index}] mismatch: ${right.tool_name}: ${canonicalJson(left)} and ${
      canonicalJson(right)
    }`,
    step: stepDiff(left, right),
  };
}

function stepDiff(expected: ReducedStep, actual: ReducedStep): StepDiff {
  const verdict = verdictOf(expected, actual);
  return {
    step_index: actual.step_index,
    step_id: actual.step_id,
    tool_name: actual.tool_name,
    verdict,
    expectations: [],
    changes: [{
      op: "replace",
      pointer: "",
      expected: sideOf(expected, verdict),
      actual: sideOf(actual, verdict),
      // A reference trace carries no sources, so nothing but the params can be blamed.
      cause: verdict === "params_differ" ? "playbook_changed" : "unexplained",
    }],
  };
}

function verdictOf(expected: ReducedStep, actual: ReducedStep): StepVerdict {
  const [before, after] = [expected.outcome, actual.outcome];
  const asked = ({ step_id, tool_name, params_json }: ReducedStep): string =>
    canonicalJson({ step_id, tool_name, params_json });
  if (asked(expected) !== asked(actual)) return "params_differ";
  if (before.status !== after.status) return "outcome_kind_differs";
  return before.status === "err" ? "error_code_differs" : "output_differs";
}

function sideOf(step: ReducedStep, verdict: StepVerdict): Json {
  if (verdict === "params_differ") {
    return { tool_name: step.tool_name, params: parsed(step.params_json, step.step_id) };
  }
  const { outcome } = step;
  return outcome.status === "ok"
    ? parsed(outcome.response_json, step.step_id)
    : { status: "err", code: outcome.code, error_code: outcome.error_code };
}

function reduced(trace: AnyTrace): readonly ReducedStep[] {
  return isOwnTrace(trace) ? reduceTrace(trace) : reduceReference(trace);
}

function reduceReference(trace: ReferenceTrace): readonly ReducedStep[] {
  const aliases = new AliasesByAppearance();
  return trace.steps.map((step) => ({
    step_index: step.step_index,
    step_id: step.step_id,
    tool_name: step.tool_name,
    params_json: reducedText(parsed(step.params_json, step.step_id), aliases),
    outcome: step.outcome.status === "ok"
      ? {
        status: "ok",
        response_json: reducedText(
          reduceAnswer(step.tool_name, parsed(step.outcome.response_json, step.step_id)),
          aliases,
        ),
      }
      // Messages are prose and are not compared.
      : { status: "err", code: step.outcome.code, error_code: step.outcome.error_code },
  }));
}

function reduceTrace(trace: Trace): readonly ReducedStep[] {
  const aliases = new AliasesByAppearance();
  return trace.steps.map((step) => ({
    step_index: step.step_index,
    step_id: step.step_id,
    tool_name: step.tool_name,
    params_json: reducedText(step.params_json, aliases),
    outcome: reducedOutcome(step, aliases),
  }));
}

function reducedOutcome(
  { outcome, tool_name }: TraceStep,
  aliases: AliasesByAppearance,
): ReducedStep["outcome"] {
  return outcome.status === "ok"
    ? {
      status: "ok",
      response_json: reducedText(reduceAnswer(tool_name, outcome.response_json), aliases),
    }
    : { status: "err", code: outcome.code, error_code: outcome.error_code };
}

function parsed(text: string, stepId: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new ToolError("invalid_params", `Cannot read step "${stepId}" of the trace: not JSON`, {
      field: "expected_trace_artifact",
      step_id: stepId,
    }, { cause });
  }
}
