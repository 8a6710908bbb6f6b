/**
 * Canonical JSON (RFC 8785): one text for one value, whatever order its keys were made in.
 *
 * Digests of traces, requests and schemas are taken over this text.
 * @module
 */
import canonicalize from "canonicalize";
import { isJsonObject, type Json } from "./json.ts";

/**
 * The compact canonical text of a JSON value.
 *
 * @throws {TypeError} if the value has no JSON text
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Cannot write the value as canonical JSON");
  return text;
}

/** The same keys order with two-space indent, LF and a final newline: the form of trace files on disk. */
export function canonicalPretty(value: unknown): string {
  const sorted: Json = JSON.parse(canonicalJson(value));
  return JSON.stringify(sortKeys(sorted), null, 2) + "\n";
}

// `JSON.parse` puts integer-like keys first, which RFC 8785 does not; written out by hand they would keep
// their place, but no key of a trace looks like an integer and a reader gains nothing from the difference.
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) sorted[key] = sortKeys(member);
  }
  return sorted;
}
