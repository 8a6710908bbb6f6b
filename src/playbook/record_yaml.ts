/**
 * A recorded playbook as YAML that people go on to edit: block style, plain words where they are safe.
 *
 * Everything that is not plainly a word is written as JSON, which YAML 1.2 reads as the same text.
 * @module
 */
import { isJsonObject, type Json, type JsonObject, toJson } from "../contract/json.ts";
import { type Playbook, PLAYBOOK_SCHEMA } from "../contract/playbook.ts";

/** The text of a recorded playbook; `notes` holds a line for a step, by its id. */
export function recordedYaml(
  { playbook_id, title, workspace, steps }: Playbook,
  notes: ReadonlyMap<string, string>,
): string {
  const head: JsonObject = {
    playbook_schema: PLAYBOOK_SCHEMA,
    playbook_id,
    ...(title === undefined ? {} : { title }),
    ...(workspace === undefined ? {} : { workspace }),
  };
  const written = steps.flatMap((step) => ["", ...stepLines(step, notes.get(step.step_id))]);
  return [...HEAD, ...memberLines(head, ""), "steps:", ...written.slice(1), ...TAIL, ""].join("\n");
}

const HEAD = [
  "# Recorded by `frigg record`. Give the steps names that say what they show, remove what",
  "# nobody needs, and say in a `description` why somebody wants to know.",
];

const TAIL = [
  "",
  "# Sentences of a report, each bound to steps or rows; without them every row is a claim.",
  "# claims:",
  "#   - text: What the rows show.",
  "#     cites: [step-id]",
];

function stepLines(step: Playbook["steps"][number], note: string | undefined): string[] {
  const { step_id, tool_name } = step;
  const params = toJson(step.params ?? {});
  const lines = memberLines({ step_id, tool_name, params }, "    ");
  const [first = "", ...rest] = lines;
  const comment = note === undefined ? [] : [`  # ${oneLine(note)}`];
  return [...comment, `  - ${first.trimStart()}`, ...rest];
}

/** A comment ends with its line, whatever stands in the note. */
function oneLine(note: string): string {
  return note.replace(UNSAFE, " ");
}

function memberLines(object: JsonObject, indent: string): string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = `${indent}${scalar(key)}:`;
    return value === undefined ? [] : valueLines(value, name, `${indent}  `);
  });
}

/** A value behind a key or a dash; what does not fit on that line follows below it. */
function valueLines(value: Json, lead: string, indent: string): string[] {
  if (value === null || typeof value !== "object") return [`${lead} ${scalar(value)}`];
  const isMap = isJsonObject(value);
  const below = isMap
    ? memberLines(value, indent)
    : value.flatMap((item) => itemLines(item, indent));
  return below.length === 0 ? [`${lead} ${isMap ? "{}" : "[]"}`] : [lead, ...below];
}

function itemLines(item: Json, indent: string): string[] {
  const lines = valueLines(item, `${indent}-`, `${indent}  `);
  // The first member of a map stands beside the dash.
  const [dash, first, ...rest] = lines;
  return isJsonObject(item) && first !== undefined && dash !== undefined
    ? [`${dash} ${first.trimStart()}`, ...rest]
    : lines;
}

/** Words that YAML takes for something else than text, or older readers do. */
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
/** Control characters, and what YAML or an editor takes for a line end or a mark. */
// deno-lint-ignore no-control-regex -- that is what it looks for
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

function scalar(value: null | boolean | number | string): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (PLAIN.test(value) && !WORDS.test(value)) return value;
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
