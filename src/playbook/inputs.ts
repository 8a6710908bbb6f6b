/**
 * Inputs of a run: the playbook's defaults, and what overrides them.
 * @module
 */
import { pointerTo } from "../contract/json_pointer.ts";
import type { Playbook } from "../contract/playbook.ts";
import type { InputValues } from "./bind.ts";
import { suggestion } from "./nearest.ts";
import { NO_PLACES, Problems } from "./places.ts";
import { quoted } from "./problem.ts";

/** The inputs in force. */
export function effectiveInputs(playbook: Playbook, overrides: InputValues): InputValues {
  return { ...playbook.inputs, ...overrides };
}

/**
 * Overrides given as `NAME=VALUE`; each takes the type of the default it replaces.
 *
 * @throws {PlaybookError} for an unknown name, or a value of another type
 */
export function parseInputs(playbook: Playbook, assignments: readonly string[]): InputValues {
  const problems = new Problems(undefined, NO_PLACES);
  const values = assignments.map((assignment): [string, string | number | boolean] => {
    const split = assignment.indexOf("=");
    const name = split === -1 ? assignment : assignment.slice(0, split);
    const text = split === -1 ? "" : assignment.slice(split + 1);
    if (split === -1) {
      problems.error("", `expected NAME=VALUE, found ${quoted(assignment)}`);
      return [name, text];
    }
    return [name, parseInput(playbook, name, text, problems)];
  });
  problems.throwIfAny();
  return Object.fromEntries(values);
}

function parseInput(
  { inputs = {} }: Playbook,
  name: string,
  text: string,
  problems: Problems,
): string | number | boolean {
  const pointer = pointerTo("/inputs", name);
  const standard = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (standard === undefined) {
    const known = Object.keys(inputs);
    problems.error(pointer, `unknown input ${quoted(name)}${suggestion(name, known)}`);
  } else if (typeof standard === "number") {
    const number = text.trim() === "" ? NaN : Number(text);
    const isSafe = Number.isFinite(number) &&
      (!Number.isInteger(number) || Number.isSafeInteger(number));
    if (isSafe) return number;
    problems.error(pointer, `expected a number, found ${quoted(text)}`);
  } else if (typeof standard === "boolean") {
    if (text === "true" || text === "false") return text === "true";
    problems.error(pointer, `expected true or false, found ${quoted(text)}`);
  }
  return text;
}
