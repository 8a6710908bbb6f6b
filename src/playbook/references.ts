/**
 * References in params: `${inputs.NAME}` and `${steps.ID.KEY[N]["KEY"]}`.
 *
 * `$${` stands for a literal `${`; a `$` before anything else is itself. There is no environment and no expression.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";

export type Reference =
  | { readonly kind: "input"; readonly name: string; readonly text: string }
  | {
    readonly kind: "step";
    readonly stepId: string;
    /** Keys and positions below the step's answer. */
    readonly path: readonly (string | number)[];
    /** The reference as it was written, `${` and `}` included. */
    readonly text: string;
  };

/** A piece of a string: text as it is, or a reference. */
export type Piece = string | Reference;

export type Template =
  | { readonly kind: "ok"; readonly pieces: readonly Piece[] }
  | { readonly kind: "malformed"; readonly text: string; readonly problem: string };

// Names take as many letters as they can, so the longest step id wins.
const NAME = "[a-z][a-z0-9_-]{0,63}(?![a-z0-9_-])";
const SEGMENT = String
  .raw`\.[A-Za-z_$][A-Za-z0-9_$-]*|\[(?:0|[1-9]\d{0,8})\]|\["(?:[^"\\]|\\.)*"\]`;
const INPUT = new RegExp(String.raw`^\$\{inputs\.(${NAME})\}`);
const STEP = new RegExp(String.raw`^\$\{steps\.(${NAME})((?:${SEGMENT})*)\}`);

/**
 * The pieces of a string.
 *
 * @example
 * parseTemplate("src/${inputs.file}").pieces // ["src/", { kind: "input", name: "file", … }]
 */
export function parseTemplate(text: string): Template {
  const pieces: Piece[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("$", at);
    literal += text.slice(at, next === -1 ? text.length : next);
    if (next === -1) break;
    at = next;
    if (text.startsWith("$${", at)) {
      literal += "${";
      at += 3;
    } else if (text.startsWith("${", at)) {
      const reference = parseReference(text.slice(at));
      if (typeof reference === "string") return malformed(text.slice(at), reference);
      if (literal !== "") pieces.push(literal);
      literal = "";
      pieces.push(reference);
      at += reference.text.length;
    } else {
      literal += "$";
      at++;
    }
  }
  if (literal !== "" || pieces.length === 0) pieces.push(literal);
  return { kind: "ok", pieces };
}

/** A string whose template is that text alone. */
export function escapeTemplate(text: string): string {
  // A function, because `$$` in a replacement text stands for one `$`.
  return text.replaceAll("${", () => "$${");
}

/** The one reference that a whole string consists of. */
export function wholeReference(pieces: readonly Piece[]): Reference | undefined {
  const [only, ...others] = pieces;
  return others.length === 0 && typeof only === "object" ? only : undefined;
}

export interface StringPlace {
  readonly pointer: string;
  readonly text: string;
}

/** Every string of a value with its pointer, in document order; keys are not templates. */
export function* stringsOf(value: Json | undefined, pointer = ""): Generator<StringPlace> {
  if (typeof value === "string") yield { pointer, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* stringsOf(item, pointerTo(pointer, index));
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield* stringsOf(member, pointerTo(pointer, key));
    }
  }
}

/** All well-formed references of a value, in document order. */
export function referencesOf(value: Json): readonly Reference[] {
  return [...stringsOf(value)].flatMap(({ text }) => {
    const template = parseTemplate(text);
    return template.kind === "ok"
      ? template.pieces.filter((piece) => typeof piece === "object")
      : [];
  });
}

/** The reference at the start of a text, or what is wrong with it. */
function parseReference(text: string): Reference | string {
  const [whole, name] = INPUT.exec(text) ?? [];
  if (whole !== undefined && name !== undefined) return { kind: "input", name, text: whole };
  const [step, stepId, path] = STEP.exec(text) ?? [];
  if (step === undefined || stepId === undefined) return problemOf(text);
  const segments = parsePath(path ?? "");
  return segments === undefined
    ? 'a key in [""] must be a JSON string'
    : { kind: "step", stepId, path: segments, text: step };
}

function parsePath(path: string): readonly (string | number)[] | undefined {
  try {
    return Array.from(path.matchAll(new RegExp(SEGMENT, "g")), ([segment]) => {
      if (segment.startsWith(".")) return segment.slice(1);
      const key: unknown = JSON.parse(segment.slice(1, -1));
      if (typeof key !== "string" && typeof key !== "number") throw new SyntaxError(segment);
      return key;
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function problemOf(text: string): string {
  return text.includes("}")
    ? "expected ${inputs.NAME} or ${steps.ID.KEY[N]}; a literal ${ is written $${"
    : "expected a closing }; a literal ${ is written $${";
}

function malformed(text: string, problem: string): Template {
  const end = text.indexOf("}");
  return { kind: "malformed", text: end === -1 ? text : text.slice(0, end + 1), problem };
}
