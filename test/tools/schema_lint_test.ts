import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { assertGolden } from "../support/golden.ts";
import { tempRepo } from "../support/repo.ts";

/** Words that some host refuses, wherever they stand. */
const BANNED = ["$schema", "$ref", "$defs", "definitions", "prefixItems", "additionalItems"];
/** And at the root. */
const BANNED_AT_ROOT = ["anyOf", "oneOf", "allOf", "if", "not"];
const PAGED = [
  "document_symbols",
  "find_declarations",
  "find_implementations",
  "find_references",
  "go_to_definition",
  "incoming_calls",
  "list_files",
  "outgoing_calls",
  "search_batch",
  "search_structural",
  "search_symbol",
  "search_text",
];

Deno.test("tools/list is what strict hosts accept", async (t) => {
  using repo = tempRepo({ "a.ts": "const a = 1;\n" });
  await using connection = await connect([repo.root]);
  const { tools } = await connection.client.listTools();

  await t.step("names are sorted, unique and well formed", () => {
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].sort());
    for (const name of names) assert.match(name, /^[a-z][a-z_]{0,63}$/);
  });
  for (const tool of tools) {
    await t.step(`${tool.name}: identity`, () => {
      assert(tool.description !== undefined && tool.description.length <= 140);
      assert.deepEqual(tool.annotations, {
        title: tool.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: tool.name !== "workspace",
        openWorldHint: false,
      });
      if (tool.name === "impact_bundle") {
        assert.match(tool.description, /exactly one of target or symbol/);
      }
      if (PAGED.includes(tool.name)) assert.match(tool.description, /completeness.*continuation/);
    });
    await t.step(`${tool.name}: input`, () => {
      const schema = toJsonObject(tool.inputSchema);
      lint(schema);
      assert.equal(schema["additionalProperties"], false);
    });
    if (tool.outputSchema === undefined) continue;
    await t.step(`${tool.name}: output`, () => {
      const schema = toJsonObject(tool.outputSchema);
      lint(schema);
      assert.notEqual(schema["additionalProperties"], false);
    });
  }
  await t.step("tools that can answer with text publish no output schema", () => {
    const without = tools.filter(({ outputSchema }) => outputSchema === undefined);
    assert.deepEqual(without.map(({ name }) => name), ["explore", "read_file", "read_match"]);
  });
  await t.step("the surface is the accepted one", () => {
    assertGolden(
      "tools.json",
      tools.map(({ name, inputSchema }) => ({
        name,
        required: inputSchema.required ?? [],
        fields: Object.keys(inputSchema.properties ?? {}).join(" "),
      })),
    );
  });
});

function lint(schema: JsonObject): void {
  assert.equal(schema["type"], "object");
  for (const word of BANNED_AT_ROOT) assert(!(word in schema), word);
  new Ajv2020({ strict: true }).compile(schema);
  visit(schema, "");
}

function visit(value: Json | undefined, at: string): void {
  if (Array.isArray(value)) return value.forEach((item, index) => visit(item, `${at}/${index}`));
  if (!isJsonObject(value)) return;
  for (const word of BANNED) assert(!(word in value), `${at}/${word}`);
  const { properties } = value;
  if (isJsonObject(properties)) {
    for (const [name, property] of Object.entries(properties)) describe(property, `${at}/${name}`);
  }
  for (const [key, member] of Object.entries(value)) visit(member, `${at}/${key}`);
}

function describe(property: Json | undefined, at: string): void {
  assert(isJsonObject(property), `${at} is a boolean schema`);
  const { description } = property;
  assert(typeof description === "string" && description !== "", `${at} has no description`);
  assert(description.length <= 180, `${at}: ${description.length} characters`);
}
