/**
 * What the answers of a recording gave for later calls to use: handles, rows, page tokens, symbols.
 *
 * Of several answers that gave one value the newest is referred to, since that is what its reader looked at.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { tokenKind } from "./names.ts";

type Key = string | number;

/** A place in the answer of a step. */
interface Place {
  readonly stepId: string;
  readonly path: readonly Key[];
}

interface Found {
  readonly key: Key;
  readonly value: Json;
  readonly path: readonly Key[];
}

/** Advice repeats what stands in the rows: a reference into it would break with the advice. */
const ADVICE_FIELDS = ["next_actions", "suggested_next"];
/** Beside the tokens that names.ts numbers: what a row offers as its identity. */
const IDENTITY_FIELDS = ["target_ref", "stable_symbol_id"];

export class RecordedAnswers {
  /** By canonical JSON of the value. */
  readonly #places = new Map<string, Place>();
  /** The answer that gave a handle, and where in it the handle stands. */
  readonly #handles = new Map<string, Place & { readonly answer: JsonObject }>();

  /** Takes in the answer of a step, or that of a call like it. */
  learn(stepId: string, answer: JsonObject): void {
    // The best place last, so that it wins.
    for (const { key, value, path } of placesOf(answer).reverse()) {
      if (!isUsable(key, value)) continue;
      this.#places.set(canonicalJson(value), { stepId, path });
      if (typeof value === "string") this.#handles.set(value, { stepId, path, answer });
    }
  }

  /** The reference to a value that an answer gave. */
  referenceTo(value: Json): string | undefined {
    const place = this.#places.get(canonicalJson(value));
    return place === undefined ? undefined : written(place);
  }

  /** The reference to a row's id, in the answer that gave the handle. */
  referenceToMatch(handle: string, matchId: string): string | undefined {
    const given = this.#handles.get(handle);
    if (given === undefined) return undefined;
    const rows = placesOf(given.answer).filter(({ key, value }) =>
      key === "match_id" && value === matchId
    );
    // An answer with several handles numbers its rows anew for each: beside the handle, or below its name.
    const beside = given.path.slice(0, -1);
    const within = [...beside, String(given.path.at(-1)).replace(/_result_handle$/, "")];
    const row = rows.find(({ path }) => startsWith(path, within)) ??
      rows.find(({ path }) => startsWith(path, beside)) ?? rows[0];
    return row === undefined ? undefined : written({ stepId: given.stepId, path: row.path });
  }
}

function startsWith(path: readonly Key[], beginning: readonly Key[]): boolean {
  return beginning.every((key, at) => path[at] === key);
}

function isUsable(key: Key, value: Json): boolean {
  if (typeof key !== "string" || value === "" || value === null) return false;
  return IDENTITY_FIELDS.includes(key) ||
    (typeof value === "string" && tokenKind(key) !== undefined);
}

function isAdvice({ path }: Pick<Found, "path">): boolean {
  return path.some((key) => typeof key === "string" && ADVICE_FIELDS.includes(key));
}

/** Every member and item, the best to refer to first: advice last, and what stands deeper after the rest. */
function placesOf(answer: JsonObject): Found[] {
  return [...membersOf(answer)].sort((a, b) =>
    Number(isAdvice(a)) - Number(isAdvice(b)) || a.path.length - b.path.length
  );
}

/** Every member and item below a value, in document order. */
function* membersOf(value: Json | undefined, path: readonly Key[] = []): Generator<Found> {
  const members: readonly (readonly [Key, Json | undefined])[] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
    ? Object.entries(value)
    : [];
  for (const [key, member] of members) {
    if (member === undefined) continue;
    const at = [...path, key];
    yield { key, value: member, path: at };
    yield* membersOf(member, at);
  }
}

function written({ stepId, path }: Place): string {
  const keys = path.map((key) =>
    typeof key === "number"
      ? `[${key}]`
      : /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)
      ? `.${key}`
      : `[${JSON.stringify(key)}]`
  );
  return `\${steps.${stepId}${keys.join("")}}`;
}
