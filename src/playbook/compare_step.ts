/**
 * What differs between the recorded and the replayed outcome of one step, without saying why.
 *
 * Rows are aligned and told as one change each; the rest of the answer is compared member by member. Derived fields
 * (derived_fields.ts) are left out, and counts too where row changes explain them.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { pointerTo, valueAt } from "../contract/json_pointer.ts";
import type { TraceStep } from "../contract/playbook.ts";
import type { Row, RowCollection, ToolInfo } from "../contract/tool.ts";
import { alignRows, type Pairing } from "./align.ts";
import {
  isCountField,
  isDerivedField,
  isEmptinessField,
  isPosition,
  isProof,
} from "./derived_fields.ts";
import { differences, type JsonDifference } from "./json_diff.ts";
import { recordedRows } from "./rows.ts";

/** A place in source that a change is about. */
export interface ChangePlace {
  /** Repository alias. */
  readonly repository: string;
  readonly path: string;
  /** What the row says; absent for the whole answer. */
  readonly text?: string;
  /** JSON pointer of the row, or "" for the whole answer. */
  readonly row: string;
}

/** A change whose cause is not yet known. */
export interface RawChange {
  readonly op: "add" | "remove" | "replace" | "move";
  readonly pointer: string;
  readonly expected?: Json;
  readonly actual?: Json;
  /** Where the expected side stood, and where the actual side stands. */
  readonly before?: ChangePlace;
  readonly after?: ChangePlace;
  /** Of a collection whose order is a ranking. */
  readonly ranked: boolean;
}

/** The changes of one step's answer, rows first, in the order of the actual answer. */
export function compareAnswers(
  expected: Json,
  actual: Json,
  tool: Pick<ToolInfo, "rows">,
): readonly RawChange[] {
  const { before, after } = collectionsOf(expected, actual, tool);
  const rowChanges = pointersOf(before, after).flatMap((pointer) =>
    compareCollection(expected, actual, before.get(pointer), after.get(pointer))
  );
  const rest = differences(
    withoutRows(expected, allRowPointers(before)),
    withoutRows(actual, allRowPointers(after)),
  ).filter(({ pointer }) => !isDerivedField(pointer))
    .filter(({ pointer }) => rowChanges.length === 0 || !isCountField(pointer))
    .filter(({ pointer }) => hasRows(before) === hasRows(after) || !isEmptinessField(pointer));
  const own = isRead(expected) && isRead(actual)
    ? readAsOne(rest, expected, actual)
    : countedOnce(rest);
  return [...rowChanges, ...own.map((change) => ({ ...change, ranked: false }))];
}

function hasRows(collections: Collections): boolean {
  return [...collections.values()].some(({ rows }) => rows.length > 0);
}

/** `total_matches` and the like say again what `completeness` says. */
function countedOnce(changes: readonly JsonDifference[]): readonly JsonDifference[] {
  const total = changes.find(({ pointer }) => pointer === "/completeness/total");
  return changes.filter((change) =>
    total === undefined || change === total || !isCountField(change.pointer) ||
    change.expected !== total.expected || change.actual !== total.actual
  );
}

type Collections = ReadonlyMap<string, RowCollection>;

/** The rows of both sides; none at all where one side is no answer that the tool gives now. */
function collectionsOf(
  expected: Json,
  actual: Json,
  tool: Pick<ToolInfo, "rows">,
): { readonly before: Collections; readonly after: Collections } {
  const [before, after] = [recordedRows(expected, tool), recordedRows(actual, tool)];
  const isComparable = before !== undefined && after !== undefined;
  return {
    before: byPointer(isComparable ? before : []),
    after: byPointer(isComparable ? after : []),
  };
}

function byPointer(collections: readonly RowCollection[]): Collections {
  return new Map(collections.map((collection) => [collection.pointer, collection]));
}

function pointersOf(before: Collections, after: Collections): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort();
}

function allRowPointers(collections: Collections): ReadonlySet<string> {
  return new Set(
    [...collections.values()].flatMap(({ rows }) => rows.map(({ pointer }) => pointer)),
  );
}

function compareCollection(
  expected: Json,
  actual: Json,
  before: RowCollection | undefined,
  after: RowCollection | undefined,
): RawChange[] {
  const ranked = (after ?? before)?.order === "ranked";
  const pointers = {
    before: new Set(before?.rows.map(({ pointer }) => pointer)),
    after: new Set(after?.rows.map(({ pointer }) => pointer)),
  };
  return alignRows(before?.rows ?? [], after?.rows ?? []).flatMap((pairing) =>
    rowChanges(pairing, {
      expected: (pointer) => ownPart(expected, pointer, pointers.before),
      actual: (pointer) => ownPart(actual, pointer, pointers.after),
      ranked,
    })
  );
}

interface Sides {
  /** The row at a pointer of the recorded answer, without rows nested in it. */
  readonly expected: (pointer: string) => Json;
  readonly actual: (pointer: string) => Json;
  readonly ranked: boolean;
}

function rowChanges(pairing: Pairing, sides: Sides): RawChange[] {
  const { ranked } = sides;
  switch (pairing.how) {
    case "added": {
      const row = pairing.actual;
      return [{
        op: "add",
        pointer: row.pointer,
        actual: sides.actual(row.pointer),
        after: placeOf(row),
        ranked,
      }];
    }
    case "removed": {
      const row = pairing.expected;
      return [{
        op: "remove",
        pointer: row.pointer,
        expected: sides.expected(row.pointer),
        before: placeOf(row),
        ranked,
      }];
    }
    case "moved":
    case "kept":
      return pairedChange(pairing, sides);
    default:
      return pairing satisfies never;
  }
}

function pairedChange(
  pairing: Extract<Pairing, { how: "kept" | "moved" }>,
  sides: Sides,
): RawChange[] {
  const before = comparableRow(sides.expected(pairing.expected.pointer));
  const after = comparableRow(sides.actual(pairing.actual.pointer));
  const moved = pairing.how === "moved";
  if (!moved && differences(before, after).length === 0) return [];
  return [{
    op: moved ? "move" : "replace",
    pointer: pairing.actual.pointer,
    expected: before,
    actual: after,
    before: placeOf(pairing.expected),
    after: placeOf(pairing.actual),
    ranked: sides.ranked,
  }];
}

function placeOf({ repository_id, path, pointer, text }: Row): ChangePlace {
  return { repository: repository_id ?? "", path: path ?? "", row: pointer, text };
}

function ownPart(answer: Json, pointer: string, rows: ReadonlySet<string>): Json {
  return withoutRows(valueAt(answer, pointer) ?? null, rows, pointer);
}

/** The value with every row below it taken out; the value itself stays even if it is a row. */
function withoutRows(value: Json, rows: ReadonlySet<string>, pointer = ""): Json {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.flatMap((item, index) => {
      const at = pointerTo(pointer, index);
      return rows.has(at) ? [] : [withoutRows(item, rows, at)];
    });
  }
  if (!isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) kept[key] = withoutRows(member, rows, pointerTo(pointer, key));
  }
  return kept;
}

/** The row's own fields, without those that follow from others. */
function comparableRow(row: Json): Json {
  if (!isJsonObject(row)) return row;
  const kept: Record<string, Json> = {};
  for (const [key, member] of Object.entries(row)) {
    if (member !== undefined && !isDerivedField(pointerTo("", key))) kept[key] = member;
  }
  return kept;
}

function isRead(answer: Json): answer is JsonObject {
  return isJsonObject(answer) && typeof answer.content === "string";
}

/**
 * What changed about a read: its text, which explains the proof, and its place, where either side stands elsewhere
 * or nothing but the rest of the file changed.
 */
function readAsOne(
  changes: readonly JsonDifference[],
  expected: JsonObject,
  actual: JsonObject,
): readonly JsonDifference[] {
  const others = changes.filter(({ pointer }) => !isProof(pointer) && !isPosition(pointer));
  const moved = changes.filter(({ pointer }) => isPosition(pointer));
  const showsText = others.some(({ pointer }) => pointer === "/content");
  if (moved.length === 0) {
    const isProven = showsText || !changes.some(({ pointer }) => isProof(pointer));
    return isProven ? others : [...others, proofChange(expected, actual)];
  }
  return [...others, {
    op: "replace",
    pointer: "",
    expected: placePart(expected, !showsText),
    actual: placePart(actual, !showsText),
  }];
}

function proofChange(
  { source: before = null }: JsonObject,
  { source: after = null }: JsonObject,
): JsonDifference {
  return { op: "replace", pointer: "/source", expected: before, actual: after };
}

/** Where a read stands: path, lines and columns, and the proof unless its text says as much. */
function placePart(read: JsonObject, withProof: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(read).filter(([key]) => {
      const pointer = pointerTo("", key);
      return key === "path" || isPosition(pointer) || withProof && key === "source";
    }),
  );
}

/** What a step's outcome says, for a comparison of its kind. */
export function outcomeWords(outcome: TraceStep["outcome"]): JsonObject {
  return outcome.status === "ok" ? { status: "ok" } : {
    status: "err",
    code: outcome.code,
    error_code: outcome.error_code,
    message: outcome.message,
  };
}
