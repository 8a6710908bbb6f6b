/**
 * The steps of a recording: named after their tools, and taken out again where an edit made them impossible.
 * @module
 */
import { type JsonObject, toJson } from "../contract/json.ts";
import { MAX_PLAYBOOK_STEPS } from "../contract/limits.ts";
import type { Step } from "../contract/playbook.ts";
import { Unrecordable } from "./record_params.ts";
import { referencesOf } from "./references.ts";

export class RecordedSteps {
  #steps: readonly Step[] = [];
  /** Steps that were made of each tool: a name that was given stands in references and is not given again. */
  readonly #counts = new Map<string, number>();

  /** In the order of the calls. */
  get all(): readonly Step[] {
    return this.#steps;
  }

  has(stepId: string): boolean {
    return this.#steps.some(({ step_id }) => step_id === stepId);
  }

  /**
   * A step for a call, which is not yet among the others.
   *
   * @throws {Unrecordable} if a playbook can hold no more
   */
  next(tool: string, params: JsonObject): Step {
    if (this.#steps.length === MAX_PLAYBOOK_STEPS) {
      throw new Unrecordable(`a playbook has at most ${MAX_PLAYBOOK_STEPS} steps`);
    }
    const word = tool.replaceAll("_", "-");
    const count = (this.#counts.get(tool) ?? 0) + 1;
    this.#counts.set(tool, count);
    return { step_id: count === 1 ? word : `${word}-${count}`, tool_name: tool, params };
  }

  add(step: Step): void {
    this.#steps = [...this.#steps, step];
  }

  /** Takes out a step and all that rest on it; gives whether there was one. */
  drop(stepId: string): boolean {
    if (!this.has(stepId)) return false;
    const lost = new Set([stepId]);
    this.#steps = this.#steps.filter(({ step_id, params }) => {
      const rests = referencesOf(toJson(params ?? null)).some((reference) =>
        reference.kind === "step" && lost.has(reference.stepId)
      );
      if (rests) lost.add(step_id);
      return !lost.has(step_id);
    });
    return true;
  }
}
