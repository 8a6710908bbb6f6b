/**
 * Replaying a playbook: run it again, compare with the accepted trace, and say of each change why.
 *
 * Nothing is written here; who called decides what becomes of the replayed trace.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { FailedExpectation, Replay, StepDiff, Trace } from "../contract/playbook.ts";
import type { CallOptions } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { compareTraces, type StepComparison, type StepRule } from "./diff.ts";
import { refuseEdited } from "./edited.ts";
import { explainSteps } from "./explain.ts";
import type { PlaybookHost, Run } from "./host.ts";
import type { LoadedPlaybook } from "./load.ts";
import { checkRunnable, recordTrace } from "./run.ts";
import { stepRules } from "./step_rules.ts";
import { type AnyTrace, isOwnTrace } from "./trace_file.ts";
import { judge, judgeReference, unaccepted } from "./verdict.ts";

export interface ReplayRequest {
  readonly playbook: LoadedPlaybook;
  /** The accepted trace; undefined if nobody accepted one yet. */
  readonly expected: AnyTrace | undefined;
  readonly inputs: InputValues;
}

/**
 * Runs a playbook and judges it by its accepted trace and its expectations.
 *
 * @throws {PlaybookError} if the playbook cannot run with these inputs
 * @throws {ToolError} invalid_params naming the step, or for an edited trace; tree_changed; cancelled; timeout
 */
export async function replayPlaybook(
  request: ReplayRequest,
  host: PlaybookHost,
  options: CallOptions,
): Promise<Replay> {
  const { playbook, expected, inputs } = request;
  checkRunnable(playbook, inputs, host.surface);
  if (expected !== undefined && isOwnTrace(expected)) {
    await refuseEdited(expected, { action: "compare with", field: "expected_trace_artifact" });
  }
  const run = await host.open(options);
  try {
    const actual = await record(request, host, run, options);
    return await new Comparison(request, host, run, options).judge(expected, actual);
  } finally {
    await run.close();
  }
}

function record(
  { playbook, inputs, expected }: ReplayRequest,
  host: PlaybookHost,
  run: Run,
  options: CallOptions,
): Promise<Trace> {
  const accepted = expected !== undefined && isOwnTrace(expected) ? { accepted: expected } : {};
  return recordTrace({ loaded: playbook, overrides: inputs, host, run, ...accepted }, options);
}

/** One comparison, while the run that gave the replayed trace is still open. */
class Comparison {
  constructor(
    private readonly request: ReplayRequest,
    private readonly host: PlaybookHost,
    private readonly run: Run,
    private readonly options: CallOptions,
  ) {}

  async judge(expected: AnyTrace | undefined, actual: Trace): Promise<Replay> {
    const rules = stepRules(this.request.playbook.playbook, actual, this.host.surface);
    if (expected === undefined) return unaccepted(actual, failedOf(rules));
    if (!isOwnTrace(expected)) {
      const failed = compareTraces(actual, actual, this.host.surface, rules)
        .filter(({ verdict }) => verdict !== "same");
      return judgeReference(expected, actual, await this.#explain(actual, actual, failed));
    }
    const comparisons = compareTraces(expected, actual, this.host.surface, rules);
    return judge(expected, actual, await this.#explain(expected, actual, comparisons));
  }

  /** Explains the changes; only where nothing else does, the playbook runs once more to see whether it is stable. */
  async #explain(
    expected: Trace,
    actual: Trace,
    comparisons: readonly StepComparison[],
  ): Promise<readonly StepDiff[]> {
    const facts = { expected, actual, surface: this.host.surface, run: this.run };
    const steps = await explainSteps(comparisons, facts);
    const puzzling = steps.some(({ changes }) =>
      changes.some(({ cause }) => cause === "unexplained")
    );
    if (!puzzling) return steps;
    return await explainSteps(comparisons, {
      ...facts,
      unstable: await this.#unstableSteps(actual),
    });
  }

  async #unstableSteps(actual: Trace): Promise<ReadonlySet<string>> {
    const run = await this.host.open(this.options);
    try {
      const again = await record(this.request, this.host, run, this.options);
      const answers = new Map(
        again.steps.map((step) => [step.step_id, canonicalJson(step.outcome)]),
      );
      return new Set(
        actual.steps.filter(({ step_id, outcome }) =>
          answers.get(step_id) !== canonicalJson(outcome)
        )
          .map(({ step_id }) => step_id),
      );
    } finally {
      await run.close();
    }
  }
}

function failedOf(rules: ReadonlyMap<string, StepRule>): readonly FailedExpectation[] {
  return [...rules].flatMap(([step_id, { expectations }]) =>
    expectations.filter(({ passed }) => !passed).map((result) => ({ step_id, ...result }))
  );
}
