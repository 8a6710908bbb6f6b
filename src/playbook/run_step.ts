/**
 * One step of a run: its references resolved, its tool called, its outcome recorded with evidence.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { ToolError } from "../contract/errors.ts";
import { type Json, type JsonObject, toJson, toJsonObject } from "../contract/json.ts";
import {
  LOCAL_ERROR,
  type Step,
  type StepOutcome,
  type TraceStep,
  UNRESOLVED_REFERENCE,
} from "../contract/playbook.ts";
import type { CallOptions, ToolFailure } from "../contract/tool.ts";
import { bindParams, type InputValues, UnresolvedReference } from "./bind.ts";
import { collectEvidence, isEnd, type StepEvidence } from "./evidence.ts";
import type { PlaybookHost, Run } from "./host.ts";
import type { PortableNames } from "./names.ts";
import { findStepTool, stepArguments, type StepTool } from "./step_tools.ts";

export interface StepParts {
  readonly host: PlaybookHost;
  readonly run: Run;
  readonly names: PortableNames;
  readonly inputs: InputValues;
  /** Whether a step with these params was answered once, so that refusing them is news and no mistake; no by default. */
  readonly wasValid?: (step: Step, written: Json) => boolean;
  readonly options: CallOptions;
}

/** Runs steps one after the other and keeps their live answers for the references of later ones. */
export class StepRunner {
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
      ...await this.#call(step, tool, { args: stepArguments(tool, bound), written }),
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
    { args, written }: { readonly args: Json; readonly written: Json },
  ): Promise<StepEvidence & { readonly outcome: StepOutcome }> {
    const { run, names, options, wasValid } = this.#parts;
    const outcome = await run.dispatch(tool.called.name, args, options);
    if (outcome.status === "err") {
      this.#answers.set(step.step_id, undefined);
      const { error } = outcome;
      const isMistake = error.code === "invalid_params" && wasValid?.(step, written) !== true;
      if (isMistake || isEnd(error)) throw endOfRun(step, error);
      return { outcome: refusal(error, names), sources: [], evidence: [] };
    }
    const response = this.#present(tool, outcome.response);
    this.#answers.set(step.step_id, response);
    const evidence = await collectEvidence(tool.info, response, run, names);
    return { outcome: { status: "ok", response_json: names.answer(response) }, ...evidence };
  }

  #present(tool: StepTool, answer: JsonObject): JsonObject {
    const order = this.#parts.run.repositories().map(({ id }) => id);
    // A copy without `undefined`, so that live and stored answers have the same members.
    return toJsonObject(tool.present(answer, order));
  }
}

function unresolved(message: string): StepOutcome {
  return { status: "err", code: LOCAL_ERROR, message, error_code: UNRESOLVED_REFERENCE };
}

function endOfRun({ step_id }: Step, { code, message, data }: ToolFailure): ToolError {
  return new ToolError(code, `Cannot run step "${step_id}": ${message}`, { ...data, step_id });
}

/** The refusal of a step as a trace records it. */
function refusal({ code, rpc, message }: ToolFailure, names: PortableNames): StepOutcome {
  const text = names.text(`${code}: ${message}`);
  return { status: "err", code: `ErrorCode(${rpc})`, message: text, error_code: code };
}
