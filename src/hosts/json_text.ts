/**
 * How values are written in a settings file: like a person would, arrays on one line.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";

/** Indentation and line ends of a text. */
export interface Layout {
  /** One level more. */
  readonly step: string;
  readonly eol: string;
}

/**
 * On one line.
 *
 * @example
 * oneLine({ a: [1, "x"] }) // '{ "a": [1, "x"] }'
 */
export function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => pair(key, oneLine(member ?? null)));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Each member of an object on a line of its own; `indent` is that of the line it begins on. */
export function manyLines(value: Json, indent: string, layout: Layout): string {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return oneLine(value);
  const inner = indent + layout.step;
  const members = Object.entries(value).map(([key, member]) =>
    inner + pair(key, manyLines(member ?? null, inner, layout))
  );
  return `{${layout.eol}${members.join(`,${layout.eol}`)}${layout.eol}${indent}}`;
}

/** A member. */
export function pair(key: string, value: string): string {
  return `${JSON.stringify(key)}: ${value}`;
}

/** A value below some keys, as an object. */
export function nested(keys: readonly string[], value: Json): Json {
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}
