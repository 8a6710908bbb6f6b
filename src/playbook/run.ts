/**
 * One run of a playbook: its steps in order, through the dispatcher, in a fresh session over one snapshot.
 *
 * Everything is checked before the first step. A step's refusal is recorded and the run goes on; wrong params end
 * it, naming the step. A run that is cancelled, times out or meets a changing tree gives no trace.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { ToolError } from "../contract/errors.ts";
import { type Json, toJson, toJsonObject } from "../contract/json.ts";
import {
  LOCAL_ERROR,
  type Playbook,
  type Step,
  type StepOutcome,
  type Trace,
  TRACE_SCHEMA,
  type TraceHeader,
  type TraceStep,
  UNRESOLVED_REFERENCE,
} from "../contract/playbook.ts";
import type { CallOptions, Outcome, Surface, ToolFailure } from "../contract/tool.ts";
import { bindParams, type InputValues, UnresolvedReference } from "./bind.ts";
import { checkPlaybook, stepNamer } from "./check.ts";
import { jsonDigest, toolDigest, traceDigest } from "./digest.ts";
import { collectEvidence, isEnd, type StepEvidence, treeChanged } from "./evidence.ts";
import type { PlaybookHost, Run } from "./host.ts";
import { effectiveInputs } from "./inputs.ts";
import type { LoadedPlaybook } from "./load.ts";
import { PortableNames } from "./names.ts";
import { Problems } from "./places.ts";
import { findStepTool, stepArguments, type StepTool } from "./step_tools.ts";
import { assertPortable } from "./portable.ts";

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
  const { loaded: { playbook }, overrides, host, run } = recording;
  checkRunnable(recording.loaded, overrides, host.surface);
  const inputs = effectiveInputs(playbook, overrides);
  const names = new PortableNames(() => run.repositories());
  const runner = new StepRunner({ host, run, names, inputs, options });
  const steps: TraceStep[] = [];
  for (const [index, step] of playbook.steps.entries()) {
    options.progress?.(index, playbook.steps.length, step.step_id);
    steps.push(await runner.run(step, index));
  }
  const changed = await run.changedSince();
  if (changed.length > 0) throw treeChanged(changed);
  const body = {
    trace_schema: TRACE_SCHEMA,
    playbook_id: playbook.playbook_id,
    step_count: steps.length,
    steps,
    ...(playbook.claims === undefined ? {} : { claims: playbook.claims }),
  } as const;
  const header = await describeRun(recording, inputs, names);
  const trace: Trace = { ...body, digest: await traceDigest(body), header };
  assertPortable(trace, names);
  return trace;
}

interface StepParts {
  readonly host: PlaybookHost;
  readonly run: Run;
  readonly names: PortableNames;
  readonly inputs: InputValues;
  readonly options: CallOptions;
}

/** Runs steps one after the other and keeps their live answers for the references of later ones. */
class StepRunner {
  readonly #parts: StepParts;
  readonly #answers = new Map<string, Json | undefined>();

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  /** @throws {ToolError} for whatever ends the run */
  async run(step: Step, index: number): Promise<TraceStep> {
    const { names, host, options } = this.#parts;
    if (options.signal.aborted) {
      throw new ToolError("cancelled", "Cannot finish the run: cancelled");
    }
    const params = toJson(step.params ?? null);
    const written = names.value(params);
    const head = { step_index: index, step_id: step.step_id, tool_name: step.tool_name };
    const bound = this.#bind(params);
    if (bound instanceof UnresolvedReference) {
      this.#answers.set(step.step_id, undefined);
      const outcome = unresolved(names.text(bound.message));
      return { ...head, params_json: written, outcome, sources: [], evidence: [] };
    }
    const tool = findStepTool(host.surface, step.tool_name);
    if (tool === undefined) throw new TypeError(`Cannot find the checked tool ${step.tool_name}`);
    // Renamed before the call: the handles in it were numbered by the answers that gave them.
    const resolved = names.value(bound);
    const differs = canonicalJson(resolved) !== canonicalJson(written);
    return {
      ...head,
      params_json: written,
      ...(differs ? { resolved_params: resolved } : {}),
      ...await this.#call(step, tool, stepArguments(tool, bound)),
    };
  }

  #bind(params: Json): Json | UnresolvedReference {
    try {
      return bindParams(params, { inputs: this.#parts.inputs, answers: this.#answers });
    } catch (error) {
      if (error instanceof UnresolvedReference) return error;
      throw error;
    }
  }

  async #call(
    step: Step,
    tool: StepTool,
    args: Json,
  ): Promise<StepEvidence & { readonly outcome: StepOutcome }> {
    const { run, names, options } = this.#parts;
    const outcome = await run.dispatch(tool.called.name, args, options);
    if (outcome.status === "err") {
      this.#answers.set(step.step_id, undefined);
      return { outcome: refusal(step, outcome.error, names), sources: [], evidence: [] };
    }
    const response = this.#present(tool, outcome);
    this.#answers.set(step.step_id, response);
    const evidence = await collectEvidence(tool.info, response, run, names);
    return { outcome: { status: "ok", response_json: names.answer(response) }, ...evidence };
  }

  #present(
    tool: StepTool,
    { response }: Outcome & { status: "ok" },
  ): ReturnType<StepTool["present"]> {
    const order = this.#parts.run.repositories().map(({ id }) => id);
    // A copy without `undefined`, so that live and stored answers have the same members.
    return toJsonObject(tool.present(response, order));
  }
}

function unresolved(message: string): StepOutcome {
  return { status: "err", code: LOCAL_ERROR, message, error_code: UNRESOLVED_REFERENCE };
}

/** The refusal of a step as a trace records it. */
function refusal(step: Step, failure: ToolFailure, names: PortableNames): StepOutcome {
  const { code, rpc, message } = failure;
  if (code === "invalid_params" || isEnd(failure)) {
    throw new ToolError(code, `Cannot run step "${step.step_id}": ${message}`, {
      ...failure.data,
      step_id: step.step_id,
    });
  }
  const text = names.text(`${code}: ${message}`);
  return { status: "err", code: `ErrorCode(${rpc})`, message: text, error_code: code };
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

async function describeRun(
  { loaded: { playbook }, host, run }: Recording,
  inputs: InputValues,
  names: PortableNames,
): Promise<TraceHeader> {
  return {
    frigg_version: host.friggVersion,
    engine_digest: host.engineDigest,
    surface: await surfaceDigests(playbook, host.surface),
    playbook_digest: await jsonDigest(playbook),
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === "string" ? names.text(value) : value,
      ]),
    ),
    settings: host.settings,
    repositories: run.repositories().map(({ header }) => header),
  };
}

/** Digests of the schemas of the tools that the steps use. */
async function surfaceDigests(
  { steps }: Playbook,
  surface: Surface,
): Promise<Readonly<Record<string, string>>> {
  const names = [...new Set(steps.map(({ tool_name }) => tool_name))].sort();
  const digests: [string, string][] = [];
  for (const name of names) {
    const tool = findStepTool(surface, name);
    if (tool !== undefined) digests.push([name, await toolDigest(tool.called)]);
  }
  return Object.fromEntries(digests);
}
