/**
 * One run of a playbook: its steps in order, through the dispatcher, in a fresh session over one snapshot.
 *
 * Everything is checked before the first step. A step's refusal is recorded and the run goes on; wrong params end
 * it, naming the step, unless an accepted trace proves that it is the tree that made them wrong. A run that is cancelled, times out or meets a changing tree gives no trace.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import {
  type Trace,
  TRACE_SCHEMA,
  type TraceStep,
  UNRESOLVED_REFERENCE,
} from "../contract/playbook.ts";
import type { CallOptions, Surface } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { checkPlaybook, stepNamer } from "./check.ts";
import { traceDigest } from "./digest.ts";
import { treeChanged } from "./evidence.ts";
import type { PlaybookHost, Run } from "./host.ts";
import { effectiveInputs } from "./inputs.ts";
import type { LoadedPlaybook } from "./load.ts";
import { onceValid } from "./once_valid.ts";
import { PortableNames } from "./names.ts";
import { Problems } from "./places.ts";
import { assertPortable } from "./portable.ts";
import { describeRun } from "./run_header.ts";
import { StepRunner } from "./run_step.ts";

/**
 * Runs a playbook and closes the run.
 *
 * @throws {PlaybookError} if the playbook cannot run with these inputs
 * @throws {ToolError} invalid_params naming the step, or a reference that finds nothing; tree_changed; cancelled; timeout
 */
export async function runPlaybook(
  loaded: LoadedPlaybook,
  overrides: InputValues,
  host: PlaybookHost,
  options: CallOptions,
): Promise<Trace> {
  checkRunnable(loaded, overrides, host.surface);
  const run = await host.open(options);
  try {
    const trace = await recordTrace({ loaded, overrides, host, run }, options);
    refuseUnresolved(trace);
    return trace;
  } finally {
    await run.close();
  }
}

/** What a run is made from; the run is open, and stays so for whoever wants to look at the tree afterwards. */
export interface Recording {
  readonly loaded: LoadedPlaybook;
  readonly overrides: InputValues;
  readonly host: PlaybookHost;
  readonly run: Run;
  /** The accepted trace, where there is one: it proves which params were right once (once_valid.ts). */
  readonly accepted?: Trace;
}

/**
 * Checks the playbook again with the inputs in force.
 *
 * @throws {PlaybookError}
 */
export function checkRunnable(
  { playbook, file, places }: LoadedPlaybook,
  overrides: InputValues,
  surface: Surface,
): void {
  const problems = new Problems(file, places);
  problems.nameSteps(stepNamer(playbook));
  checkPlaybook(playbook, surface, effectiveInputs(playbook, overrides), problems);
  problems.throwIfAny();
}

/**
 * Runs the steps in an open run. A reference that finds nothing is recorded as that step's error, so that a replay
 * can tell why; `runPlaybook` refuses such a trace.
 *
 * @throws {PlaybookError}
 * @throws {ToolError}
 */
export async function recordTrace(recording: Recording, options: CallOptions): Promise<Trace> {
  const { loaded: { playbook }, overrides, host, run, accepted } = recording;
  checkRunnable(recording.loaded, overrides, host.surface);
  const inputs = effectiveInputs(playbook, overrides);
  const names = new PortableNames(() => run.repositories());
  const wasValid = onceValid(accepted, inputs, names);
  const runner = new StepRunner({ host, run, names, inputs, wasValid, options });
  const steps: TraceStep[] = [];
  for (const [index, step] of playbook.steps.entries()) {
    options.progress?.(index, playbook.steps.length, step.step_id);
    steps.push(await runner.run(step, index));
  }
  const changed = await run.changedSince();
  if (changed.length > 0) throw treeChanged(changed);
  return await composeTrace(recording, steps, names);
}

/** The trace of steps that ran in an open run, in their order; `names` are those they were renamed with. */
export async function composeTrace(
  { loaded: { playbook }, overrides, host, run }: Recording,
  steps: readonly TraceStep[],
  names: PortableNames,
): Promise<Trace> {
  const body = {
    trace_schema: TRACE_SCHEMA,
    playbook_id: playbook.playbook_id,
    step_count: steps.length,
    steps,
    ...(playbook.claims === undefined ? {} : { claims: playbook.claims }),
  } as const;
  const inputs = effectiveInputs(playbook, overrides);
  const sources = steps.flatMap((step) => step.sources);
  const header = await describeRun({ playbook, inputs, host, run, names, sources });
  const trace: Trace = { ...body, digest: await traceDigest(body), header };
  assertPortable(trace, names);
  return trace;
}

/** @throws {ToolError} invalid_params for the first step whose reference found nothing */
function refuseUnresolved({ steps }: Trace): void {
  for (const { step_id, outcome } of steps) {
    if (outcome.status === "err" && outcome.error_code === UNRESOLVED_REFERENCE) {
      throw new ToolError("invalid_params", `Cannot run step "${step_id}": ${outcome.message}`, {
        step_id,
      });
    }
  }
}
