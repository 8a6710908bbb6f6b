/**
 * Differences of two JSON values, member by member.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";

export interface JsonDifference {
  readonly op: "add" | "remove" | "replace";
  readonly pointer: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/**
 * The smallest members that differ, by pointer in the order of their keys.
 *
 * Arrays of different length are told as one replacement: without identities, positions mean nothing.
 */
export function differences(expected: Json, actual: Json, pointer = ""): readonly JsonDifference[] {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return memberDifferences(expected, actual, pointer);
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    const before: readonly Json[] = expected;
    const after: readonly Json[] = actual;
    return before.flatMap((item, index) =>
      differences(item, after[index] ?? null, pointerTo(pointer, index))
    );
  }
  if (isSame(expected, actual)) return [];
  return [{ op: "replace", pointer, expected, actual }];
}

type Members = Readonly<Record<string, Json | undefined>>;

function memberDifferences(
  expected: Members,
  actual: Members,
  pointer: string,
): readonly JsonDifference[] {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  return keys.flatMap((key): readonly JsonDifference[] => {
    const at = pointerTo(pointer, key);
    const before = expected[key];
    const after = actual[key];
    if (before === undefined) {
      return after === undefined ? [] : [{ op: "add", pointer: at, actual: after }];
    }
    if (after === undefined) return [{ op: "remove", pointer: at, expected: before }];
    return differences(before, after, at);
  });
}

/** Equality of leaves; arrays come here only with different lengths, objects only against something else. */
function isSame(a: Json, b: Json): boolean {
  return typeof a !== "object" && a === b || a === null && b === null;
}
