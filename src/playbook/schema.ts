/**
 * The JSON Schema of playbooks, for editors: with the live tools' names, and each step's params by its tool.
 * @module
 */
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../contract/json.ts";
import { pointerKeys } from "../contract/json_pointer.ts";
import { Playbook } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { fieldsOf, schemaAt } from "./schema_walk.ts";
import { findStepTool, stepToolNames } from "./step_tools.ts";

/** The schema that `frigg playbook schema` prints. */
export function playbookSchema(surface: Surface): JsonObject {
  const schema = shapeSchema();
  const steps = schemaAt(schema, ["steps"]);
  const step = schemaAt(schema, ["steps", "0"]);
  const properties = schema["properties"];
  const fields = step?.["properties"];
  if (steps === undefined || !isJsonObject(properties) || !isJsonObject(fields)) {
    throw new TypeError("Cannot find the steps in the schema of playbooks");
  }
  const names = stepToolNames(surface);
  const items: JsonObject = {
    ...step,
    properties: { ...fields, tool_name: { type: "string", enum: names } },
    allOf: names.map((name) => paramsRule(surface, name)),
  };
  return {
    title: "frigg playbook",
    ...schema,
    properties: { ...properties, steps: { ...steps, items } },
  };
}

/** Keys that a playbook may have at a pointer. */
export function playbookFields(pointer: string): readonly string[] {
  return fieldsOf(schemaAt(shapeSchema(), pointerKeys(pointer)));
}

function shapeSchema(): JsonObject {
  return toJsonObject(z.toJSONSchema(Playbook, { io: "input", reused: "inline" }));
}

function paramsRule(surface: Surface, name: string): JsonObject {
  const schema = findStepTool(surface, name)?.info.inputSchema ?? {};
  return {
    if: { properties: { tool_name: { const: name } } },
    then: { properties: { params: { anyOf: [withReferences(schema), { type: "null" }] } } },
  };
}

/** A string with a reference in it, which may stand for a value of any type. */
const REFERENCE: JsonObject = { type: "string", pattern: String.raw`\$\{(inputs|steps)\.` };

/** The schema with a reference allowed in place of every value below the root. */
function withReferences(schema: JsonObject): JsonObject {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isJsonObject(properties) ? { properties: mapValues(properties, orReference) } : {}),
    ...(isJsonObject(items) ? { items: orReference(items) } : {}),
  };
}

function orReference(schema: Json | undefined): Json {
  return isJsonObject(schema) ? { anyOf: [withReferences(schema), REFERENCE] } : schema ?? {};
}

function mapValues(object: JsonObject, map: (value: Json | undefined) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
