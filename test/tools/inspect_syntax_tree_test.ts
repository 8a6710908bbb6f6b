import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "number" ? [part] : [...new TextEncoder().encode(part)]
    ),
  );

const FILES = {
  "a.ts": "export function parse(text: string): number {\n  return read(text);\n}\n",
  "cr.js": "// one\rlet a = 1;\r",
  "bom.js": bytes(0xef, 0xbb, 0xbf, "let a = 1;\n"),
  "wide.js": "let s = 'é😀', t = 2;\n",
  "bad.js": bytes("/* ", 0xff, 0xfe, " */ let x = 1;\n"),
  "empty.ts": "",
  "block.py": "def f():\n    return 1\n\n\nx = 2\n",
  "notes.txt": "text\n",
  "big.ts": `// ${"x".repeat(2_000)}\n`,
  "utf16.ts": bytes(0xff, 0xfe, "l", 0, "e", 0, "t", 0),
  "deep.js": `${"[".repeat(40)}${"]".repeat(40)};\n`,
};

Deno.test("inspect_syntax_tree shows a node and what is around it", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root], { maxFileBytes: 1_000 });
  const inspect = (args: JsonObject): Promise<JsonObject> =>
    connection.call("inspect_syntax_tree", args);
  const focus = async (args: JsonObject): Promise<unknown[]> =>
    pick(object(await inspect(args), "focus"), "kind", "line", "column", "end_line", "end_column");

  await t.step("focus, ancestors from the nearest on, children in order", async () => {
    const answer = await inspect({ path: "a.ts", line: 2, column: 10 });
    assert.deepEqual(object(answer, "focus"), {
      kind: "identifier",
      named: true,
      path: "a.ts",
      line: 2,
      column: 10,
      end_line: 2,
      end_column: 14,
      excerpt: "read",
    });
    assert.deepEqual(list(answer, "ancestors").map(({ kind }) => kind), [
      "call_expression",
      "return_statement",
      "statement_block",
      "function_declaration",
      "export_statement",
      "program",
    ]);
    assert.deepEqual(object(answer, "ancestors_completeness"), {
      unit: "syntax_node",
      returned: 6,
      total: 6,
      complete: true,
      truncated: false,
    });
    assert.deepEqual(object(answer, "children_completeness")["total"], 0);
  });
  await t.step("the root without a place", async () => {
    const answer = await inspect({ path: "a.ts" });
    assert.deepEqual(pick(object(answer, "focus"), "kind", "excerpt_truncated"), ["program", true]);
    assert.deepEqual(list(answer, "children").map(({ kind }) => kind), ["export_statement"]);
    assert.deepEqual(list(answer, "ancestors"), []);
  });
  await t.step("bounds are stated and clamped", async () => {
    const answer = await inspect({
      path: "deep.js",
      line: 1,
      column: 30,
      max_ancestors: 0,
      max_children: 99,
    });
    const { complete, truncation_reasons, returned, total } = object(
      answer,
      "ancestors_completeness",
    );
    assert.deepEqual([complete, truncation_reasons, returned], [false, ["ancestor_limit"], 1]);
    assert(typeof total === "number" && total > 24);
    const root = await inspect({ path: "a.ts", line: 1, column: 8, max_children: 1 });
    assert.deepEqual(object(root, "children_completeness")["truncated"], false);
    const cut = await inspect({ path: "wide.js", max_children: -1 });
    assert.deepEqual(list(cut, "children").length, 1);
  });
  await t.step("lines, columns and marks are those of every tool", async () => {
    assert.deepEqual(await focus({ path: "cr.js", line: 2, column: 5 }), [
      "identifier",
      2,
      5,
      2,
      6,
    ]);
    assert.deepEqual(await focus({ path: "cr.js", line: 1, column: 1 }), ["comment", 1, 1, 1, 7]);
    assert.deepEqual(await focus({ path: "bom.js", line: 1, column: 5 }), [
      "identifier",
      1,
      5,
      1,
      6,
    ]);
    assert.deepEqual(await focus({ path: "wide.js", line: 1, column: 19 }), [
      "identifier",
      1,
      19,
      1,
      20,
    ]);
    assert.deepEqual(await focus({ path: "wide.js", line: 1, column: 13 }), [
      "string_fragment",
      1,
      10,
      1,
      16,
    ]);
    assert.deepEqual(await focus({ path: "bad.js", line: 1, column: 14 }), [
      "identifier",
      1,
      14,
      1,
      15,
    ]);
    assert.deepEqual(await focus({ path: "empty.ts", line: 1, column: 1 }), [
      "program",
      1,
      1,
      1,
      1,
    ]);
    const [kind, , , endLine] = await focus({ path: "block.py" });
    assert.deepEqual([kind, endLine], ["module", 5]);
  });
  await t.step("an excerpt has at most 120 characters, never half of one", async () => {
    using other = tempRepo({ "a.ts": `const s = "${"😀".repeat(200)}";\n` });
    await using second = await connect([other.root]);
    const answer = await second.call("inspect_syntax_tree", { path: "a.ts" });
    const excerpt = text(object(answer, "focus"), "excerpt");
    assert(excerpt.length <= 120 && excerpt.isWellFormed(), excerpt);
  });
  await t.step("a place at the end of a line is what holds the line end", async () => {
    assert.equal((await focus({ path: "a.ts", line: 1, column: 46 }))[0], "statement_block");
  });
  await t.step("follow-up requests can be sent as they are", async () => {
    const args = { path: "a.ts", line: 2, column: 14, include_follow_up_structural: true };
    const answer = await inspect(args);
    const items = list(answer, "follow_up_structural");
    assert.deepEqual(items.map((item) => object(item, "basis")), [
      { focus_kind: "arguments", raw_focus_kind: "(" },
      { focus_kind: "arguments", raw_focus_kind: "(" },
      { focus_kind: "arguments", raw_focus_kind: "(", ancestor_kind: "call_expression" },
    ]);
    for (const item of items) {
      const found = await connection.call("search_structural", object(item, "params"));
      assert(list(found, "matches").length > 0);
    }
  });
  await t.step("parse errors cost the proof", async () => {
    using other = tempRepo({ "a.ts": "function (\n" });
    await using second = await connect([other.root]);
    const answer = await second.call("inspect_syntax_tree", { path: "a.ts" });
    assert.deepEqual(object(answer, "children_completeness")["incomplete_reasons"], [
      "diagnostic_coverage",
    ]);
  });

  const refusals: readonly [string, JsonObject, string, string][] = [
    ["a line without a column", { path: "a.ts", line: 1 }, "MISSING_LINE_COLUMN", "column"],
    ["a column without a line", { path: "a.ts", column: 1 }, "MISSING_LINE_COLUMN", "line"],
    ["a line behind the end", { path: "a.ts", line: 4, column: 1 }, "invalid_params", "line"],
    ["a column behind the end", { path: "a.ts", line: 3, column: 3 }, "invalid_params", "column"],
    ["line 0", { path: "a.ts", line: 0, column: 1 }, "invalid_params", "line"],
    ["another language", { path: "notes.txt" }, "invalid_params", "path"],
    ["a large file", { path: "big.ts" }, "invalid_params", "path"],
    ["UTF-16", { path: "utf16.ts" }, "invalid_params", "path"],
  ];
  for (const [name, args, code, field] of refusals) {
    await t.step(`refuses ${name}`, async () => {
      const refused = await connection.refused("inspect_syntax_tree", args);
      assert.deepEqual([refused["error_code"], refused["field"]], [code, field]);
    });
  }
  await t.step("names what is supported", async () => {
    const refused = await connection.refused("inspect_syntax_tree", { path: "notes.txt" });
    const { supported_extensions: extensions } = refused;
    assert(Array.isArray(extensions) && extensions.includes("tsx"));
    const large = await connection.refused("inspect_syntax_tree", { path: "big.ts" });
    assert.deepEqual(pick(large, "path", "bytes", "config_max_file_bytes"), [
      "big.ts",
      2_004,
      1_000,
    ]);
  });
});
