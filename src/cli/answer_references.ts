/**
 * `${n.path}` in a line of `frigg call -`: a value of the answer to line n, counted from 1.
 *
 * The rules are those of references in playbooks; only the name of the step is a number here.
 * @module
 */
import type { Json } from "../contract/json.ts";
import { isJsonObject } from "../contract/json.ts";
import { bindParams, UnresolvedReference } from "../playbook/bind.ts";

/** Step ids begin with a letter. */
const STEP_PREFIX = "answer-";

/**
 * The arguments with every reference replaced; `answers[0]` answers line 1, undefined for a refusal.
 *
 * @throws {UnresolvedReference}
 */
export function bindAnswers(args: Json, answers: readonly (Json | undefined)[]): Json {
  const scope = {
    inputs: {},
    answers: new Map(answers.map((answer, index) => [`${STEP_PREFIX}${index + 1}`, answer])),
  };
  try {
    return bindParams(asStepReferences(args), scope);
  } catch (error) {
    if (!(error instanceof UnresolvedReference)) throw error;
    throw new UnresolvedReference(asWritten(error.expression), asWritten(reasonOf(error)));
  }
}

function asStepReferences(value: Json): Json {
  // `$${1}` is a literal `${1}` and stays one.
  if (typeof value === "string") {
    return value.replace(
      /(\$?)\$\{(\d+)(?=[.[}])/g,
      (whole, escape: string, digits: string) =>
        escape === "" ? `\${steps.${STEP_PREFIX}${digits}` : whole,
    );
  }
  if (Array.isArray(value)) return value.map(asStepReferences);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, asStepReferences(member ?? null)]),
  );
}

function reasonOf(error: UnresolvedReference): string {
  return error.message.replace(`Cannot resolve ${error.expression}: `, "");
}

function asWritten(text: string): string {
  return text.replaceAll(`steps.${STEP_PREFIX}`, "").replace(
    new RegExp(`step "${STEP_PREFIX}(\\d+)"`, "g"),
    'the call of line "$1"',
  ).replaceAll(STEP_PREFIX, "");
}
