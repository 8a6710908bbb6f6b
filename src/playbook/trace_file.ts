/**
 * Traces as text: RFC 8785 key order, two-space indent, LF, final newline.
 *
 * Whether `step_count` and the steps agree is not judged here: a replay tells that as a difference.
 * @module
 */
import { canonicalPretty } from "../contract/canonical_json.ts";
import { isJsonObject } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import {
  REFERENCE_TRACE_SCHEMA,
  ReferenceTrace as ReferenceTraceSchema,
  Trace as TraceSchema,
  TRACE_SCHEMA,
} from "../contract/playbook.ts";
import type { ReferenceTrace, Trace } from "../contract/playbook.ts";
import { parseJsonText } from "./json_text.ts";
import { NO_PLACES, Problems } from "./places.ts";
import { quoted } from "./problem.ts";
import { reportIssues } from "./shape.ts";

/** A trace of ours or of the reference implementation. */
export type AnyTrace = Trace | ReferenceTrace;

/** Whether a trace is ours, with values and evidence, and not a reference trace. */
export function isOwnTrace(trace: AnyTrace): trace is Trace {
  return trace.trace_schema === TRACE_SCHEMA;
}

/**
 * The trace in a file's text; the file's name stands in every error.
 *
 * @throws {PlaybookError}
 */
export function parseTrace(text: string, file: string): AnyTrace {
  const problems = new Problems(file, NO_PLACES);
  const value = parseJsonText(text, "a trace", problems);
  problems.throwIfAny();
  return checkTrace(value, problems);
}

/**
 * As `parseTrace()`, for whoever compares: a trace of a schema that nobody here knows is not taken for another.
 *
 * @throws {PlaybookError} naming the schema
 */
export function parseKnownTrace(text: string, file: string): AnyTrace {
  const problems = new Problems(file, NO_PLACES);
  const value = parseJsonText(text, "a trace", problems);
  const schema = isJsonObject(value) ? value["trace_schema"] : undefined;
  if (typeof schema === "string" && !KNOWN_SCHEMAS.includes(schema)) {
    const found = `found ${quoted(schema)}`;
    problems.error("/trace_schema", `expected ${KNOWN_SCHEMAS.map(quoted).join(" or ")}, ${found}`);
  }
  problems.throwIfAny();
  return checkTrace(value, problems);
}

const KNOWN_SCHEMAS: readonly string[] = [TRACE_SCHEMA, REFERENCE_TRACE_SCHEMA];

/**
 * The trace that a value is, such as a tool's argument. Its `trace_schema` decides which kind it has to be.
 *
 * @throws {PlaybookError}
 */
export function parseTraceValue(value: unknown): AnyTrace {
  return checkTrace(value, new Problems(undefined, NO_PLACES));
}

/** The text of a trace file. */
export function serializeTrace(trace: AnyTrace): string {
  return canonicalPretty(trace);
}

function checkTrace(value: unknown, problems: Problems): AnyTrace {
  if (!isJsonObject(value)) problems.error("", "expected a trace, which is a JSON object");
  problems.throwIfAny();
  const isOwn = isJsonObject(value) && value["trace_schema"] === TRACE_SCHEMA;
  if (isOwn && isTrace(value)) return value;
  if (!isOwn && isReferenceTrace(value)) return value;
  const { error } = (isOwn ? TraceSchema : ReferenceTraceSchema).safeParse(value);
  reportIssues(error?.issues ?? [], value, problems, (path) => path.reduce(pointerTo, ""));
  problems.throwIfAny();
  throw new TypeError("Cannot tell what is wrong with the trace");
}

function isTrace(value: unknown): value is Trace {
  return TraceSchema.safeParse(value).success;
}

function isReferenceTrace(value: unknown): value is ReferenceTrace {
  return ReferenceTraceSchema.safeParse(value).success;
}
