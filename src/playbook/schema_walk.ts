/**
 * Finding one's way in a tool's JSON Schema, which is plain: no references, no unions at the root.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** The schema of the value at a path below an object's schema; undefined where it says nothing. */
export function schemaAt(schema: JsonObject, keys: readonly string[]): JsonObject | undefined {
  let at: Json | undefined = schema;
  for (const key of keys) {
    if (!isJsonObject(at)) return undefined;
    const properties: Json | undefined = at["properties"];
    if (isJsonObject(properties) && Object.hasOwn(properties, key)) at = properties[key];
    else at = /^\d+$/.test(key) ? at["items"] : undefined;
  }
  return isJsonObject(at) ? at : undefined;
}

/** Field names that an object schema declares. */
export function fieldsOf(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.["properties"];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Whether a schema admits text: it says so, or says nothing. */
export function admitsText(schema: JsonObject | undefined): boolean {
  const type = schema?.["type"];
  return type === undefined || type === "string" ||
    (Array.isArray(type) && type.includes("string"));
}

/** A value that the schema of one field probably accepts. */
export function sampleOf(schema: JsonObject | undefined): Json {
  const { type, enum: values, const: constant, minimum, properties, required } = schema ?? {};
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0] ?? null;
  switch (type) {
    case "integer":
    case "number":
      return typeof minimum === "number" && Math.abs(minimum) < Number.MAX_SAFE_INTEGER
        ? minimum
        : 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return isJsonObject(properties) && Array.isArray(required)
        ? Object.fromEntries(
          required.map(String).map((key) => {
            const member = properties[key];
            return [key, sampleOf(isJsonObject(member) ? member : undefined)];
          }),
        )
        : {};
    default:
      return "x";
  }
}
