/**
 * The promise that no trace tells where it was made, checked on each one before it leaves.
 * @module
 */
import { isJsonObject, type Json, toJson } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import type { Trace } from "../contract/playbook.ts";
import type { PortableNames } from "./names.ts";
import { SOURCE_FIELDS } from "./volatile.ts";

/** @throws {TypeError} naming the place of a folder or repository id that was not renamed: a bug, never bad input */
export function assertPortable({ steps, header }: Trace, names: PortableNames): void {
  const { inputs, settings, repositories } = header;
  // Quotes are source text; everything else was ours to rename.
  const told = steps.map(({ evidence, ...step }) => ({
    ...step,
    evidence: evidence.map(({ quote: _, ...rest }) => rest),
  }));
  check(toJson({ steps: told, header: { inputs, settings, repositories } }), "", names);
}

function check(value: Json | undefined, pointer: string, names: PortableNames): void {
  if (typeof value === "string") {
    const foreign = names.foreign(value);
    if (foreign !== undefined) {
      throw new TypeError(`Cannot store the trace: ${foreign} at ${pointer}`);
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => check(item, pointerTo(pointer, index), names));
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (!SOURCE_FIELDS.has(key)) check(member, pointerTo(pointer, key), names);
    }
  }
}
