/**
 * Requests made from an input schema: valid ones, ones at the edge, and ones with a mistake.
 * @module
 */
import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

/** Values that are worth trying for a field, by its name. */
export type Words = Readonly<Record<string, readonly Json[]>>;

/** Requests that a tool may get. */
export function requestsOf(schema: JsonObject, words: Words): fc.Arbitrary<JsonObject> {
  const sound = objectOf(schema, words);
  return fc.oneof(
    { weight: 14, arbitrary: sound },
    { weight: 1, arbitrary: sound.map((request) => ({ ...request, unknown_field: 1 })) },
    { weight: 2, arbitrary: fc.tuple(sound, fieldOf(schema), BAD).map(spoil) },
  );
}

const BAD = fc.constantFrom<Json>(null, "", -1, 0, 1.5, 1e308, [], {}, true, "\ud800", "\0", [[]]);

function spoil([request, field, bad]: [JsonObject, string, Json]): JsonObject {
  return { ...request, [field]: bad };
}

function fieldOf({ properties }: JsonObject): fc.Arbitrary<string> {
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.length === 0 ? fc.constant("nothing") : fc.constantFrom(...names);
}

function objectOf({ properties, required }: JsonObject, words: Words): fc.Arbitrary<JsonObject> {
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const must = Array.isArray(required) ? required : [];
  const members = fields.map(([name, schema]) => {
    const value = valueOf(isJsonObject(schema) ? schema : {}, words, name);
    const member = value.map((given): JsonObject => ({ [name]: given }));
    return must.includes(name) ? member : optional(member);
  });
  return fc.tuple(...members).map((parts) => Object.assign({}, ...parts));
}

function optional(member: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<JsonObject>({}) },
    { weight: 1, arbitrary: member },
  );
}

function valueOf(schema: JsonObject, words: Words, name: string): fc.Arbitrary<Json> {
  const { enum: values, const: only, type, items } = schema;
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (only !== undefined) return fc.constant(only);
  const known = words[name];
  const any = (): fc.Arbitrary<Json> => {
    switch (type) {
      case "boolean":
        return fc.boolean();
      case "integer":
      case "number":
        return numberOf(schema);
      case "array":
        return fc.array(valueOf(isJsonObject(items) ? items : {}, words, ""), {
          minLength: typeof schema["minItems"] === "number" ? schema["minItems"] : 0,
          maxLength: 4,
        });
      case "object":
        return objectOf(schema, words);
      default:
        return fc.string({ unit: "grapheme", maxLength: 12 });
    }
  };
  return known === undefined
    ? any()
    : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, {
      weight: 1,
      arbitrary: any(),
    });
}

function numberOf({ minimum, maximum }: JsonObject): fc.Arbitrary<number> {
  const low = typeof minimum === "number" ? minimum : -5;
  const high = typeof maximum === "number" ? maximum : Number.MAX_SAFE_INTEGER;
  const edges = [low, low + 1, high, low - 1].filter(Number.isSafeInteger);
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(low, 0), max: Math.min(high, 40) }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}
