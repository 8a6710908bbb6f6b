/* cases.md §3: bounds, and what an answer says when it is not everything. */
import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";
import { checkout } from "../e2e/frigg.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";

const BUDGET_CHARS = 48_000;

Deno.test("a file over the parse limit is searched, and named where it is not (3.1)", async (t) => {
  const lines = Array.from(
    { length: 60_000 },
    (_, n) => `export function bigFn${n}(a: number): number { return a + ${n}; }\n`,
  );
  using repo = tempRepo({
    "big.ts": lines.join(""),
    "small.rs": "fn small() {}\n",
    "picture.png": new Uint8Array([0x89, 0, 1, 2]),
  });
  await using connection = await connect([repo.root]);
  await t.step("its text is found and read", async () => {
    const found = await connection.call("search_text", { query: "bigFn59999" });
    assert.equal(object(found, "completeness")["complete"], true);
    const [row = {}] = list(found, "matches");
    const shown = await connection.text("read_match", {
      result_handle: text(found, "result_handle"),
      match_id: text(row, "match_id"),
      before: 0,
    });
    assert.deepEqual(shown, [lines[59_999]]);
    const explored = await connection.call("explore", {
      path: "big.ts",
      operation: "probe",
      query: "bigFn59999",
    });
    assert.deepEqual(pick(explored, "total_lines", "total_matches"), [60_000, 1]);
  });
  await t.step("its symbols are missing, and the answer says so", async () => {
    const found = await connection.call("search_symbol", { query: "bigFn59999" });
    assert.deepEqual(
      pick(object(found, "completeness"), "complete", "total", "incomplete_reasons"),
      [
        false,
        undefined,
        ["diagnostic_coverage"],
      ],
    );
    assert.deepEqual(found["skipped"], [{ path: "big.ts", reason: "too_large", limit: 2_097_152 }]);
    assert.notEqual(found["zero_hit_reason"], "indexed_search_complete");
  });
  for (const tool of ["find_references", "go_to_definition", "incoming_calls", "impact_bundle"]) {
    await t.step(`${tool} knows no such symbol, and says where it may be`, async () => {
      const refused = await connection.refused(tool, { symbol: "bigFn59999" });
      assert.deepEqual(pick(refused, "error_code", "skipped"), [
        "resource_not_found",
        [{ path: "big.ts", reason: "too_large", limit: 2_097_152 }],
      ]);
    });
  }
  await t.step("an outline of it is refused", async () => {
    const refused = await connection.refused("document_symbols", { path: "big.ts" });
    assert.equal(refused["error_code"], "invalid_params");
    for (const part of ["big.ts", String(lines.join("").length), "2097152"]) {
      assert(JSON.stringify(refused).includes(part), `${part} in ${JSON.stringify(refused)}`);
    }
  });
  await t.step("a scope without it is complete and names nothing", async () => {
    const symbols = await connection.call("search_symbol", {
      query: "small",
      path_regex: "\\.rs$",
    });
    const texts = await connection.call("search_text", { query: "small", glob: "*.rs" });
    for (const found of [symbols, texts]) {
      assert.equal(object(found, "completeness")["complete"], true);
      assert.equal(found["skipped"], undefined);
    }
    const listed = await connection.call("list_files", { language: "rust" });
    assert.deepEqual(pick(object(listed, "completeness"), "complete", "total"), [true, 1]);
  });
});

Deno.test("a first row larger than the budget is clipped, never dropped (3.2)", async (t) => {
  await t.step("two rows", async () => {
    using repo = tempRepo({ "a.txt": `needle${"x".repeat(60_000)}\n`, "b.txt": "needle\n" });
    await using connection = await connect([repo.root]);
    const found = await connection.call("search_text", { query: "needle" });
    const rows = list(found, "matches");
    assert.deepEqual(rows.map(({ path, line }) => [path, line]), [["a.txt", 1], ["b.txt", 1]]);
    assert.equal(text(rows[0] ?? {}, "excerpt"), `needle${"x".repeat(506)}`);
    assert.deepEqual(rows.map((row) => row["excerpt_truncated"]), [true, undefined]);
    assert.equal(object(found, "completeness")["complete"], true);
  });
  await t.step("two thousand rows come in pages, each once", async () => {
    using repo = tempRepo({ "a.txt": `needle${"x".repeat(600)}\n`.repeat(2_000) });
    await using connection = await connect([repo.root]);
    const lines = await pagedLines(connection, { query: "needle" });
    assert.deepEqual(lines, Array.from({ length: 2_000 }, (_, n) => n + 1));
  });
});

/** Lines of all pages; every page is within the budget and says why it ends. */
async function pagedLines(connection: Connection, request: JsonObject): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (let args = request;;) {
    const page = await connection.call("search_text", args);
    assert(JSON.stringify(page).length <= BUDGET_CHARS + 10_000);
    lines.push(...list(page, "matches").map(({ line }) => line));
    const { continuation, truncation_reasons } = object(page, "completeness");
    if (continuation === undefined) return lines;
    assert.deepEqual(truncation_reasons, ["page_limit"]);
    args = { ...request, continuation };
  }
}

Deno.test("a program in the way of the search changes nothing (3.3)", async (t) => {
  using repo = checkout({ "a.txt": "needle\n" });
  for (const [name, body] of [["fails", "exit 2"], ["eats input", "cat >/dev/null"]] as const) {
    for (const program of ["rg", "git"]) {
      repo.write(`.fake/${name}/${program}`, `#!/bin/sh\n${body}\n`);
      await Deno.chmod(`${repo.root}/.fake/${name}/${program}`, 0o755);
    }
  }
  const cases = [
    { name: "an empty PATH", PATH: "" },
    { name: "programs that fail", PATH: `${repo.root}/.fake/fails` },
    { name: "programs that eat standard input", PATH: `${repo.root}/.fake/eats input` },
  ];
  for (const { name, PATH } of cases) {
    await t.step(name, async () => {
      const server = new RawServer(["--workspace-root", repo.root], undefined, { PATH });
      await server.send(...INITIALIZE);
      const calls = [
        callMessage(1, "workspace", {}),
        callMessage(2, "search_text", { query: "needle" }),
        callMessage(3, "search_text", { query: "needle" }),
      ];
      for (const [index, call] of calls.entries()) {
        await server.send(call);
        assert("result" in await server.answer(index + 1));
      }
      assert.equal((await server.end()).code, 0);
    });
  }
});

Deno.test("a candidate that is gone takes completeness away, not the other hits (3.3)", async () => {
  using repo = tempRepo({ "a.txt": "needle\n", "gone/b.txt": "needle\n" });
  await using connection = await connect([repo.root]);
  repo.remove("gone/b.txt");
  const found = await connection.call("search_text", { query: "needle" });
  assert.deepEqual(list(found, "matches").map(({ path }) => path), ["a.txt"]);
  assert.equal(object(found, "completeness")["complete"], false);
  assert.deepEqual(object(found, "index")["changed_paths_since_snapshot"], ["gone/b.txt"]);
});

Deno.test("few lines with very many characters stay within every bound (3.4)", async (t) => {
  const line = "var a=1;".repeat(250);
  using repo = tempRepo({ "min.js": `${line}\n`.repeat(50) });
  await using connection = await connect([repo.root]);
  await t.step("a search", async () => {
    const page = await connection.call("search_text", { query: "var a" });
    assert(JSON.stringify(page).length <= BUDGET_CHARS + 10_000);
    const { truncation_reasons, total, continuation } = object(page, "completeness");
    assert.deepEqual([truncation_reasons, total], [["page_limit"], 12_500]);
    assert.equal(typeof continuation, "string");
    for (const row of list(page, "matches")) {
      assert(new TextEncoder().encode(text(row, "excerpt")).length <= 512);
      assert.equal(row["excerpt_truncated"], true);
    }
  });
  const read = { path: "min.js", start_line: 1, end_line: 50 };
  for (const presentation_mode of ["text", "citation"]) {
    await t.step(`reads as ${presentation_mode}`, async () => {
      const mark = presentation_mode === "citation"
        ? (n: number): string => `${n}|`
        : (): string => "";
      const whole = Array.from({ length: 50 }, (_, n) => `${mark(n + 1)}${line}\n`).join("");
      assert.deepEqual(await connection.text("read_file", { ...read, presentation_mode }), [whole]);
      const refused = await connection.refused("read_file", {
        ...read,
        presentation_mode,
        max_bytes: 48_000,
      });
      assert.deepEqual(pick(refused, "suggested_max_bytes", "suggested_line_count"), [100_050, 23]);
      const one = {
        path: "min.js",
        start_line: 1,
        end_line: 1,
        max_bytes: 1_000,
        presentation_mode,
      };
      assert.deepEqual(await connection.text("read_file", one), [
        `${mark(1)}${line.slice(0, 1_000)}`,
        "truncated_bytes: 1001",
      ]);
    });
  }
  await t.step("a match is read with its right line numbers", async () => {
    const found = await connection.call("search_text", { query: "var a", limit: 1 });
    const [row = {}] = list(found, "matches");
    const shown = await connection.call("read_match", {
      result_handle: text(found, "result_handle"),
      match_id: text(row, "match_id"),
      presentation_mode: "json",
      after: 1,
    });
    assert.deepEqual(pick(shown, "line", "start_line", "end_line", "bytes"), [1, 1, 2, 4_002]);
  });
});
