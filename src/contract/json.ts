/**
 * JSON values as types, and the one way to tell what an unknown value is.
 * @module
 */

/** A value that survives a round trip through JSON text. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whether `value` is an object with string keys: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value as it would come back from JSON text: `undefined` members gone, nothing shared with the original.
 *
 * @throws {TypeError} if the value has no JSON text (a function, a cycle, a bigint)
 */
export function toJson(value: unknown): Json {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("Cannot write the value as JSON");
  const parsed: Json = JSON.parse(text);
  return parsed;
}

/** As `toJson`, for values that must be objects. */
export function toJsonObject(value: unknown): JsonObject {
  const json = toJson(value);
  if (!isJsonObject(json)) throw new TypeError("Cannot use the value as a JSON object");
  return json;
}
