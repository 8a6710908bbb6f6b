/**
 * Params with their references replaced by what they refer to.
 *
 * References read the live answers of earlier steps, before anything is renamed for the trace.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import { nearest } from "./nearest.ts";
import { parseTemplate, type Piece, type Reference, wholeReference } from "./references.ts";
import { VOLATILE_FIELDS } from "./volatile.ts";

export type InputValues = Readonly<Record<string, string | number | boolean>>;

/** What references can read. */
export interface BindScope {
  readonly inputs: InputValues;
  /** Live answers of earlier steps; undefined for a step that failed. */
  readonly answers: ReadonlyMap<string, Json | undefined>;
}

/** A reference that finds nothing, or something that has no place inside a string. */
export class UnresolvedReference extends Error {
  override readonly name = "UnresolvedReference";

  constructor(readonly expression: string, reason: string) {
    super(`Cannot resolve ${expression}: ${reason}`);
  }
}

/**
 * The params with every reference resolved.
 *
 * A string that is one reference becomes the value itself, whatever its type; inside a longer string the value must
 * be text, a number or a boolean.
 *
 * @throws {UnresolvedReference}
 */
export function bindParams(params: Json, scope: BindScope): Json {
  if (typeof params === "string") return bindString(params, scope);
  if (Array.isArray(params)) return params.map((item) => bindParams(item, scope));
  if (!isJsonObject(params)) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, bindParams(value ?? null, scope)]),
  );
}

function bindString(text: string, scope: BindScope): Json {
  const template = parseTemplate(text);
  if (template.kind === "malformed") throw new UnresolvedReference(template.text, template.problem);
  const whole = wholeReference(template.pieces);
  if (whole !== undefined) return resolve(whole, scope);
  return template.pieces.map((piece) => bindPiece(piece, scope)).join("");
}

function bindPiece(piece: Piece, scope: BindScope): string {
  if (typeof piece === "string") return piece;
  const value = resolve(piece, scope);
  if (value === null || typeof value === "object") {
    const kind = value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    throw new UnresolvedReference(
      piece.text,
      `inside a text it must be a scalar, but it is ${kind}`,
    );
  }
  return String(value);
}

function resolve(reference: Reference, scope: BindScope): Json {
  return reference.kind === "input"
    ? resolveInput(reference.name, reference.text, scope)
    : resolveStep(reference, scope);
}

function resolveInput(name: string, text: string, { inputs }: BindScope): Json {
  const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (value === undefined) {
    throw new UnresolvedReference(text, `there is no input "${name}"${near(name, inputs)}`);
  }
  return value;
}

function resolveStep(reference: Reference & { kind: "step" }, { answers }: BindScope): Json {
  const { stepId, path, text } = reference;
  const answer = answers.get(stepId);
  if (answer === undefined) {
    const state = answers.has(stepId) ? "failed" : "has not run";
    throw new UnresolvedReference(text, `step "${stepId}" ${state}`);
  }
  let value: Json = answer;
  let reached = stepId;
  for (const key of path) {
    const found = member(value, key);
    if (found === undefined) {
      throw new UnresolvedReference(text, absence(value, key, reached));
    }
    value = found;
    reached += typeof key === "number" ? `[${key}]` : `.${key}`;
  }
  return value;
}

function member(value: Json, key: string | number): Json | undefined {
  if (typeof key === "number") return Array.isArray(value) ? value[key] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function absence(value: Json, key: string | number, reached: string): string {
  if (Array.isArray(value)) {
    const length = value.length === 1 ? "1 item" : `${value.length} items`;
    return `"${reached}" has ${length}, so there is no ${JSON.stringify(key)}`;
  }
  if (!isJsonObject(value)) return `"${reached}" is ${JSON.stringify(value)} and has no members`;
  return `"${reached}" has no ${JSON.stringify(key)}${near(String(key), value)}`;
}

/** The nearest existing key, or a few of them if none is near; the message may become part of a trace. */
function near(key: string, within: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(within)
    .filter((name) => within[name] !== undefined && !VOLATILE_FIELDS.has(name));
  const closest = nearest(key, keys);
  if (closest !== undefined) return `; the nearest is "${closest}"`;
  return keys.length === 0 ? "" : `; there are ${keys.sort().slice(0, MAX_KEYS).join(", ")}`;
}

/** Keys listed where none is near. */
const MAX_KEYS = 12;
