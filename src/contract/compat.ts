/**
 * Everything older that is still accepted or sent: other names of fields and values, `resume_from`,
 * `suggested_next`. Nothing new may rest on it, so that it can be deleted as one file.
 * @module
 */
import { invalidParams } from "./errors.ts";
import type { Json, JsonObject } from "./json.ts";
import type { NextAction } from "./next_actions.ts";

/**
 * The arguments with an older field name replaced by the current one.
 *
 * @throws {ToolError} invalid_params if both names are given
 */
export function renameField(args: JsonObject, older: string, current: string): JsonObject {
  const { [older]: value, ...rest } = args;
  if (value === undefined) return args;
  if (rest[current] !== undefined) {
    throw invalidParams(older, `Cannot use "${older}" beside "${current}": both name one thing`);
  }
  return { ...rest, [current]: value };
}

/** The arguments with other spellings of one field's value replaced by the current one. */
export function renameValue(
  args: JsonObject,
  field: string,
  spellings: Readonly<Record<string, string>>,
): JsonObject {
  const value = args[field];
  const current = typeof value === "string" && Object.hasOwn(spellings, value)
    ? spellings[value]
    : undefined;
  return current === undefined ? args : { ...args, [field]: current };
}

/** The text form of `resume_from`: the number of rows to pass over. */
export function offsetCursor(offset: number): string {
  return `offset-${offset}`;
}

/**
 * Rows to pass over, from the text form of `resume_from`.
 *
 * @throws {ToolError} invalid_params
 */
export function parseOffsetCursor(cursor: string): number {
  const digits = /^offset-([0-9]{1,9})$/.exec(cursor)?.[1];
  if (digits === undefined) {
    throw invalidParams("resume_from", 'Cannot use "resume_from": send a value that a page gave');
  }
  return Number(digits);
}

const SUGGESTED_FIELDS = [
  "query",
  "pattern_type",
  "path_regex",
  "glob",
  "path_class",
  "symbol",
  "repository_id",
  "path",
  "result_handle",
] as const;

/** The lossy older form of `next_actions`. */
export function suggestedNext(actions: readonly NextAction[]): JsonObject[] {
  return actions.map(({ tool, arguments: args, reason }) => {
    const kept: [string, Json][] = SUGGESTED_FIELDS.flatMap((field) => {
      const value = args[field];
      return value === undefined ? [] : [[field, value]];
    });
    return { tool, ...Object.fromEntries(kept), reason };
  });
}
