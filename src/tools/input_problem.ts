/**
 * What is wrong with a tool's arguments, in words that name the field and what is allowed there.
 * @module
 */
import type { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { ECHO_MAX_CHARS } from "../contract/limits.ts";
import type { InputProblem } from "../contract/tool.ts";
import { brokenTextPath } from "../contract/well_formed.ts";

type Issue = z.core.$ZodIssue;

/** The first issue of a failed parse; `schema` is the tool's JSON Schema, `args` what was parsed. */
export function inputProblem(issue: Issue, schema: JsonObject, args: Json): InputProblem {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const field = path.map(String).join(".");
  const subject = field === "" ? "the arguments" : `"${echo(field)}"`;
  const reason = unknown === undefined
    ? reasonOf(issue, schema, args)
    : `unknown field; known: ${knownFields(schema, issue.path)}`;
  return { field: echo(field), message: `Cannot use ${subject}: ${reason}` };
}

/**
 * A text or a name with half a surrogate pair, which the schemas let pass: no file can hold it, and no digest can be
 * taken of it.
 */
export function brokenText(args: JsonObject): Issue | undefined {
  const path = brokenTextPath(args);
  return path === undefined
    ? undefined
    : { code: "custom", path, message: "it holds half a surrogate pair" };
}

/** Client text as it may stand in a diagnostic. */
export function echo(text: string, maxChars = ECHO_MAX_CHARS): string {
  // The cut may leave half a surrogate pair.
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}…`;
}

function reasonOf(issue: Issue, schema: JsonObject, args: Json): string {
  if (issue.code === "custom") return issue.message;
  const allowed = allowedAt(schemaAt(schema, issue.path));
  const given = valueAt(args, issue.path);
  if (given === undefined) return allowed === undefined ? "required" : `required: ${allowed}`;
  return allowed === undefined ? issue.message : `expected ${allowed}, got ${show(given)}`;
}

function allowedAt(schema: JsonObject): string | undefined {
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return `one of ${values.map((value) => show(value)).join(", ")}`;
  if (type === "integer" || type === "number") {
    return `${type === "integer" ? "an integer" : "a number"}${range(schema)}`;
  }
  if (type === "string") return schema["minLength"] === 1 ? "a non-empty string" : "a string";
  if (type === "array") return `an array${range(schema, "minItems", "maxItems")}`;
  if (type === "object") return "an object";
  return typeof type === "string" ? `a ${type}` : undefined;
}

function range(schema: JsonObject, least = "minimum", most = "maximum"): string {
  const { [least]: low, [most]: high } = schema;
  // A missing maximum is written as the largest safe integer.
  const bounded = typeof high === "number" && high < Number.MAX_SAFE_INTEGER;
  if (typeof low === "number" && bounded) return ` from ${low} to ${high}`;
  if (typeof low === "number" && low > Number.MIN_SAFE_INTEGER) return ` of at least ${low}`;
  return bounded ? ` of at most ${high}` : "";
}

function schemaAt(schema: JsonObject, path: readonly PropertyKey[]): JsonObject {
  let at = schema;
  for (const key of path) {
    const properties = at["properties"];
    const next = typeof key === "number"
      ? at["items"]
      : isJsonObject(properties)
      ? properties[String(key)]
      : undefined;
    if (!isJsonObject(next)) return {};
    at = next;
  }
  return at;
}

function valueAt(args: Json, path: readonly PropertyKey[]): Json | undefined {
  let at: Json | undefined = args;
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === "number" ? at[key] : undefined;
    else at = isJsonObject(at) ? at[String(key)] : undefined;
  }
  return at;
}

function knownFields(schema: JsonObject, path: readonly PropertyKey[]): string {
  const properties = schemaAt(schema, path)["properties"];
  return isJsonObject(properties) ? Object.keys(properties).sort().join(", ") : "none";
}

function show(value: Json): string {
  return echo(JSON.stringify(value));
}
