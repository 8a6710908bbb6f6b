import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
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
    'import { side as edge, Square } from "./shape.ts";',
    "export function total(): number {",
    "  const square = new Square();",
    "  return square.area() + edge(1) + edge(2);",
    "}",
  ].join("\n"),
  "src/twice.ts": "export function twin() {}\n",
  "src/again.ts": "export function twin() {}\n",
  "tests/shape_test.ts": [
    'import { side } from "../src/shape.ts";',
    "export function helper() { return side(1); }",
    "export function twin() {}",
  ].join("\n"),
};

/** What a bundle's sections say, in their order. */
function said(answer: JsonObject, ...members: string[]): (Json | undefined)[][] {
  return list(answer, "sections").map((section) => pick(section, ...members));
}

function places(answer: JsonObject, collection: string): (Json | undefined)[][] {
  return list(answer, collection).map((row) => pick(row, "path", "line", "column"));
}

Deno.test("impact_bundle shows what rests on a symbol", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const bundle = (args: JsonObject): Promise<JsonObject> => connection.call("impact_bundle", args);

  await t.step("the symbol, its references and its calls", async () => {
    const answer = await bundle({ symbol: "side" });
    assert.deepEqual(pick(answer, "symbol", "path_class", "error_code"), [
      "side",
      "runtime",
      "IMPACT_AFTER_SYMBOL",
    ]);
    assert.deepEqual(places(answer, "symbols"), [["src/shape.ts", 9, 8]]);
    assert.deepEqual(places(answer, "references"), [
      ["src/shape.ts", 6, 12],
      ["src/use.ts", 1, 10],
      ["src/use.ts", 1, 18],
      ["src/use.ts", 4, 26],
      ["src/use.ts", 4, 36],
      ["tests/shape_test.ts", 1, 10],
      ["tests/shape_test.ts", 2, 35],
    ]);
    assert.deepEqual(
      list(answer, "incoming_calls").map((row) => pick(row, "source_symbol", "call_line")),
      [["area", 6], ["total", 4], ["total", 4], ["helper", 2]],
    );
    assert(!("implementations" in answer) && !("implementations_completeness" in answer));
  });
  await t.step("counts, and the paths with the most rows first", async () => {
    const summary = object(await bundle({ symbol: "side" }), "summary");
    assert.deepEqual(
      pick(summary, "symbols_count", "references_count", "incoming_calls_count"),
      [1, 7, 4],
    );
    assert.deepEqual(
      pick(summary, "implementations_count", "implementations_included", "implementations_mode"),
      [0, false, undefined],
    );
    assert.deepEqual(
      list(summary, "top_paths").map((each) => pick(each, "count", "role", "path")),
      [
        [4, "reference", "src/use.ts"],
        [2, "reference", "tests/shape_test.ts"],
        [2, "incoming_call", "src/use.ts"],
        [1, "symbol", "src/shape.ts"],
        [1, "reference", "src/shape.ts"],
        [1, "incoming_call", "src/shape.ts"],
        [1, "incoming_call", "tests/shape_test.ts"],
      ],
    );
    assert.equal(summary["top_paths_truncated"], false);
  });
  await t.step("five sections, each with its own trust and envelope", async () => {
    const answer = await bundle({ symbol: "side" });
    assert.deepEqual(said(answer, "section", "execution", "rows", "trust"), [
      ["symbols", "included", 1, { kind: "resolved_target" }],
      ["references", "included", 7, { kind: "navigation", mode: "heuristic_no_precise" }],
      ["incoming_calls", "included", 4, { kind: "navigation", mode: "heuristic_no_precise" }],
      ["implementations", "omitted_by_policy", 0, {
        kind: "navigation",
        mode: "unavailable_no_precise",
      }],
      ["test_mentions", "omitted_by_policy", 0, { kind: "exact_literal_text" }],
    ]);
    const [symbols = {}, references = {}] = list(answer, "sections");
    assert.deepEqual(object(symbols, "completeness"), answer["symbols_completeness"]);
    assert.deepEqual(pick(object(symbols, "completeness"), "total", "complete"), [1, true]);
    assert.deepEqual(object(references, "completeness"), answer["references_completeness"]);
    assert.deepEqual(object(answer, "completeness"), {
      unit: "impact_section",
      returned: 5,
      total: 5,
      complete: false,
      truncated: false,
      incomplete_reasons: ["child_incomplete"],
    });
  });
  await t.step("implementations of what is there to be implemented", async () => {
    const answer = await bundle({ symbol: "Shape" });
    assert.deepEqual(
      list(answer, "implementations").map((row) => pick(row, "symbol", "relation")),
      [["Square", "implements"]],
    );
    assert.deepEqual(said(answer, "section", "execution")[3], ["implementations", "included"]);
    assert.equal(object(answer, "summary")["implementations_included"], true);
    const ids = list(answer, "next_actions").map(({ id }) => id);
    assert.deepEqual(ids, ["impact-tests", "impact-proof", "impact-file"]);
  });
  await t.step("and of anything, if asked for", async () => {
    const answer = await bundle({ symbol: "Square", include_implementations: true });
    assert.deepEqual(answer["implementations"], []);
    assert.deepEqual(said(answer, "section", "execution")[3], ["implementations", "included"]);
  });
  await t.step("mentions in tests are counted, and an action shows the same number", async () => {
    const answer = await bundle({ symbol: "side", include_test_mentions: true });
    const [mentions = {}] = list(answer, "sections").slice(4);
    assert.deepEqual(pick(mentions, "section", "rows"), ["test_mentions", 2]);
    assert.deepEqual(object(mentions, "completeness"), {
      unit: "occurrence",
      returned: 0,
      total: 2,
      complete: true,
      truncated: false,
    });
    assert.deepEqual(mentions["proof_targets"], [
      { action_id: "impact-tests", path: "tests/shape_test.ts", line: 1 },
    ]);
    const shown = await perform(connection, answer, "impact-tests");
    assert.equal(shown["total_matches"], 2);
  });
  await t.step("every action can be performed, in the order in which they stand", async () => {
    const answer = await bundle({ symbol: "side" });
    assert.deepEqual(
      list(answer, "next_actions").map((each) => pick(each, "id", "role", "order")),
      [
        ["impact-implementations", "resolve_target", 0],
        ["impact-tests", "verify_exact", 1],
        ["impact-proof", "proof_read", 2],
        ["impact-file", "inspect", 3],
      ],
    );
    const implementations = await perform(connection, answer, "impact-implementations");
    assert.deepEqual(implementations["matches"], []);
    const outline = await perform(connection, answer, "impact-file");
    assert.equal(list(outline, "symbols")[0]?.["path"], "src/use.ts");
    const proof = await perform(connection, answer, "impact-proof", { presentation_mode: "json" });
    assert.deepEqual(pick(proof, "path", "line"), ["src/shape.ts", 6]);
    assert.deepEqual(answer["proof_targets"], [
      { action_id: "impact-proof", path: "src/shape.ts", line: 6 },
      { action_id: "impact-file", path: "src/use.ts", line: 1 },
    ]);
  });
  await t.step("each collection has a handle of its own", async () => {
    const answer = await bundle({ symbol: "side" });
    const read = (handle: string, match: string): Promise<JsonObject> =>
      connection.call("read_match", {
        result_handle: text(answer, handle),
        match_id: match,
        before: 0,
        after: 0,
        presentation_mode: "json",
      });
    const lines = await Promise.all([
      read("symbols_result_handle", "symbols:m1"),
      read("references_result_handle", "nav:m2"),
      read("incoming_calls_result_handle", "nav:m4"),
    ]);
    assert.deepEqual(lines.map((row) => pick(row, "path", "line")), [
      ["src/shape.ts", 9],
      ["src/use.ts", 1],
      ["tests/shape_test.ts", 2],
    ]);
    assert.equal(answer["implementations_result_handle"], undefined);
  });
  await t.step("a row's target stands for its symbol, whatever its class", async () => {
    const found = await connection.call("search_symbol", { query: "helper", path_class: "any" });
    const [row = {}] = list(found, "matches");
    const answer = await bundle({ target: row["target_ref"] ?? {} });
    assert.deepEqual(places(answer, "symbols"), [["tests/shape_test.ts", 2, 8]]);
    assert.equal(object(answer, "target_selection")["resolution_source"], "stable_symbol");
    assert.equal(answer["scope"], undefined);
    const again = await bundle({ symbol: text(row, "stable_symbol_id") });
    assert.deepEqual(places(again, "symbols"), [["tests/shape_test.ts", 2, 8]]);
  });
  await t.step("the place of a text match leads to the symbol around it", async () => {
    const found = await connection.call("search_text", { query: "edge(1)" });
    const [row = {}] = list(found, "matches");
    const answer = await bundle({ target: row["target_ref"] ?? {} });
    assert.equal(answer["symbol"], "total");
    assert.equal(object(answer, "target_selection")["resolution_source"], "result_match");
  });
  await t.step("a batch leads here from its first row", async () => {
    const probes = [
      { id: "a", kind: "symbol", query: "side" },
      { id: "b", kind: "symbol", query: "total" },
    ];
    const answer = await connection.call("search_batch", { probes });
    const action = list(answer, "next_actions").find(({ tool }) => tool === "impact_bundle") ?? {};
    assert.equal((await bundle(object(action, "arguments")))["symbol"], "side");
  });
  await t.step("every row is a row of a collection, and cites its own source", async () => {
    const answer = await bundle({ symbol: "Shape" });
    const tool = connection.app.surface.find("impact_bundle");
    assert(tool !== undefined);
    assert.deepEqual(
      tool.rows(answer).map(({ pointer, order, rows }) => [
        pointer,
        order,
        rows.map((row) => [row.pointer, row.path, row.identity]),
      ]),
      [
        ["/symbols", "exact", [["/symbols/0", "src/shape.ts", "interface Shape"]]],
        ["/references", "exact", [["/references/0", "src/shape.ts", "reference Shape"]]],
        ["/incoming_calls", "exact", []],
        ["/implementations", "exact", [["/implementations/0", "src/shape.ts", "class Square"]]],
      ],
    );
    assert.deepEqual(
      tool.cites(answer).map(({ row, path, span }) => [row, path, span.start_line, span.end_line]),
      [
        ["/symbols/0", "src/shape.ts", 1, 3],
        ["/references/0", "src/shape.ts", 4, 4],
        ["/implementations/0", "src/shape.ts", 4, 8],
      ],
    );
    const calls = tool.cites(await bundle({ symbol: "side" }))
      .filter(({ row }) => row.startsWith("/incoming_calls/"));
    assert.deepEqual(calls.map(({ path, span }) => [path, span.start_line]), [
      ["src/shape.ts", 6],
      ["src/use.ts", 4],
      ["src/use.ts", 4],
      ["tests/shape_test.ts", 2],
    ]);
  });
  await t.step("the full mode adds diagnostics", async () => {
    const answer = await bundle({ symbol: "side", response_mode: "full" });
    assert.equal(answer["note"], JSON.stringify(object(answer, "metadata")));
    assert.equal((await bundle({ symbol: "side" }))["metadata"], undefined);
  });
});

Deno.test("impact_bundle runs nothing for a symbol that it cannot tell", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);

  await t.step("several symbols fit equally well", async () => {
    const answer = await connection.call("impact_bundle", {
      symbol: "twin",
      include_test_mentions: true,
    });
    assert.equal(answer["error_code"], "DISAMBIGUATION_REQUIRED");
    const selection = object(answer, "target_selection");
    assert.deepEqual(pick(selection, "status", "same_rank_candidate_count"), [
      "disambiguation_required",
      2,
    ]);
    assert.deepEqual(
      said(answer, "execution", "rows"),
      Array.from({ length: 5 }, () => ["not_run_target_unresolved", 0]),
    );
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], ["child_incomplete"]);
    assert.deepEqual(pick(answer, "symbols", "references", "incoming_calls", "proof_targets"), [
      [],
      [],
      [],
      [],
    ]);
    const [first = {}] = list(answer, "next_actions");
    const chosen = await connection.call("impact_bundle", object(first, "arguments"));
    assert.deepEqual(places(chosen, "symbols"), [["src/again.ts", 1, 8]]);
    assert.deepEqual(said(chosen, "execution")[4], ["included"]);
  });
  await t.step("the class leaves all of them out", async () => {
    const answer = await connection.call("impact_bundle", { symbol: "helper" });
    assert.deepEqual(pick(answer, "error_code", "zero_hit_reason", "target_selection"), [
      "ZERO_HIT_RUNTIME_SCOPE",
      "scope_excluded_all_candidates",
      undefined,
    ]);
    const [action = {}] = list(answer, "next_actions");
    assert.deepEqual(action["arguments"], { symbol: "helper", path_class: "any" });
    const found = await connection.call("impact_bundle", object(action, "arguments"));
    assert.equal(found["error_code"], "IMPACT_AFTER_SYMBOL");
  });
  await t.step("another class does so too", async () => {
    const answer = await connection.call("impact_bundle", {
      symbol: "side",
      path_class: "support",
    });
    assert.equal(answer["error_code"], "ZERO_HIT_SCOPE_TOO_TIGHT");
    assert.deepEqual(answer["scope"], { path_class: "support" });
  });
  await t.step("the class decides between symbols of one name", async () => {
    const answer = await connection.call("impact_bundle", {
      symbol: "twin",
      path_class: "support",
    });
    assert.deepEqual(places(answer, "symbols"), [["tests/shape_test.ts", 3, 8]]);
  });
});

const TARGET = {
  kind: "stable_symbol",
  repository_id: "repo-001",
  stable_symbol_id: "sym-x",
  snapshot_token: "x",
};
const MATCH = { kind: "result_match", result_handle: "x", match_id: "search:m1" };
const REFUSALS: readonly { name: string; args: JsonObject; code: string }[] = [
  { name: "nothing", args: {}, code: "MISSING_SYMBOL" },
  { name: "an empty symbol", args: { symbol: " " }, code: "MISSING_SYMBOL" },
  { name: "both", args: { symbol: "side", target: TARGET }, code: "CONFLICTING_TARGET_INPUT" },
  {
    name: "both, one empty",
    args: { symbol: "", target: TARGET },
    code: "CONFLICTING_TARGET_INPUT",
  },
  { name: "an unknown symbol", args: { symbol: "nope" }, code: "resource_not_found" },
  { name: "a place", args: { path: "src/use.ts", line: 1 }, code: "invalid_params" },
  { name: "a page", args: { symbol: "side", continuation: "x" }, code: "invalid_params" },
  {
    name: "a target of another session",
    args: { target: { ...MATCH, target_scope: "x" }, repository_id: "nobody" },
    code: "TARGET_SCOPE_MISMATCH",
  },
  {
    name: "a target of another repository, before its snapshot is looked at",
    args: { target: TARGET, repository_id: "other" },
    code: "TARGET_REPOSITORY_MISMATCH",
  },
  {
    name: "a target of no repository",
    args: { target: { ...TARGET, repository_id: "nobody" } },
    code: "REPOSITORY_NOT_FOUND",
  },
  { name: "a target of another snapshot", args: { target: TARGET }, code: "STALE_TARGET_SNAPSHOT" },
];

Deno.test("impact_bundle refuses what it cannot mean", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  for (const { name, args, code } of REFUSALS) {
    await t.step(name, async () => {
      const error = await connection.refused("impact_bundle", args);
      assert.equal(error["error_code"], code);
    });
  }
});

Deno.test("sections of a large bundle share its room", async (t) => {
  const calls = Array.from({ length: 300 }, (_, at) => `export const v${at} = () => hub(${at});`);
  using repo = tempRepo({
    "src/hub.ts": "export function hub(n: number): number {\n  return n;\n}\n",
    "src/many.ts": `import { hub } from "./hub.ts";\n${calls.join("\n")}\n`,
  });
  await using connection = await connect([repo.root]);
  const answer = await connection.call("impact_bundle", { symbol: "hub" });
  const shown = [list(answer, "references").length, list(answer, "incoming_calls").length];

  await t.step("each shows what its share holds and says that it is cut", () => {
    assert.deepEqual(pick(object(answer, "summary"), "references_count", "incoming_calls_count"), [
      301,
      300,
    ]);
    assert(shown.every((rows) => rows > 10 && rows < 100), JSON.stringify(shown));
    for (const [at, name] of ["references", "incoming_calls"].entries()) {
      assert.deepEqual(
        pick(object(answer, `${name}_completeness`), "returned", "truncation_reasons", "total"),
        [shown[at], ["page_limit"], undefined],
      );
    }
  });
  await t.step("the whole says so too, and offers no page", () => {
    const envelope = object(answer, "completeness");
    assert.deepEqual(pick(envelope, "truncation_reasons", "total", "continuation"), [
      ["child_limit"],
      5,
      undefined,
    ]);
  });
  await t.step("the answer stays within its budget and uses most of it", () => {
    const size = JSON.stringify(answer).replaceAll(
      /[a-z0-9-]+-[0-9a-f]{12}(?![0-9a-f])/g,
      "repo-001",
    );
    assert(size.length <= 48_000 && size.length > 30_000, String(size.length));
  });
  await t.step("not all rows were counted by path, which is said", () => {
    const summary = object(answer, "summary");
    assert.deepEqual(list(summary, "top_paths").map((each) => pick(each, "role", "count")), [
      ["reference", 200],
      ["incoming_call", 200],
      ["symbol", 1],
    ]);
    assert.equal(summary["top_paths_truncated"], true);
  });
});

Deno.test("a bundle about a file that changed since the index says so", async () => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  repo.write("src/use.ts", `${FILES["src/use.ts"]}\nedge(3);\n`);
  const answer = await connection.call("impact_bundle", { symbol: "side" });
  assert.deepEqual(places(answer, "references").at(-3), ["src/use.ts", 6, 1]);
  assert.deepEqual(object(answer, "index")["changed_paths_since_snapshot"], ["src/use.ts"]);
  assert.deepEqual(object(answer, "references_completeness")["incomplete_reasons"], [
    "diagnostic_coverage",
    "navigation_heuristic_coverage",
  ]);
  assert.equal(object(answer, "symbols_completeness")["complete"], true);
});

/** Does what an answer advises. */
async function perform(
  connection: Connection,
  answer: JsonObject,
  id: string,
  more: JsonObject = {},
): Promise<JsonObject> {
  const action = list(answer, "next_actions").find((each) => each["id"] === id) ?? {};
  return await connection.call(text(action, "tool"), { ...object(action, "arguments"), ...more });
}
