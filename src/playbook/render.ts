/**
 * A diff in words: one line a step, then what changed with `path:line` and the cause.
 *
 * Plain text without colours; a terminal may colour lines by their first character.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import type {
  Cause,
  Change,
  ExpectationResult,
  StepDiff,
  StepVerdict,
} from "../contract/playbook.ts";
import { unifiedDiff } from "./text_diff.ts";

const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  playbook_changed: "the playbook's params of this step changed",
  inputs_changed: "an input has another value",
  settings_changed: "settings changed",
  upstream_changed: "a reference gives another value now",
  surface_changed: "the tool's schema changed",
  source_removed: "the file is gone",
  scope_changed: "the file came into or fell out of scope",
  source_moved: "the same source stands elsewhere",
  eol_changed: "only the line ends of the source changed",
  source_changed: "the source changed",
  row_added: "another file brought it",
  row_removed: "another file took it away",
  rank_changed: "the ranking changed",
  engine_changed: "another version of frigg",
  nondeterministic: "running twice gives two answers",
  unexplained: "nothing that frigg knows of explains it",
};

const VERDICT_WORDS: Readonly<Record<StepVerdict, string>> = {
  same: "same",
  output_differs: "output differs",
  outcome_kind_differs: "outcome differs",
  error_code_differs: "another error",
  params_differ: "params differ",
  missing: "not in the accepted trace",
  extra: "recorded, but no longer in the playbook",
  expectation_failed: "expectation failed",
};

const OP_SIGNS: Readonly<Record<Change["op"], string>> = {
  add: "+",
  remove: "-",
  replace: "~",
  move: ">",
};

/** Fields that say what a row is about, the fullest first. */
const TEXT_FIELDS = ["content", "excerpt", "signature", "message"] as const;

/** Changes of a step that are spelled out; the rest are counted. */
const SHOWN_CHANGES = 50;

/** The whole diff; lines end with LF, without one at the end. */
export function renderDiff(steps: readonly StepDiff[]): string {
  return steps.flatMap(stepLines).join("\n");
}

/** A verdict in words. */
export function verdictWords(verdict: StepVerdict): string {
  return VERDICT_WORDS[verdict];
}

/** A cause in words, with the files or the step it names. */
export function causeWords(change: Pick<Change, "cause" | "paths" | "step">): string {
  const where = change.step === undefined ? change.paths ?? [] : [`step ${change.step}`];
  const words = CAUSE_WORDS[change.cause];
  return where.length === 0
    ? words
    : `${words}: ${where.join(change.cause === "source_moved" ? " -> " : ", ")}`;
}

function stepLines(step: StepDiff): string[] {
  const mark = step.verdict === "same" ? "=" : "!";
  return [
    `${mark} ${step.step_id} (${step.tool_name}): ${VERDICT_WORDS[step.verdict]}`,
    ...step.expectations.filter(({ passed }) => !passed).map(expectationLine),
    ...step.changes.slice(0, SHOWN_CHANGES).flatMap(changeLines),
    ...(step.changes.length > SHOWN_CHANGES
      ? [`    … and ${step.changes.length - SHOWN_CHANGES} more changes`]
      : []),
  ];
}

function expectationLine(result: ExpectationResult): string {
  return `    ${expectationText(result)}`;
}

/** A failed expectation in words. */
export function expectationText({ name, expected, actual, where }: ExpectationResult): string {
  const place = where === undefined ? "" : ` at ${where}`;
  return `expected ${name} ${short(expected)}, found ${short(actual)}${place}`;
}

function changeLines(change: Change): string[] {
  const place = placeOf(change.actual) ?? placeOf(change.expected) ?? (change.pointer || "answer");
  const head = `  ${OP_SIGNS[change.op]} ${place}  [${change.cause}] ${causeWords(change)}`;
  return [head, ...bodyLines(change).map((line) => `    ${line}`)];
}

function bodyLines({ op, expected, actual }: Change): string[] {
  if (op === "move") return [];
  if (op === "add") return prefixed("+", textOf(actual));
  if (op === "remove") return prefixed("-", textOf(expected));
  const [before, after] = [textOf(expected), textOf(actual)];
  if (before === after || !saysText(expected) && !saysText(actual)) {
    const lines = fieldLines(expected, actual);
    if (lines.length > 0) return lines;
  }
  if (!before.includes("\n") && !after.includes("\n")) return [`-${before}`, `+${after}`];
  return unifiedDiff(before, after).trimEnd().split("\n");
}

/** Rows with one text differ in their places or flags. */
function fieldLines(expected: Json | undefined, actual: Json | undefined): string[] {
  if (!isJsonObject(expected) || !isJsonObject(actual)) return [];
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort()
    .filter((key) => JSON.stringify(expected[key]) !== JSON.stringify(actual[key]))
    .map((key) => `${key}: ${short(expected[key])} -> ${short(actual[key])}`);
}

function prefixed(sign: string, text: string): string[] {
  return text.replace(/\r?\n$/, "").split("\n").map((line) => sign + line);
}

/** What a row or a value says to a person: its text, or its JSON. */
export function textOf(value: Json | undefined): string {
  return ownText(value) ?? short(value);
}

/** Whether a row says something itself, and not only by its fields. */
export function saysText(value: Json | undefined): boolean {
  return ownText(value) !== undefined;
}

function ownText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return undefined;
  return TEXT_FIELDS.map((key) => value[key]).find((text) => typeof text === "string");
}

/** `path:line` of a row, if it is one. */
export function placeOf(value: Json | undefined): string | undefined {
  if (!isJsonObject(value) || typeof value.path !== "string") return undefined;
  return typeof value.line === "number" ? `${value.path}:${value.line}` : value.path;
}

const SHORT_CHARS = 200;

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHORT_CHARS ? `${text.slice(0, SHORT_CHARS)}…` : text;
}
