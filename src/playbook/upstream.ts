/**
 * Which earlier steps give a step other values than they did when the accepted trace was made.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Json } from "../contract/json.ts";
import { pointerTo, valueAt } from "../contract/json_pointer.ts";
import type { Trace, TraceStep } from "../contract/playbook.ts";
import type { Row, Surface } from "../contract/tool.ts";
import { type Reference, referencesOf } from "./references.ts";
import { recordedRows } from "./rows.ts";

type StepReference = Extract<Reference, { kind: "step" }>;

/** Ids of the steps whose referenced value, or referenced row, is another one, in the order of the references. */
export function changedUpstream(
  expected: Pick<Trace, "steps">,
  actual: Pick<Trace, "steps">,
  step: TraceStep,
  surface: Surface,
): readonly string[] {
  const changed = referencesOf(step.params_json)
    .filter((reference) => reference.kind === "step")
    .filter((reference) => {
      const before = findStep(expected, reference.stepId);
      const after = findStep(actual, reference.stepId);
      return referred(before, reference, surface) !== referred(after, reference, surface);
    })
    .map(({ stepId }) => stepId);
  return [...new Set(changed)];
}

function findStep({ steps }: Pick<Trace, "steps">, stepId: string): TraceStep | undefined {
  return steps.find(({ step_id }) => step_id === stepId);
}

/**
 * What a reference finds in a trace, as one text.
 *
 * A match id or a target names a row by its number, which stays the same while the row becomes another one: then
 * the row itself is what was referred to, wherever in its file it stands now.
 */
function referred(step: TraceStep | undefined, { path }: StepReference, surface: Surface): string {
  if (step?.outcome.status !== "ok") return "";
  const answer = step.outcome.response_json;
  const row = namesRow(path) ? rowAt(step, answer, path.slice(0, -1), surface) : undefined;
  const value = row === undefined ? valueAt(answer, pointerOf(path)) : rowWords(row);
  return canonicalJson(value ?? null);
}

function namesRow(path: StepReference["path"]): boolean {
  const last = path.at(-1);
  return last === "match_id" || last === "target_ref";
}

function rowAt(
  step: TraceStep,
  answer: Json,
  path: StepReference["path"],
  surface: Surface,
): Row | undefined {
  const pointer = pointerOf(path);
  const tool = surface.find(step.tool_name);
  const collections = tool === undefined ? undefined : recordedRows(answer, tool);
  return collections
    ?.flatMap(({ rows }) => rows)
    .find((row) => row.pointer === pointer);
}

function rowWords({ repository_id, path, identity }: Row): Json {
  return [repository_id ?? "", path ?? "", identity];
}

function pointerOf(path: StepReference["path"]): string {
  return path.reduce<string>((pointer, key) => pointerTo(pointer, key), "");
}
