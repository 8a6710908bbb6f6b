/**
 * Params against their tool's schema, before anything runs: references stand for values nobody knows yet.
 *
 * A reference to an input is its value. One to a step, if it is the whole string, passes for any type; inside a
 * longer string it passes for text. What is then still wrong is the author's.
 * @module
 */
import { isJsonObject, type Json, type JsonObject, toJson } from "../contract/json.ts";
import { pointerKeys, pointerTo, valueAt } from "../contract/json_pointer.ts";
import type { InputProblem } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { suggestion } from "./nearest.ts";
import { quoted } from "./problem.ts";
import { parseTemplate, stringsOf, wholeReference } from "./references.ts";
import { admitsText, fieldsOf, sampleOf, schemaAt } from "./schema_walk.ts";
import { describe } from "./shape.ts";
import { stepArguments, type StepTool } from "./step_tools.ts";

export interface ParamProblem {
  /** Pointer inside the params. */
  readonly pointer: string;
  readonly message: string;
  readonly at: "value" | "key";
}

/** How the document wrote a scalar, by pointer inside the params. */
type Written = (pointer: string) => string | undefined;

/** What is wrong with a step's params and no reference's fault: every unknown key, then the first of all else. */
export function paramProblems(
  tool: StepTool,
  params: Json,
  inputs: InputValues,
  written: Written,
): readonly ParamProblem[] {
  const fields = fieldsOf(tool.info.inputSchema);
  const unknown = isJsonObject(params)
    ? Object.keys(params).filter((key) => !fields.includes(key))
    : [];
  const known = isJsonObject(params)
    ? Object.fromEntries(Object.entries(params).filter(([key]) => !unknown.includes(key)))
    : params;
  const other = knownProblem(tool, toJson(known), inputs, written);
  return [
    ...unknown.map((key) => unknownKey(pointerTo("", key), key, fields)),
    // With a key misspelt, another seems to be missing.
    ...(other === undefined || unknown.length > 0 && other.isMissing ? [] : [other]),
  ];
}

function unknownKey(pointer: string, key: string, fields: readonly string[]): ParamProblem {
  const near = suggestion(key, fields);
  const hint = near === "" && fields.length > 0
    ? `; known: ${[...fields].sort().join(", ")}`
    : near;
  return { pointer, message: `unknown key ${quoted(key)}${hint}`, at: "key" };
}

/** A problem of a key that the tool knows. */
interface KnownProblem extends ParamProblem {
  readonly isMissing: boolean;
}

function knownProblem(
  tool: StepTool,
  params: Json,
  inputs: InputValues,
  written: Written,
): KnownProblem | undefined {
  const wildcards = new Wildcards(params, inputs, tool.info.inputSchema);
  for (;;) {
    const args = stepArguments(tool, wildcards.value());
    const problem = tool.info.checkInput(args);
    if (problem === undefined) return undefined;
    const field = problem.field === "" ? [] : problem.field.split(".");
    const wildcard = wildcards.covering(field);
    if (wildcard === undefined) return inWords(tool, params, args, problem, field, written);
    // A sample the schema does not like says nothing about the value to come: try another.
    if (!wildcards.next(wildcard)) return undefined;
  }
}

/** Values of other types, tried in turn where a sample is refused. */
const OTHER_SAMPLES: readonly Json[] = ["x", 1, true, {}, [], ["x"]];

class Wildcards {
  readonly #params: Json;
  readonly #inputs: InputValues;
  /** Samples still to be tried, by pointer; the first is in use. */
  readonly #samples = new Map<string, readonly Json[]>();

  constructor(params: Json, inputs: InputValues, schema: JsonObject) {
    this.#params = params;
    this.#inputs = inputs;
    for (const { pointer, text } of stringsOf(params)) {
      const template = parseTemplate(text);
      if (template.kind === "malformed") continue;
      if (!template.pieces.some((piece) => typeof piece === "object" && piece.kind === "step")) {
        continue;
      }
      const at = schemaAt(schema, pointerKeys(pointer));
      if (wholeReference(template.pieces) !== undefined) {
        this.#samples.set(pointer, [sampleOf(at), ...OTHER_SAMPLES]);
      } else if (admitsText(at)) this.#samples.set(pointer, [sampleOf(at)]);
    }
  }

  /** The params with samples and inputs in place. */
  value(): Json {
    return this.#fill(this.#params, "");
  }

  /** The wildcard at, above or below a field. */
  covering(field: readonly string[]): string | undefined {
    if (field.length === 0) return undefined;
    const pointer = field.reduce(pointerTo, "");
    return [...this.#samples.keys()].find((key) =>
      key === pointer || key.startsWith(`${pointer}/`) || pointer.startsWith(`${key}/`)
    );
  }

  /** Takes the next sample of a wildcard; false if there is none. */
  next(pointer: string): boolean {
    const [, ...rest] = this.#samples.get(pointer) ?? [];
    this.#samples.set(pointer, rest);
    return rest.length > 0;
  }

  #fill(value: Json, pointer: string): Json {
    if (typeof value === "string") return this.#fillString(value, pointer);
    if (Array.isArray(value)) {
      return value.map((item, at) => this.#fill(item, pointerTo(pointer, at)));
    }
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map((
        [key, member],
      ) => [key, this.#fill(member ?? null, pointerTo(pointer, key))]),
    );
  }

  #fillString(text: string, pointer: string): Json {
    const [sample] = this.#samples.get(pointer) ?? [];
    if (sample !== undefined) return sample;
    const template = parseTemplate(text);
    if (template.kind === "malformed") return text;
    const whole = wholeReference(template.pieces);
    if (whole?.kind === "input") return this.#inputs[whole.name] ?? text;
    return template.pieces.map((piece) =>
      typeof piece === "string" ? piece : piece.kind === "input" ? this.#inputs[piece.name] : "x"
    ).join("");
  }
}

function inWords(
  tool: StepTool,
  params: Json,
  args: Json,
  problem: InputProblem,
  field: readonly string[],
  written: Written,
): KnownProblem {
  const pointer = field.reduce(pointerTo, "");
  const parent = schemaAt(tool.info.inputSchema, field.slice(0, -1));
  const last = field.at(-1);
  const given = valueAt(params, pointer);
  const isMissing = given === undefined;
  const fields = fieldsOf(parent);
  const isUnknown = !isMissing && problem.message.includes("unknown field");
  if (last !== undefined && isUnknown && !fields.includes(last)) {
    return { ...unknownKey(pointer, last, fields), isMissing };
  }
  const value = valueAt(args, pointer);
  const schema = schemaAt(tool.info.inputSchema, field);
  if (schema?.["type"] === "string" && (typeof value === "number" || typeof value === "boolean")) {
    const found = typeof given === "string"
      ? `${describe(value, undefined)} from ${quoted(given)}; put the input's value in quotes`
      : `${describe(value, written(pointer))}; put it in quotes`;
    return { pointer, message: `expected a string, found ${found}`, at: "value", isMissing };
  }
  return { pointer, message: problem.message, at: "value", isMissing };
}
