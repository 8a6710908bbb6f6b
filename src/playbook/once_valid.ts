/**
 * Whether it is the tree that makes a step's params wrong, and not the author: a start line is wrong once its file
 * has become shorter.
 *
 * Nothing about a refusal says so, but an accepted trace does: there a tool took the same params.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Json } from "../contract/json.ts";
import type { Step, Trace } from "../contract/playbook.ts";
import type { InputValues } from "./bind.ts";
import type { PortableNames } from "./names.ts";
import { referencesOf } from "./references.ts";

/** Tells of a step, with its params as a trace writes them, whether the accepted trace has an outcome of that call. */
export function onceValid(
  accepted: Trace | undefined,
  inputs: InputValues,
  names: PortableNames,
): (step: Step, written: Json) => boolean {
  const recorded = new Map(accepted?.steps.map((step) => [step.step_id, step]));
  const before = accepted?.header.inputs ?? {};
  const isAsBefore = (name: string): boolean => {
    const value = inputs[name];
    return before[name] === (typeof value === "string" ? names.text(value) : value);
  };
  return ({ step_id, tool_name }, written) => {
    const known = recorded.get(step_id);
    return known !== undefined && known.tool_name === tool_name &&
      canonicalJson(known.params_json) === canonicalJson(written) &&
      referencesOf(written).every((one) => one.kind !== "input" || isAsBefore(one.name));
  };
}
