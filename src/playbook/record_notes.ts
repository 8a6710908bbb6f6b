/**
 * What a step showed, in the few words that stand above it in a recorded playbook.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import type { Trace, TraceStep } from "../contract/playbook.ts";

/** One line for each step that has something to say, by its id. */
export function recordedNotes({ steps }: Trace): ReadonlyMap<string, string> {
  return new Map(steps.flatMap((step) => {
    const note = noteOf(step);
    return note === undefined ? [] : [[step.step_id, note]];
  }));
}

function noteOf({ outcome, evidence }: TraceStep): string | undefined {
  if (outcome.status === "err") return `refused now: ${outcome.error_code ?? outcome.code}`;
  const [only, ...others] = evidence;
  if (only?.row === "" && others.length === 0) {
    const { path, span: { start_line: start, end_line: end } } = only;
    return start === end ? `${path}:${start}` : `${path}:${start}-${end}`;
  }
  const { completeness } = isJsonObject(outcome.response_json) ? outcome.response_json : {};
  if (!isJsonObject(completeness)) return undefined;
  const { total, returned, complete } = completeness;
  const shown = typeof returned === "number" && returned !== total ? `, ${returned} shown` : "";
  const whole = complete === true ? "complete" : "not complete";
  return typeof total === "number" ? `${total} found${shown}, ${whole}` : whole;
}
