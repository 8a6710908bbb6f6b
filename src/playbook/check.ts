/**
 * What a playbook means, checked against the live tools before anything runs.
 * @module
 */
import { isJsonObject, toJson } from "../contract/json.ts";
import { pointerKeys, pointerTo, valueAt } from "../contract/json_pointer.ts";
import type { Playbook, Step } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { checkExpect } from "./check_expect.ts";
import { paramProblems } from "./check_params.ts";
import { suggestion } from "./nearest.ts";
import type { Problems } from "./places.ts";
import { quoted } from "./problem.ts";
import { parseTemplate, type Reference, stringsOf } from "./references.ts";
import { parseStepMark } from "./step_mark.ts";
import { findStepTool, stepToolNames } from "./step_tools.ts";

/** Reports everything that is wrong with a playbook of the right shape, given the inputs in force. */
export function checkPlaybook(
  playbook: Playbook,
  surface: Surface,
  inputs: InputValues,
  problems: Problems,
): void {
  checkInputs(inputs, problems);
  const known = new Set<string>();
  for (const [index, step] of playbook.steps.entries()) {
    const pointer = `/steps/${index}`;
    if (known.has(step.step_id)) {
      problems.error(`${pointer}/step_id`, `duplicate step_id "${step.step_id}"`);
    }
    checkStep({ step, pointer, earlier: known, playbook, surface, inputs, problems });
    known.add(step.step_id);
  }
  checkClaims(playbook, known, problems);
}

/** The step that a pointer of a document lies in; the document may still have any shape. */
export function stepNamer(document: unknown): (pointer: string) => string | undefined {
  return (pointer) => {
    const [root, index = ""] = pointerKeys(pointer);
    if (root !== "steps" || !isJsonObject(document)) return undefined;
    const stepId = valueAt(document, `/steps/${index}/step_id`);
    return typeof stepId === "string" ? stepId : undefined;
  };
}

interface StepCheck {
  readonly step: Step;
  readonly pointer: string;
  readonly earlier: ReadonlySet<string>;
  readonly playbook: Playbook;
  readonly surface: Surface;
  readonly inputs: InputValues;
  readonly problems: Problems;
}

function checkStep(check: StepCheck): void {
  const { step, pointer, surface, inputs, problems } = check;
  const params = toJson(step.params ?? null);
  const areSound = checkReferences(check);
  const tool = findStepTool(surface, step.tool_name);
  if (tool === undefined) {
    const names = stepToolNames(surface);
    const hint = suggestion(step.tool_name, names);
    const message = `unknown tool ${quoted(step.tool_name)}${hint}; a step may have ${
      names.join(", ")
    }`;
    problems.error(`${pointer}/tool_name`, message);
  } else if (areSound) {
    const written = (at: string): string | undefined => problems.written(`${pointer}/params${at}`);
    for (const problem of paramProblems(tool, params, inputs, written)) {
      problems.error(`${pointer}/params${problem.pointer}`, problem.message, problem.at);
    }
  }
  if (step.expect !== undefined) {
    checkExpect(step.expect, `${pointer}/expect`, problems);
  } else if (step.compare === "expectations") {
    problems.warn(`${pointer}/compare`, "nothing is compared: the step has no expect");
  }
}

/** Whether every reference of a step can be followed as far as is known before the run. */
function checkReferences({ step, pointer, ...check }: StepCheck): boolean {
  let areSound = true;
  const report = (at: string, message: string): void => {
    check.problems.error(`${pointer}/params${at}`, message);
    areSound = false;
  };
  for (const { pointer: at, text } of stringsOf(toJson(step.params ?? null))) {
    const template = parseTemplate(text);
    if (template.kind === "malformed") {
      report(at, `malformed ${template.text}: ${template.problem}`);
    } else {
      for (const piece of template.pieces) {
        const problem = typeof piece === "string"
          ? undefined
          : referenceProblem(piece, step, check);
        if (problem !== undefined) report(at, problem);
      }
    }
  }
  return areSound;
}

function referenceProblem(
  reference: Reference,
  step: Step,
  { earlier, playbook, inputs }: Omit<StepCheck, "step" | "pointer">,
): string | undefined {
  const { text } = reference;
  if (reference.kind === "input") {
    const known = Object.keys(inputs);
    if (known.includes(reference.name)) return undefined;
    return `${text} refers to an unknown input${suggestion(reference.name, known)}`;
  }
  const { stepId } = reference;
  if (earlier.has(stepId)) return undefined;
  if (stepId === step.step_id) return `${text} refers to its own step`;
  const later = playbook.steps.some(({ step_id }) => step_id === stepId);
  return later
    ? `${text} refers to a later step`
    : `${text} refers to an unknown step${suggestion(stepId, earlier)}`;
}

function checkInputs(inputs: InputValues, problems: Problems): void {
  for (const [name, value] of Object.entries(inputs)) {
    const isNumber = typeof value === "number";
    const isBad = isNumber &&
      (!Number.isFinite(value) || Number.isInteger(value) && !Number.isSafeInteger(value));
    if (isBad) problems.error(pointerTo("/inputs", name), `expected a number JSON can carry`);
  }
}

function checkClaims(playbook: Playbook, steps: ReadonlySet<string>, problems: Problems): void {
  for (const [index, claim] of (playbook.claims ?? []).entries()) {
    for (const [position, cite] of claim.cites.entries()) {
      const pointer = `/claims/${index}/cites/${position}`;
      const mark = parseStepMark(cite);
      if (mark === undefined) {
        problems.error(pointer, `expected "step" or "step[0]", found ${quoted(cite)}`);
      } else if (!steps.has(mark.stepId)) {
        const hint = suggestion(mark.stepId, steps);
        problems.error(pointer, `"${cite}" cites an unknown step${hint}`);
      } else if (claim.absence === true && mark.row !== undefined) {
        problems.error(pointer, `an absence claim cites a step without rows, found "${cite}"`);
      }
    }
  }
}
