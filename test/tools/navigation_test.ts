import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/shape.ts": [
    "export interface Shape {",
    "  area(): number;",
    "}",
    "export class Square implements Shape {",
    "  area(): number {",
    "    return side(2);",
    "  }",
    "}",
    "export function side(n: number): number {",
    "  return n;",
    "}",
  ].join("\n"),
  "src/use.ts": [
    'import { Square, side as edge } from "./shape.ts";',
    "// nothing is named here",
    "export function total(): number {",
    "  const square = new Square();",
    "  return square.area() + edge(1) + Math.random();",
    "}",
    "export function side(): void {}",
  ].join("\n"),
};
const QUALIFIED = { symbol: "Square.area" };

Deno.test("navigation tools answer what they claim and no more", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const places = (answer: Parameters<typeof list>[0]): unknown[][] =>
    list(answer, "matches").map((row) => pick(row, "path", "line", "column", "precision"));

  await t.step("a definition through the type of a variable", async () => {
    const answer = await connection.call("go_to_definition", {
      path: "src/use.ts",
      line: 5,
      column: 17,
    });
    assert.deepEqual(places(answer), [["src/shape.ts", 5, 3, "heuristic_type"]]);
    assert.equal(answer["mode"], "heuristic_no_precise");
    assert.deepEqual(object(answer, "completeness"), {
      unit: "definition",
      returned: 1,
      complete: false,
      truncated: false,
      incomplete_reasons: ["navigation_heuristic_coverage"],
    });
    assert.equal(answer["ambiguous_location"], undefined);
  });
  await t.step("an alias is followed, and references come with what they refer to", async () => {
    const { stable_symbol_id: id = "" } = await firstCandidate("src/shape.ts");
    const answer = await connection.call("find_references", { symbol: id });
    assert.deepEqual(
      list(answer, "matches").map((row) => pick(row, "match_kind", "path", "line", "column")),
      [
        ["definition", "src/shape.ts", 9, 8],
        ["reference", "src/shape.ts", 6, 12],
        ["reference", "src/use.ts", 1, 18],
        ["reference", "src/use.ts", 1, 26],
        ["reference", "src/use.ts", 5, 26],
      ],
    );
    assert.equal(answer["total_matches"], 5);
  });
  await t.step("without its definition, page by page", async () => {
    const { stable_symbol_id: id = "" } = await firstCandidate("src/shape.ts");
    const args = { symbol: id, include_definition: false, limit: 3 };
    const first = await connection.call("find_references", args);
    const { continuation } = object(first, "completeness");
    const second = await connection.call("find_references", {
      ...args,
      continuation: continuation ?? "",
    });
    assert.equal(list(first, "matches").length, 3);
    assert.deepEqual(places(second), [["src/use.ts", 5, 26, "heuristic_scope"]]);
    assert.equal(object(second, "completeness")["complete"], false);
  });
  await t.step("several symbols of one name are told, not chosen from", async () => {
    const answer = await connection.call("find_references", { symbol: "side" });
    assert.deepEqual(answer["matches"], []);
    assert.equal(answer["mode"], "unavailable_no_precise");
    assert.equal(answer["error_code"], "DISAMBIGUATION_REQUIRED");
    const selection = object(answer, "target_selection");
    assert.equal(selection["status"], "disambiguation_required");
    assert.equal(selection["same_rank_candidate_count"], 2);
    assert.equal(list(answer, "next_actions").length, 2);
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], [
      "navigation_unavailable",
    ]);
  });
  await t.step("a place without a name takes the symbol before it and says so", async () => {
    const answer = await connection.call("go_to_definition", {
      path: "src/use.ts",
      line: 4,
      column: 1,
    });
    assert.deepEqual(places(answer), [["src/use.ts", 3, 8, "heuristic_scope"]]);
    assert.equal(answer["ambiguous_location"], true);
    assert.match(String(answer["location_warning"]), /took function "total" of line 3/);
  });
  await t.step("what is declared elsewhere has no definition here", async () => {
    const answer = await connection.call("go_to_definition", {
      path: "src/use.ts",
      line: 5,
      column: 41,
    });
    assert.deepEqual(answer["matches"], []);
    assert.equal(answer["error_code"], "EMPTY_GO_TO_DEFINITION");
    assert.equal(answer["result_handle"], undefined);
  });
  await t.step("declarations of a method are the signatures above it", async () => {
    const answer = await connection.call("find_declarations", QUALIFIED);
    assert.deepEqual(places(answer), [["src/shape.ts", 2, 3, "heuristic_type"]]);
  });
  await t.step("implementations name their relation", async () => {
    const answer = await connection.call("find_implementations", { symbol: "Shape" });
    assert.deepEqual(list(answer, "matches").map((row) => pick(row, "symbol", "relation")), [
      ["Square", "implements"],
    ]);
  });
  await t.step("a call stands at the caller and cites the call", async () => {
    const answer = await connection.call("incoming_calls", QUALIFIED);
    assert.deepEqual(
      list(answer, "matches").map((row) =>
        pick(row, "source_symbol", "target_symbol", "line", "call_path", "call_line", "call_column")
      ),
      [["total", "area", 3, "src/use.ts", 5, 17]],
    );
    assert.equal(object(answer, "availability")["status"], "heuristic");
  });
  await t.step("outgoing calls are provisional", async () => {
    const answer = await connection.call("outgoing_calls", { symbol: "total" });
    assert.deepEqual(
      list(answer, "matches").map((row) => row["target_symbol"]).sort(),
      ["Square", "area", "side"],
    );
    assert.equal(answer["trust"], "provisional");
  });
  await t.step("a row's target leads to its symbol", async () => {
    const found = await connection.call("outgoing_calls", { symbol: "total" });
    const row = list(found, "matches").find((each) => each["target_symbol"] === "area") ?? {};
    const answer = await connection.call("go_to_definition", { target: row["target_ref"] ?? {} });
    assert.deepEqual(places(answer), [["src/shape.ts", 5, 3, "heuristic_scope"]]);
    assert.equal(object(answer, "target_selection")["resolution_source"], "stable_symbol");
  });
  await t.step("the place of a text match leads to the symbol around it", async () => {
    const found = await connection.call("search_text", { query: "edge(1)" });
    const [row = {}] = list(found, "matches");
    const answer = await connection.call("go_to_definition", { target: row["target_ref"] ?? {} });
    assert.deepEqual(places(answer), [["src/use.ts", 3, 8, "heuristic_scope"]]);
    assert.equal(object(answer, "target_selection")["resolution_source"], "result_match");
  });
  await t.step("the full mode tells why nothing is precise", async () => {
    const answer = await connection.call("go_to_definition", {
      ...QUALIFIED,
      response_mode: "full",
    });
    const metadata = object(answer, "metadata");
    assert.equal(metadata["heuristic"], true);
    assert.equal(metadata["precise_absence_reason"], "no_scip_artifacts_discovered");
    assert.equal(answer["note"], JSON.stringify(metadata));
  });

  await t.step("rows come with searches for their like, if asked for", async () => {
    const cases = [
      { tool: "go_to_definition", args: QUALIFIED, query: "(method_definition) @match", line: 5 },
      { tool: "incoming_calls", args: QUALIFIED, query: "(function_declaration) @match", line: 3 },
      {
        tool: "find_references",
        args: { symbol: "Square", include_definition: false },
        query: "(identifier) @match",
        line: 1,
      },
    ];
    for (const { tool, args, query, line } of cases) {
      assert(!JSON.stringify(await connection.call(tool, args)).includes("follow_up_structural"));
      const answer = await connection.call(tool, { ...args, include_follow_up_structural: true });
      const [row = {}] = list(answer, "matches");
      const [inFile = {}] = list(row, "follow_up_structural");
      assert.deepEqual(pick(inFile, "strategy", "confidence"), [
        "focus_named_node_file_scoped",
        "high",
      ]);
      const params = object(inFile, "params");
      assert.equal(params["query"], query);
      const found = await connection.call("search_structural", params);
      const lines = list(found, "matches").map((match) => match["line"]);
      assert(row["line"] === line && lines.includes(line), `${tool}: ${JSON.stringify(lines)}`);
    }
  });
  await t.step("every row of every file has them", async () => {
    const answer = await connection.call("find_references", {
      symbol: "Square",
      include_follow_up_structural: true,
    });
    const rows = list(answer, "matches");
    assert.deepEqual(
      rows.map((row) => [row["path"], list(row, "follow_up_structural").length]),
      [["src/shape.ts", 3], ["src/use.ts", 3], ["src/use.ts", 3]],
    );
  });

  async function firstCandidate(path: string): Promise<JsonObject> {
    const answer = await connection.call("find_references", { symbol: "side" });
    const candidates = list(object(answer, "target_selection"), "candidates");
    return candidates.find((each) => each["path"] === path) ?? {};
  }
});

const REFUSALS = [
  { name: "nothing to ask about", args: {}, code: "invalid_params" },
  { name: "a path without a line", args: { path: "src/use.ts" }, code: "invalid_params" },
  { name: "line 0", args: { path: "src/use.ts", line: 0 }, code: "invalid_params" },
  { name: "column 0", args: { path: "src/use.ts", line: 1, column: 0 }, code: "invalid_params" },
  { name: "limit 0", args: { symbol: "total", limit: 0 }, code: "invalid_params" },
  { name: "an unknown symbol", args: { symbol: "nope" }, code: "resource_not_found" },
  {
    name: "a file that is not there",
    args: { path: "src/none.ts", line: 1 },
    code: "resource_not_found",
  },
  {
    name: "a line behind the end",
    args: { path: "src/use.ts", line: 99 },
    code: "resource_not_found",
  },
  {
    name: "a target beside a symbol",
    args: {
      symbol: "total",
      target: {
        kind: "stable_symbol",
        repository_id: "a",
        stable_symbol_id: "b",
        snapshot_token: "c",
      },
    },
    code: "CONFLICTING_TARGET_INPUT",
  },
  {
    name: "a target of another snapshot",
    args: {
      target: {
        kind: "stable_symbol",
        repository_id: "repo-001",
        stable_symbol_id: "b",
        snapshot_token: "c",
      },
    },
    code: "STALE_TARGET_SNAPSHOT",
  },
];

Deno.test("navigation tools refuse what they cannot mean", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  for (const tool of ["find_references", "go_to_definition", "outgoing_calls"]) {
    for (const { name, args, code } of REFUSALS) {
      await t.step(`${tool}: ${name}`, async () => {
        const error = await connection.refused(tool, args);
        assert.equal(error["error_code"], code);
      });
    }
  }
});

Deno.test("a row that no single symbol holds is no target", async (t) => {
  using repo = tempRepo({
    "README.md": "# The needle\n",
    "src/bare.ts": "// a needle outside of all symbols\n",
    "src/long.ts": `export function long() { return "needle"; }\n//${"x".repeat(500)}\n`,
  });
  await using connection = await connect([repo.root], { maxFileBytes: 500 });
  const rows = list(await connection.call("search_text", { query: "needle" }), "matches");
  assert.equal(rows.length, 3);
  for (const row of rows) {
    for (const tool of ["find_references", "incoming_calls", "impact_bundle"]) {
      await t.step(`${tool}: in ${row["path"]}`, async () => {
        const error = await connection.refused(tool, { target: object(row, "target_ref") });
        assert.deepEqual(
          pick(error, "error_code", "retryable", "related_tools", "next_actions", "suggested_next"),
          ["TARGET_ANCHOR_INSUFFICIENT", false, ["search_symbol", "search_text"], [], []],
        );
        assert.notEqual(error["correction_hint"], undefined);
      });
    }
  }
});

Deno.test("a very long name leaves room for its rows", async (t) => {
  const name = "n".repeat(60_000);
  using repo = tempRepo({
    "src/long.ts": `export function ${name}() {}\nexport function caller() { ${name}(); }\n`,
  });
  await using connection = await connect([repo.root]);
  for (const tool of ["go_to_definition", "find_references"]) {
    await t.step(tool, async () => {
      const at = { path: "src/long.ts", line: 2, column: 40 };
      const answer = await connection.call(tool, at);
      const [row = {}] = list(answer, "matches");
      assert.match(String(row["symbol"]), /^n{250}/);
      assert.match(String(object(answer, "target_selection")["symbol_query"]), /^n{250,}…?$/);
      assert(JSON.stringify(answer).length <= 48_000);
    });
  }
});

Deno.test("navigation reads files up to four times the size that is indexed", async (t) => {
  const use = (bytes: number): string =>
    `import { hub } from "./hub.ts";\nexport function caller() { hub(); }\n//${
      "x".repeat(bytes - 70)
    }\n`;
  using repo = tempRepo({
    "src/hub.ts": "export function hub() {}\n",
    "src/three.ts": use(1_500),
    "src/five.ts": use(2_500),
  });
  await using connection = await connect([repo.root], { maxFileBytes: 500 });
  const answer = await connection.call("incoming_calls", { symbol: "hub" });

  await t.step("with rows that have no id there, because no index has their symbols", async () => {
    const [row = {}, ...others] = list(answer, "matches");
    assert.equal(others.length, 0);
    assert.deepEqual(pick(row, "path", "source_symbol", "source_stable_symbol_id"), [
      "src/three.ts",
      "caller",
      undefined,
    ]);
    assert.equal(object(row, "target_ref")["kind"], "result_match");
    const at = { path: "src/three.ts", line: 2, column: 17 };
    const selection = object(await connection.call("go_to_definition", at), "target_selection");
    assert.equal(selection["status"], "resolved");
    assert(!("selected_stable_symbol_id" in selection));
  });
  await t.step("a larger one is named with the bound in force", () => {
    assert.deepEqual(answer["skipped"], [
      { path: "src/five.ts", reason: "too_large", limit: 2_000 },
    ]);
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], [
      "diagnostic_coverage",
      "navigation_heuristic_coverage",
    ]);
  });
});

Deno.test("what implements by its methods alone is said to be known by name", async () => {
  using repo = tempRepo({
    "go.mod": "module example.com/a\n",
    "a.go": [
      "package a",
      "type Shape interface { Area() int }",
      "type Disc struct{}",
      "func (d Disc) Area() int { return 1 }",
    ].join("\n"),
  });
  await using connection = await connect([repo.root]);
  const answer = await connection.call("find_implementations", { symbol: "Shape" });
  assert.deepEqual(
    list(answer, "matches").map((row) =>
      pick(row, "symbol", "relation", "precision", "fallback_reason")
    ),
    [["Disc", "implements", "heuristic_name", "name_only"]],
  );
});
