import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/a.ts": "export function parse(text: string): number {\n  return read(text);\n}\n",
  "src/b.ts": "function read(é: string) { parse(é); parse(1); }\n",
  "src/c.tsx": "export const Page = () => <main>hi</main>;\n",
  "tools/d.py": "def parse(text):\n    return read(text)\n",
  "notes.md": "# Notes\n",
  "Main.kt": "class Main\n",
};
const CALLS = "(call_expression function: (identifier) @name) @match";

Deno.test("search_structural finds what a query names", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const find = (args: JsonObject): Promise<JsonObject> =>
    connection.call("search_structural", args);

  await t.step("one row a match, at @match, in order of place", async () => {
    const answer = await find({ query: CALLS });
    assert.deepEqual(
      list(answer, "matches").map((row) =>
        pick(row, "path", "line", "column", "end_line", "end_column", "anchor_selection")
      ),
      [
        ["src/a.ts", 2, 10, 2, 20, "match_capture"],
        ["src/b.ts", 1, 29, 1, 38, "match_capture"],
        ["src/b.ts", 1, 40, 1, 48, "match_capture"],
      ],
    );
    assert.deepEqual(object(answer, "completeness"), {
      unit: "structural_match",
      returned: 3,
      total: 3,
      complete: true,
      truncated: false,
    });
    assert.deepEqual(
      pick(
        object(answer, "metadata"),
        "language",
        "files_scanned",
        "files_matched",
        "capture_rows_total",
        "grouped_rows_total",
      ),
      ["typescript_tsx", 3, 2, 6, 3],
    );
    const [first] = list(answer, "matches");
    assert.deepEqual(list(first ?? {}, "captures").map((each) => pick(each, "name", "excerpt")), [
      ["match", "read(text)"],
      ["name", "read"],
    ]);
    assert.equal(first?.["excerpt"], "  return read(text);");
  });

  await t.step("one row a capture", async () => {
    const answer = await find({ query: CALLS, result_mode: "captures", path_regex: "^src/a" });
    assert.deepEqual(
      list(answer, "matches").map((row) =>
        pick(row, "anchor_capture_name", "anchor_selection", "column", "end_column")
      ),
      [["name", "capture_row", 10, 14], ["match", "capture_row", 10, 20]],
    );
  });

  for (
    const [query, args, want] of [
      [CALLS, { primary_capture: "name" }, ["name", "primary_capture"]],
      ["(call_expression (identifier) @name) @_call", {}, ["name", "first_useful_named_capture"]],
      ['(call_expression (arguments "(" @_open))', {}, ["_open", "first_capture"]],
      [
        "[(call_expression) @call (identifier) @match]",
        { primary_capture: "call" },
        ["match", "match_capture"],
      ],
    ] as const
  ) {
    await t.step(`a row of ${query} stands at @${want[0]}`, async () => {
      const answer = await find({ query, path_regex: "^src/a", ...args });
      const [row] = list(answer, "matches");
      assert.deepEqual(pick(row ?? {}, "anchor_capture_name", "anchor_selection"), want);
    });
  }

  await t.step("a query serves every language that has its node types", async () => {
    const answer = await find({ query: "(identifier) @id", path_regex: "(b.ts|d.py)$" });
    assert.equal(object(answer, "metadata")["language"], "mixed");
    const paths = new Set(list(answer, "matches").map((row) => row["path"]));
    assert.deepEqual([...paths], ["src/b.ts", "tools/d.py"]);
    const jsx = await find({ query: "(jsx_element) @match" });
    assert.deepEqual(list(jsx, "matches").map((row) => pick(row, "path", "line")), [
      ["src/c.tsx", 1],
    ]);
  });

  await t.step("a language is meant by id or alias", async () => {
    const answer = await find({ query: "(call) @match", language: "py" });
    assert.deepEqual(list(answer, "matches").map((row) => pick(row, "path", "line", "column")), [
      ["tools/d.py", 2, 12],
    ]);
  });

  for (
    const [name, args] of [
      ["files in scope are of other languages", { query: CALLS, path_regex: "\\.py$" }],
      ["the language has no grammar", { query: CALLS, language: "kotlin" }],
      ["no file in scope has a grammar", { query: CALLS, path_regex: "\\.md$" }],
    ] as const
  ) {
    await t.step(`says that no language can serve the query: ${name}`, async () => {
      const answer = await find(args);
      assert.deepEqual(object(answer, "completeness"), {
        unit: "structural_match",
        returned: 0,
        complete: false,
        truncated: false,
        incomplete_reasons: ["backend_semantics_unsupported"],
      });
      assert.equal(answer["error_code"], "QUERY_MISS");
    });
  }

  await t.step("proves zero", async () => {
    const answer = await find({ query: '((identifier) @x (#eq? @x "nobody"))' });
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [0, true]);
    assert.equal(answer["error_code"], "ZERO_HIT");
  });

  await t.step("follow-up requests can be sent as they are", async () => {
    const answer = await find({
      query: CALLS,
      path_regex: "^src/a",
      include_follow_up_structural: true,
    });
    const [row] = list(answer, "matches");
    const items = list(row ?? {}, "follow_up_structural");
    assert.deepEqual(items.map((item) => pick(item, "strategy", "confidence")), [
      ["focus_named_node_file_scoped", "high"],
      ["focus_named_node_repo_scoped", "medium"],
      ["ancestor_named_node_repo_scoped", "medium"],
    ]);
    for (const item of items) {
      const again = await find(object(item, "params"));
      assert(list(again, "matches").length > 0, text(object(item, "params"), "query"));
    }
  });
});

Deno.test("search_structural applies predicates as they are written", async (t) => {
  using repo = tempRepo({ "a.js": 'one(two, "three"); four(); five();\n// Caf\u00e9\n// x\n' });
  await using connection = await connect([repo.root]);
  const cases = [
    { predicate: '(#eq? @n "four")', want: ["four"] },
    { predicate: '(#not-eq? @n "four")', want: ["one", "five"] },
    { predicate: '(#any-eq? @n "one")', want: ["one"] },
    { predicate: '(#match? @n "^fo")', want: ["four"] },
    { predicate: '(#match? @n "(?i)^FO")', want: ["four"] },
    { predicate: '(#match? @n "^[a-z]*$")', want: ["one", "four", "five"] },
    { predicate: '(#not-match? @n "o")', want: ["five"] },
    { predicate: '(#any-of? @n "one" "five")', want: ["one", "five"] },
    { predicate: '(#not-any-of? @n "one" "five")', want: ["four"] },
    { predicate: '(#set! kind "call")', want: ["one", "four", "five"] },
    { predicate: '(#eq? @n "one") (#match? @n "^o")', want: ["one"] },
    { predicate: '(#eq? @n "one") (#match? @n "^x")', want: [] },
    { predicate: "(#eq? @n @n)", want: ["one", "four", "five"] },
    { predicate: '(#match? @n "^(?:[a-z]+)+[0-9]$")', want: [] },
  ];
  for (const { predicate, want } of cases) {
    await t.step(predicate, async () => {
      const query = `((call_expression function: (identifier) @n) ${predicate})`;
      const answer = await connection.call("search_structural", { query });
      const names = list(answer, "matches").map((row) => list(row, "captures")[0]?.["excerpt"]);
      assert.deepEqual(names, want);
    });
  }
});

Deno.test("search_structural refuses what tree-sitter would misread", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const many = "(identifier) @a ".repeat(33);
  const deep = `${"(_ ".repeat(65)}@a${")".repeat(65)}`;
  const cases: readonly { readonly query: string; readonly says: RegExp; readonly at?: number }[] =
    [
      { query: "(identifier) @x (", says: /bad syntax.*line 1, column 18/ },
      { query: "\n (nonsense) @x", says: /bad node name 'nonsense' \(line 2|\(line 1, column 2/ },
      { query: "(call_expression nofield: (_)) @x", says: /bad field name 'nofield'/ },
      { query: "((identifier) @x (#eq? @y 1))", says: /bad/ },
      {
        query: "((identifier) @x (#foo? @x))",
        says: /unknown predicate "#foo\?"; known: #eq\?/,
        at: 19,
      },
      { query: '((identifier) @x (#lua-match? @x "a"))', says: /unknown predicate/ },
      { query: '((identifier) @x (#match! @x "a"))', says: /unknown predicate "#match!"/ },
      { query: '((identifier) @x (#is? "local"))', says: /unknown predicate "#is\?"/ },
      { query: '(identifier) @x (#eq? @x "a")', says: /write it inside the parentheses/, at: 18 },
      {
        query: '((identifier) @x) ((number) @y (#eq? @x "a"))',
        says: /#eq\? of @x applies to nothing/,
      },
      { query: "((identifier) @x (#eq? @x))", says: /#eq\? takes 2 operands, got 1/ },
      { query: '((identifier) @x (#eq? "a" @x))', says: /takes a capture first/ },
      { query: '((identifier) @x (#eq? @x "a" "b"))', says: /takes 2 operands, got 3/ },
      { query: "((identifier) @x (#match? @x @x))", says: /takes a pattern in quotes/ },
      { query: "((identifier) @x (#any-of? @x))", says: /at least one text/ },
      { query: '((identifier) @x (#set! "a" "b" "c"))', says: /at most one value/ },
      { query: "(identifier)", says: /captures nothing/ },
      { query: "(identifier) @x (number)", says: /captures nothing/ },
      { query: "; nothing", says: /holds no pattern/ },
      { query: many, says: /33 patterns, at most 32/ },
      { query: deep, says: /nests deeper than 64/ },
      { query: "(identifier) @x ; \0 (#foo? @x)", says: /NUL/ },
    ];
  for (const { query, says, at } of cases) {
    await t.step(query.slice(0, 60), async () => {
      const refused = await connection.refused("search_structural", { query });
      assert.deepEqual([refused["error_code"], refused["field"]], ["invalid_params", "query"]);
      assert.match(text(refused, "message"), says);
      assert.match(text(refused, "correction_hint"), /inspect_syntax_tree/);
      if (at !== undefined) assert.equal(refused["query_column"], at);
    });
  }
  for (
    const [pattern, code] of [
      ["(a)\\\\1", "regex_unsupported_construct"],
      ["(?=a)", "regex_unsupported_construct"],
      ["[a", "regex_invalid_pattern"],
      ["a".repeat(600), "regex_pattern_too_long"],
    ] as const
  ) {
    await t.step(`a pattern that the dialect lacks: ${pattern.slice(0, 10)}`, async () => {
      const query = `((identifier) @x (#match? @x "${pattern}"))`;
      const refused = await connection.refused("search_structural", { query });
      assert.deepEqual([refused["field"], refused["regex_error_code"]], ["query", code]);
    });
  }
  await t.step("an unknown primary capture", async () => {
    const args = { query: CALLS, primary_capture: "nam" };
    const refused = await connection.refused("search_structural", args);
    assert.deepEqual([refused["field"], refused["captures"]], ["primary_capture", [
      "name",
      "match",
    ]]);
  });
  await t.step("a primary capture where every capture is a row", async () => {
    const args = { query: CALLS, primary_capture: "name", result_mode: "captures" };
    const refused = await connection.refused("search_structural", args);
    assert.equal(refused["field"], "primary_capture");
  });
});

Deno.test("search_structural is bounded", async (t) => {
  const call = "f(g, [1, 2], {x: 1});\n";
  using repo = tempRepo({
    "big.js": call.repeat(8_000),
    "hostile.ts": `const x = "${"x".repeat(40_000)}";\n`,
    "many.js": "f();\n".repeat(700),
    "call.py": "f(1)\n",
    "broken.go": "package p\nfunc ( {\n",
    "large.rs": `// ${"x".repeat(300_000)}\nfn a() {}\n`,
  });
  await using connection = await connect([repo.root], { maxFileBytes: 250_000 });
  const find = (args: JsonObject): Promise<JsonObject> =>
    connection.call("search_structural", args);

  await t.step("a query with 100,000 captures gives its first page", async () => {
    const answer = await find({ query: "(_) @any", path_regex: "^big", result_mode: "captures" });
    const { returned, total, continuation } = object(answer, "completeness");
    assert(typeof total === "number" && total > 80_000);
    assert(typeof returned === "number" && returned > 50 && returned <= 200);
    assert.equal(typeof continuation, "string");
    assert(list(answer, "matches").length === returned);
    const hints = object(answer, "metadata")["noisy_result_hints"];
    assert(Array.isArray(hints) && hints.length > 0 && hints.length <= 4);
  });
  await t.step("a hostile regular expression ends", async () => {
    const query = '((string) @s (#match? @s "^\\"(x+x+)+y"))';
    const answer = await find({ query, path_regex: "^hostile" });
    assert.deepEqual(list(answer, "matches"), []);
  });
  await t.step("a row with more captures than an answer can hold is clipped", async () => {
    const answer = await find({ query: "(program (_)* @n) @match", path_regex: "^many" });
    const [row] = list(answer, "matches");
    assert.equal(row?.["row_truncated"], true);
    assert(JSON.stringify(answer).length < 49_000);
    assert(list(row ?? {}, "captures").length > 100);
  });
  await t.step("a file with errors costs the proof", async () => {
    const answer = await find({ query: "(package_clause) @match" });
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], ["diagnostic_coverage"]);
    assert.equal(list(answer, "matches").length, 1);
  });
  await t.step("a file that is too large is named, if the query could be about it", async () => {
    const rust = await find({ query: "(function_item) @match" });
    assert.deepEqual(list(rust, "skipped"), [
      { path: "large.rs", reason: "too_large", limit: 250_000 },
    ]);
    const python = await find({ query: "(argument_list) @match", language: "python" });
    assert.equal(python["skipped"], undefined);
    assert.equal(object(python, "completeness")["complete"], true);
  });
});
