/**
 * Rows of the answers in a reference trace: where each stands, and what it shows.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { LineIndex } from "../contract/lines.ts";
import type { ReferenceTrace } from "../contract/playbook.ts";
import type { Span } from "../contract/source.ts";
import { cutFragment } from "./fragment.ts";

export type ReferenceStep = ReferenceTrace["steps"][number];

/** One row: where it stands and what it says. */
export interface ReferenceRow {
  /** What it is evidence of: `text`, `symbol` and so on. */
  readonly kind: Kind;
  readonly repositoryId: string;
  readonly path: string;
  readonly span: Span;
  /** What the row shows, in words. */
  readonly shows: string;
}

type Kind = "file read" | "text" | "hybrid" | "symbol" | "reference";
type Reader = (response: JsonObject, step: ReferenceStep) => readonly ReferenceRow[];

/**
 * The rows of a step that can be cited; none of a failed step or of a tool that gives no citations.
 *
 * @throws {ToolError} invalid_params naming the step
 */
export function referenceRows(step: ReferenceStep): readonly ReferenceRow[] {
  const reader = READERS.get(step.tool_name);
  if (step.outcome.status === "err" || reader === undefined) return [];
  return reader(parseAnswer(step, step.outcome.response_json), step);
}

/** Tools of the reference that give citations; steps of all others give none. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ["read_file", (response, step) => [fileRow(response, step)]],
  ["search_text", matchReader((row, step) => point(row, step, "text", fragmentOf(row)))],
  ["search_hybrid", matchReader(hybridRow)],
  ["search_symbol", matchReader(symbolRow)],
  ["find_references", matchReader((row, step) => point(row, step, "reference", symbolOf(row)))],
]);

function matchReader(read: (row: JsonObject, step: ReferenceStep) => ReferenceRow): Reader {
  return (response, step) => rowsOf(response, step, (row) => read(row, step));
}

function parseAnswer(step: ReferenceStep, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse(step, "response_json is not JSON", error);
  }
  throw refuse(step, "response_json is not an object");
}

function rowsOf(
  { matches }: JsonObject,
  step: ReferenceStep,
  read: (row: JsonObject) => ReferenceRow,
): readonly ReferenceRow[] {
  if (!Array.isArray(matches)) throw refuse(step, 'its response has no array "matches"');
  return matches.map((row: Json) => {
    if (!isJsonObject(row)) throw refuse(step, "a row is not an object");
    return read(row);
  });
}

function fileRow(response: JsonObject, step: ReferenceStep): ReferenceRow {
  const { content } = response;
  if (typeof content !== "string") throw refuse(step, 'its response has no text "content"');
  const lines = Math.max(1, new LineIndex(new TextEncoder().encode(content)).count);
  return {
    kind: "file read",
    ...place(response, step),
    span: { start_line: 1, start_column: 1, end_line: lines, end_column: 1 },
    shows: "",
  };
}

function point(row: JsonObject, step: ReferenceStep, kind: Kind, shows: string): ReferenceRow {
  const line = position(row, "line", step);
  const column = position(row, "column", step);
  return { kind, ...place(row, step), span: pointSpan(line, column), shows };
}

function symbolRow(row: JsonObject, step: ReferenceStep): ReferenceRow {
  const span = pointSpan(position(row, "line", step), 1);
  return { kind: "symbol", ...place(row, step), span, shows: symbolOf(row) };
}

const ANCHOR_FIELDS = ["start_line", "start_column", "end_line", "end_column"] as const;

function hybridRow(row: JsonObject, step: ReferenceStep): ReferenceRow {
  const { anchor } = row;
  const start = point(row, step, "hybrid", fragmentOf(row));
  const isWhole = isJsonObject(anchor) && ANCHOR_FIELDS.every((field) => isPosition(anchor[field]));
  if (!isWhole) return start;
  const span = {
    start_line: position(anchor, "start_line", step),
    start_column: position(anchor, "start_column", step),
    end_line: position(anchor, "end_line", step),
    end_column: position(anchor, "end_column", step),
  };
  return { ...start, span };
}

function place(
  row: JsonObject,
  step: ReferenceStep,
): Pick<ReferenceRow, "repositoryId" | "path"> {
  const { repository_id, path } = row;
  if (typeof repository_id !== "string" || repository_id.trim() === "") {
    throw refuse(step, 'a row has no text "repository_id"');
  }
  if (typeof path !== "string" || path.trim() === "") {
    throw refuse(step, 'a row has no text "path"');
  }
  return { repositoryId: repository_id, path };
}

/** A line or column of a row, raised to at least 1. */
function position(row: JsonObject, field: string, step: ReferenceStep): number {
  const value = row[field];
  if (!isPosition(value)) throw refuse(step, `a row has no non-negative integer "${field}"`);
  return Math.max(1, value);
}

function isPosition(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function pointSpan(line: number, column: number): Span {
  return { start_line: line, start_column: column, end_line: line, end_column: column };
}

const NO_FRAGMENT = "(no excerpt)";
const NO_SYMBOL = "(unnamed symbol)";

/** `excerpt`, or the older `snippet` where it is missing or blank. */
function fragmentOf({ excerpt, snippet }: JsonObject): string {
  const text = [excerpt, snippet].find((value) => typeof value === "string" && value.trim() !== "");
  return typeof text === "string" ? cutFragment(text) : NO_FRAGMENT;
}

function symbolOf({ symbol }: JsonObject): string {
  return typeof symbol === "string" && symbol.trim() !== "" ? cutFragment(symbol) : NO_SYMBOL;
}

function refuse(step: ReferenceStep, reason: string, cause?: Error): ToolError {
  return new ToolError(
    "invalid_params",
    `Cannot cite step "${step.step_id}": ${reason}`,
    { field: "trace_artifact.steps", step_id: step.step_id },
    { cause },
  );
}
