/**
 * Reading answers in tests, where a missing part is a failure.
 * @module
 */
import assert from "node:assert/strict";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

/** The objects of an array member. */
export function list(from: JsonObject, member: string): JsonObject[] {
  const value = from[member];
  assert(Array.isArray(value), `${member} is no array`);
  return value.map((item: Json) => {
    assert(isJsonObject(item), `${member} holds no objects`);
    return item;
  });
}

/** An object member. */
export function object(from: JsonObject, member: string): JsonObject {
  const value = from[member];
  assert(isJsonObject(value), `${member} is no object`);
  return value;
}

/** A text member. */
export function text(from: JsonObject, member: string): string {
  const value = from[member];
  assert(typeof value === "string", `${member} is no text`);
  return value;
}

/** Some members in this order. */
export function pick(from: JsonObject, ...members: string[]): (Json | undefined)[] {
  return members.map((member) => from[member]);
}

/** A value that has to be an object. */
export function asObject(value: Json | undefined): JsonObject {
  assert(isJsonObject(value), "no object");
  return value;
}

/** A value that has to be an array. */
export function asList(value: Json | undefined): readonly Json[] {
  assert(Array.isArray(value), "no array");
  return value;
}
