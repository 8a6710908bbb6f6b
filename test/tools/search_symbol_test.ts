import assert from "node:assert/strict";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/parse.ts": "export function parse(): void {}\nexport function parseAll(): void {}\n",
  "tests/parse_test.ts": "function parseTest(): void {}\n",
  "big.ts": `// ${"x".repeat(3_000)}\nexport function bigFn(): void {}\n`,
};

Deno.test("search_symbol finds definitions by name", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);

  await t.step("runtime files by default, exact before prefix", async () => {
    const answer = await connection.call("search_symbol", { query: "parse" });
    assert.deepEqual(
      list(answer, "matches").map((row) =>
        pick(row, "symbol", "kind", "path", "line", "path_class")
      ),
      [
        ["parse", "function", "src/parse.ts", 1, "runtime"],
        ["parseAll", "function", "src/parse.ts", 2, "runtime"],
      ],
    );
    assert.deepEqual(object(answer, "completeness"), {
      unit: "symbol",
      returned: 2,
      total: 2,
      complete: true,
      truncated: false,
    });
    assert.deepEqual(answer["scope"], { path_class: "runtime" });
    assert.equal(answer["latency_class"], "hot");
  });
  await t.step("any class, runtime first", async () => {
    const answer = await connection.call("search_symbol", { query: "parse", path_class: "any" });
    assert.deepEqual(list(answer, "matches").map((row) => row["symbol"]), [
      "parse",
      "parseAll",
      "parseTest",
    ]);
    assert.equal(answer["scope"], undefined);
    assert.equal(answer["latency_class"], "warm");
  });
  await t.step("a row names the whole definition and its lasting target", async () => {
    const answer = await connection.call("search_symbol", { query: "parse", limit: 1 });
    const [row = {}] = list(answer, "matches");
    assert.deepEqual(pick(row, "line", "column", "end_line", "end_column", "signature"), [
      1,
      8,
      1,
      33,
      "parse",
    ]);
    const target = object(row, "target_ref");
    assert.deepEqual(Object.keys(target).sort(), [
      "kind",
      "repository_id",
      "snapshot_token",
      "stable_symbol_id",
    ]);
    assert.match(String(target["stable_symbol_id"]), /^sym-[0-9a-f]{32}$/);
  });
  await t.step("a zero in the default class offers every class", async () => {
    const answer = await connection.call("search_symbol", { query: "parseTest" });
    assert.equal(answer["error_code"], "ZERO_HIT_RUNTIME_SCOPE");
    assert.deepEqual(list(answer, "next_actions").map((action) => action["arguments"]), [
      { query: "parseTest", path_class: "any" },
    ]);
  });
  await t.step("a class that no file has", async () => {
    const answer = await connection.call("search_symbol", { query: "x", path_class: "project" });
    assert.equal(answer["error_code"], "PATH_CLASS_NOT_INDEXED");
    assert.equal(answer["zero_hit_reason"], "path_class_not_indexed");
  });
});

Deno.test("search_symbol names the files that were too large, and is not complete", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root], { maxFileBytes: 2_000 });
  await t.step("in scope", async () => {
    const answer = await connection.call("search_symbol", { query: "bigFn" });
    assert.deepEqual(object(answer, "completeness"), {
      unit: "symbol",
      returned: 0,
      complete: false,
      truncated: false,
      incomplete_reasons: ["diagnostic_coverage"],
    });
    assert.deepEqual(answer["skipped"], [{ path: "big.ts", reason: "too_large", limit: 2_000 }]);
  });
  await t.step("out of scope", async () => {
    const answer = await connection.call("search_symbol", { query: "parse", path_regex: "^src/" });
    assert.equal(object(answer, "completeness")["complete"], true);
    assert.equal(answer["skipped"], undefined);
  });
  await t.step("text search reads them", async () => {
    const answer = await connection.call("search_text", { query: "bigFn" });
    assert.equal(object(answer, "completeness")["complete"], true);
    assert.equal(answer["total_matches"], 1);
  });
  await t.step("an outline of one is refused", async () => {
    const error = await connection.refused("document_symbols", { path: "big.ts" });
    assert.deepEqual(pick(error, "error_code", "path", "bytes", "config_max_file_bytes"), [
      "invalid_params",
      "big.ts",
      3_037,
      2_000,
    ]);
  });
});
