/** Schemas that no host drops, and answers that keep to them (cases.md §7; more words are banned in test/tools). */
import assert from "node:assert/strict";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { checkAnswer } from "../envelope/invariants.ts";
import { connect } from "../support/client.ts";
import { object } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

/** Keywords whose value is a schema, or several. */
const SUBSCHEMAS = ["items", "contains", "not", "if", "then", "else", "propertyNames"];
const SUBSCHEMA_MAPS = ["properties", "patternProperties", "dependentSchemas"];

Deno.test("no schema hides a tool (cases.md 7.1)", async (t) => {
  using repo = tempRepo({ "a.ts": "" });
  await using connection = await connect([repo.root]);
  const { tools } = await connection.client.listTools();
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const [side, schema] of [["input", inputSchema], ["output", outputSchema]] as const) {
      if (schema === undefined) continue;
      await t.step(`${name}: ${side}`, () => {
        const root = toJsonObject(schema);
        assert.equal(root["type"], "object");
        for (const word of ["oneOf", "anyOf", "allOf"]) assert.equal(root[word], undefined, word);
        checkSubschemas(root, "");
      });
    }
  }
});

/** No boolean stands where a schema is expected, and nothing is referred to. */
function checkSubschemas(schema: JsonObject, at: string): void {
  assert.equal(schema["$ref"], undefined, at);
  for (const key of SUBSCHEMAS) {
    const inner = schema[key];
    if (inner === undefined) continue;
    assert(isJsonObject(inner), `${at}/${key} is no schema`);
    checkSubschemas(inner, `${at}/${key}`);
  }
  for (const key of SUBSCHEMA_MAPS) {
    const inner = schema[key] ?? {};
    assert(isJsonObject(inner), `${at}/${key} is no map`);
    for (const [name, member] of Object.entries(inner)) {
      assert(isJsonObject(member), `${at}/${key}/${name} is no schema`);
      checkSubschemas(member, `${at}/${key}/${name}`);
    }
  }
}

const probes = (query: string): Json => [
  { id: "s", kind: "symbol", query },
  { id: "t", kind: "text", query },
];
const structural = (name: string): string => `((identifier) @id (#eq? @id "${name}"))`;

/** Requests with rows and without, with optional parts and without. */
const REQUESTS: readonly (readonly [tool: string, args: JsonObject])[] = [
  ["workspace", {}],
  ["list_files", {}],
  ["list_files", { limit: 1 }],
  ["list_files", { glob: "*.nothing" }],
  ["search_text", { query: "parse" }],
  ["search_text", { query: "parse", limit: 1, include_context_efficiency: true }],
  ["search_text", { query: "parse", count_only: true }],
  ["search_text", { query: "parse", files_with_matches: true }],
  ["search_text", { query: "nowhere|here" }],
  ["search_symbol", { query: "parse" }],
  ["search_symbol", { query: "nobody" }],
  ["search_hybrid", { query: "parse text", include_context_efficiency: true }],
  ["search_hybrid", { query: "zzzz" }],
  ["search_batch", { probes: probes("parse") }],
  ["search_batch", { probes: probes("nobody"), merge: "rank_by_probe_hit_strength" }],
  ["search_structural", { query: structural("parse"), include_follow_up_structural: true }],
  ["search_structural", { query: structural("parse"), result_mode: "captures" }],
  ["search_structural", { query: structural("nobody") }],
  ["inspect_syntax_tree", { path: "src/a.ts" }],
  [
    "inspect_syntax_tree",
    { path: "src/a.ts", line: 1, column: 8, include_follow_up_structural: true },
  ],
  ["document_symbols", { path: "src/a.ts", top_level_only: false }],
  ["document_symbols", { path: "empty.ts" }],
  ["read_file", { path: "src/a.ts", presentation_mode: "json", include_context_efficiency: true }],
  ["read_file", { path: "empty.ts" }],
  ["playbook_run", {
    playbook: {
      playbook_id: "p",
      steps: [{ step_id: "a", tool_name: "search_text", params: { query: "parse" } }],
    },
  }],
];

Deno.test("every answer keeps to its schema (cases.md 7.2)", async (t) => {
  using repo = tempRepo({
    "src/a.ts": "export function parse(text: string): number {\n  return parse(text);\n}\n",
    "empty.ts": "",
  });
  await using connection = await connect([repo.root]);
  for (const [tool, args] of REQUESTS) {
    const schema = connection.app.surface.find(tool)?.inputSchema ?? {};
    const hasMode = object(schema, "properties")["response_mode"] !== undefined;
    for (const mode of hasMode ? ["compact", "full"] : [undefined]) {
      const request = mode === undefined ? args : { ...args, response_mode: mode };
      await t.step(`${tool} ${JSON.stringify(request).slice(0, 100)}`, async () => {
        // `settle()` validates, and fails for a tool with a schema that answers without structure.
        const settled = await connection.settle(tool, request);
        assert.notEqual(settled.kind, "refusal", JSON.stringify(settled));
        if (settled.kind === "answer") checkAnswer(tool, settled.answer);
      });
    }
  }
});
