import assert from "node:assert/strict";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/session/check.ts":
    "// Nothing here.\n\nexport function verifyToken(token: string): boolean {\n" +
    "  return token.length > 8;\n}\n",
  "src/http/login.ts": 'import { verifyToken } from "../session/check.ts";\n\n' +
    "export function login(given: string): void {\n  if (!verifyToken(given)) throw new Error();\n}\n",
  "src/é.ts": "// é the colour of a kestrel\n",
  "tests/token_test.ts": "function verifyTokenTest(): void {}\n",
  "deno.lock": '{ "kestrel": 1 }\n',
  "docs/min.js": `var kestrel=1;${"x".repeat(400)}\n`,
};

Deno.test("search_hybrid ranks files and says that it proves nothing", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);

  await t.step("a name of a symbol: the definition first, then who mentions it", async () => {
    const answer = await connection.call("search_hybrid", { query: "verifyToken" });
    const rows = list(answer, "matches").map((row) =>
      pick(row, "path", "line", "column", "end_line", "end_column").join(" ")
    );
    assert.deepEqual(rows, [
      "src/session/check.ts 3 8 5 2",
      "tests/token_test.ts 1 10 1 25",
      "src/http/login.ts 1 10 1 21",
    ]);
    const [first = {}, , second = {}] = list(answer, "matches");
    assert.deepEqual(first["anchor"], {
      kind: "symbol",
      start_line: 3,
      start_column: 8,
      end_line: 5,
      end_column: 2,
      detail: "function verifyToken",
    });
    assert.deepEqual(first["rank_reasons"], ["exact_symbol_match", "exact_text_match"]);
    assert.deepEqual(second["graph_sources"], ["mentions verifyToken"]);
    assert.equal(second["graph_mode"], "heuristic_symbol_graph");
    assert.equal(answer["best_pivot_path"], "src/session/check.ts");
    assert.equal(answer["latency_class"], "cold");
    assert.equal(answer["metadata"], undefined);
  });
  await t.step("never complete, no total, no continuation", async () => {
    const answer = await connection.call("search_hybrid", { query: "token", language: "ts" });
    assert.deepEqual(object(answer, "completeness"), {
      unit: "occurrence",
      returned: 3,
      complete: false,
      truncated: false,
      incomplete_reasons: ["ranked_discovery"],
    });
    const cut = await connection.call("search_hybrid", {
      query: "token",
      language: "typescript",
      limit: 1,
    });
    assert.deepEqual(object(cut, "completeness"), {
      unit: "occurrence",
      returned: 1,
      complete: false,
      truncated: true,
      truncation_reasons: ["top_k_limit"],
      incomplete_reasons: ["ranked_discovery"],
    });
  });
  await t.step("content that is not ranked shows as a gap where the scope selects it", async () => {
    const answer = await connection.call("search_hybrid", { query: "kestrel" });
    assert.deepEqual(list(answer, "matches").map((row) => pick(row, "path", "line", "column")), [
      ["src/é.ts", 1, 23],
    ]);
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], [
      "diagnostic_coverage",
      "ranked_discovery",
    ]);
  });
  await t.step("rows can be proved", async () => {
    const answer = await connection.call("search_hybrid", { query: "verifyToken", limit: 1 });
    const [row = {}] = list(answer, "matches");
    assert.equal(answer["handle_scope"], "hybrid");
    const [text] = await connection.text("read_match", {
      result_handle: answer["result_handle"] ?? "",
      match_id: row["match_id"] ?? "",
      before: 0,
      after: 0,
    });
    assert.equal(text, "export function verifyToken(token: string): boolean {\n");
  });
  await t.step("advice leads to exact tools", async () => {
    const answer = await connection.call("search_hybrid", { query: "where is verifyToken" });
    assert.equal(answer["error_code"], "HYBRID_DISCOVERY_PIVOT");
    const actions = list(answer, "next_actions").map((action) => pick(action, "tool", "role"));
    assert.deepEqual(actions, [
      ["search_symbol", "verify_exact"],
      ["search_text", "verify_exact"],
      ["read_file", "proof_read"],
    ]);
    assert.match(String(answer["ranking_note"]), /^Ranked discovery: .* by heuristics\.$/);
  });
  await t.step("full mode tells what each channel did", async () => {
    const answer = await connection.call("search_hybrid", {
      query: "verifyToken",
      response_mode: "full",
      semantic: true,
    });
    assert.deepEqual(answer["metadata"], {
      channels: {
        lexical_manifest: { status: "ok", candidate_count: 3, match_count: 3 },
        path_surface_witness: { status: "ok", candidate_count: 1, match_count: 1 },
        graph_precise: { status: "ok", candidate_count: 2, match_count: 3 },
        semantic: { status: "unavailable", candidate_count: 0, match_count: 0 },
      },
      query_shape: "code_shaped",
      lexical_backend: "native",
      diagnostics_count: 0,
      semantic_status: "unavailable",
    });
  });
  await t.step("nothing found is a result", async () => {
    const answer = await connection.call("search_hybrid", { query: "zyxwvut" });
    assert.deepEqual(answer["matches"], []);
    assert.equal(answer["error_code"], "QUERY_MISS");
    assert.equal(answer["latency_class"], "warm");
    assert.equal(answer["result_handle"], undefined);
  });
});

Deno.test("search_hybrid gives places in the bytes on disk now", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  await t.step("a file that changed keeps its row, and its place moves", async () => {
    repo.write("src/session/check.ts", `\n\n\n${FILES["src/session/check.ts"]}`);
    const answer = await connection.call("search_hybrid", { query: "verifyToken", limit: 1 });
    const [row = {}] = list(answer, "matches");
    assert.deepEqual(pick(row, "path", "line", "end_line"), ["src/session/check.ts", 6, 8]);
    assert.deepEqual(object(answer, "index")["changed_paths_since_snapshot"], [
      "src/session/check.ts",
    ]);
    assert(list(answer, "matches").length === 1);
  });
  await t.step("a file that lost the words, or is gone, loses its row", async () => {
    repo.write("src/session/check.ts", "// all gone\n");
    repo.remove("src/http/login.ts");
    const answer = await connection.call("search_hybrid", { query: "verifyToken" });
    assert.deepEqual(list(answer, "matches").map((row) => row["path"]), ["tests/token_test.ts"]);
    assert.deepEqual(object(answer, "completeness")["incomplete_reasons"], [
      "diagnostic_coverage",
      "ranked_discovery",
    ]);
  });
});

Deno.test("search_hybrid refuses weights that say nothing", async (t) => {
  using repo = tempRepo({ "a.ts": "const a = 1;\n" });
  await using connection = await connect([repo.root]);
  const rows = [
    { name: "all 0", weights: { lexical: 0, graph: 0, semantic: 0 }, field: "weights" },
    { name: "negative", weights: { graph: -1 }, field: "weights.graph" },
    { name: "unknown", weights: { path: 1 }, field: "weights.path" },
  ];
  for (const { name, weights, field } of rows) {
    await t.step(name, async () => {
      const error = await connection.refused("search_hybrid", { query: "a", weights });
      assert.deepEqual(pick(error, "error_code", "field"), ["invalid_params", field]);
    });
  }
  await t.step("a language nobody knows", async () => {
    const error = await connection.refused("search_hybrid", { query: "a", language: "klingon" });
    assert.equal(error["error_code"], "invalid_params");
  });
});
