import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "docs/notes.md": "A needle in\na haystack.\n",
  "src/a.ts": "export const needle = 1;\nconst other = needle + needle;\n",
  "src/é.ts": "// é needle\n",
  "mark.txt": "\ufefffoo needle\n",
};

function places(answer: JsonObject): string[] {
  return list(answer, "matches").map((row) =>
    pick(row, "path", "line", "column", "end_line", "end_column").join(" ")
  );
}

Deno.test("search_text gives every occurrence, in order, with its place and its proof", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);

  await t.step("rows by path, line, column; columns are bytes, ends exclusive", async () => {
    const answer = await connection.call("search_text", { query: "needle" });
    assert.deepEqual(places(answer), [
      "docs/notes.md 1 3 1 9",
      "mark.txt 1 5 1 11",
      "src/a.ts 1 14 1 20",
      "src/a.ts 2 15 2 21",
      "src/a.ts 2 24 2 30",
      "src/é.ts 1 7 1 13",
    ]);
    assert.deepEqual(answer["completeness"], {
      unit: "occurrence",
      returned: 6,
      total: 6,
      complete: true,
      truncated: false,
    });
    assert.equal(answer["total_matches"], 6);
    assert.equal(answer["latency_class"], "cold");
    assert.equal(answer["metadata"], undefined);
    assert.equal(answer["scope"], undefined);
  });
  await t.step("a row has the identity of its answer", async () => {
    const answer = await connection.call("search_text", { query: "haystack" });
    const [row = {}] = list(answer, "matches");
    assert.equal(row["match_id"], "search:m1");
    assert.equal(row["excerpt"], "a haystack.");
    const target = object(row, "target_ref");
    assert.deepEqual(target, {
      kind: "result_match",
      result_handle: answer["result_handle"],
      match_id: "search:m1",
      target_scope: target["target_scope"],
    });
    assert.match(String(answer["result_handle"]), /^result-[0-9a-f]{32}-\d{6}$/);
    assert.equal(answer["handle_scope"], "search");
    assert.equal(answer["handle_expires"], "session");
  });
  await t.step("pages hold every row once and end complete", async () => {
    const rows: string[] = [];
    let continuation: JsonObject = {};
    let last: JsonObject = {};
    do {
      const answer = await connection.call("search_text", {
        query: "needle",
        limit: 4,
        ...continuation,
      });
      rows.push(...places(answer));
      last = object(answer, "completeness");
      const { continuation: token } = last;
      continuation = token === undefined ? {} : { continuation: token };
    } while (continuation["continuation"] !== undefined);
    assert.equal(rows.length, 6);
    assert.equal(new Set(rows).size, 6);
    assert.deepEqual(last, {
      unit: "occurrence",
      returned: 2,
      total: 6,
      complete: true,
      truncated: false,
    });
  });
  await t.step("shapes: files, first of each file, count, cap", () => shapes(connection));
  await t.step("context lines make the excerpt a window", async () => {
    const answer = await connection.call("search_text", { query: "haystack", context_lines: 1 });
    assert.equal(list(answer, "matches")[0]?.["excerpt"], "A needle in\na haystack.");
  });
  await t.step("the older name of query", async () => {
    const answer = await connection.call("search_text", { pattern: "haystack" });
    assert.equal(answer["total_matches"], 1);
  });
  await t.step("letter case and whole words", async () => {
    const count = async (args: JsonObject): Promise<unknown> =>
      (await connection.call("search_text", { count_only: true, ...args }))["total_matches"];
    assert.equal(await count({ query: "NEEDLE" }), 0);
    assert.equal(await count({ query: "NEEDLE", ignore_case: true }), 6);
    assert.equal(await count({ query: "NEEDLE", case_sensitive: false }), 6);
    assert.equal(await count({ query: "need", word: true }), 0);
    assert.equal(await count({ query: "needle", word: true }), 6);
  });
  await t.step("full mode adds metadata; efficiency stays in compact mode too", async () => {
    const full = await connection.call("search_text", { query: "haystack", response_mode: "full" });
    assert.deepEqual(full["metadata"], { lexical_backend: "native" });
    const compact = await connection.call("search_text", {
      query: "haystack",
      include_context_efficiency: true,
    });
    assert.deepEqual(object(compact, "metadata"), {
      context_efficiency: {
        indexed_readable_files: 4,
        indexed_readable_bytes: 107,
        returned_match_count: 1,
        returned_unique_paths: 1,
        returned_unique_file_bytes: 24,
        returned_source_bytes_estimate: 11,
        matched_file_context_saved_bytes_estimate: 13,
        matched_file_context_saved_percent_estimate: 54,
        corpus_context_saved_bytes_estimate: 96,
        corpus_context_saved_percent_estimate: 90,
      },
    });
  });
});

async function shapes(connection: Connection): Promise<void> {
  const files = await connection.call("search_text", { query: "needle", files_with_matches: true });
  assert.equal(places(files).length, 4);
  assert.equal(files["total_matches"], 6);
  assert.deepEqual(pick(object(files, "completeness"), "unit", "total", "complete"), [
    "file",
    4,
    true,
  ]);
  const collapsed = await connection.call("search_text", {
    query: "needle",
    collapse_by_file: true,
  });
  assert.deepEqual(places(collapsed)[2], "src/a.ts 1 14 1 20");
  const counted = await connection.call("search_text", { query: "needle", count_only: true });
  assert.deepEqual(counted, {
    total_matches: 6,
    matches: [],
    completeness: {
      unit: "occurrence",
      returned: 0,
      total: 6,
      complete: true,
      truncated: false,
    },
    count_only: true,
    latency_class: "hot",
  });
  const capped = await connection.call("search_text", { query: "needle", max_count_per_file: 1 });
  assert.deepEqual(object(capped, "completeness"), {
    unit: "occurrence",
    returned: 4,
    total: 4,
    complete: false,
    truncated: true,
    truncation_reasons: ["per_file_limit"],
  });
}

Deno.test("search_text explains zero rows", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const cases = [
    { args: { query: "nowhere" }, code: "ZERO_HIT", reason: "indexed_search_complete", next: [] },
    {
      args: { query: "a.*b" },
      code: "QUERY_LOOKS_LIKE_REGEX",
      reason: "query_looks_like_regex",
      next: [{ query: "a.*b", pattern_type: "regex" }],
    },
    {
      args: { query: "nowhere", path_regex: "^src/a" },
      code: "ZERO_HIT_SCOPE_TOO_TIGHT",
      reason: "scope_excluded_all_candidates",
      next: [{ query: "nowhere", path_regex: "^src/" }],
    },
    {
      args: { query: "nowhere", glob: "src/*.ts", path_regex: "ts$" },
      code: "ZERO_HIT_SCOPE_TOO_TIGHT",
      reason: "scope_excluded_all_candidates",
      next: [
        { query: "nowhere", glob: "src/*.ts" },
        { query: "nowhere", path_regex: "ts$", glob: "**/src/*.ts" },
      ],
    },
  ];
  for (const { args, code, reason, next } of cases) {
    await t.step(JSON.stringify(args), async () => {
      const answer = await connection.call("search_text", args);
      assert.equal(answer["error_code"], code);
      assert.equal(answer["zero_hit_reason"], reason);
      assert.equal(answer["result_handle"], undefined);
      assert.equal(object(answer, "completeness")["complete"], true);
      const actions = answer["next_actions"] === undefined ? [] : list(answer, "next_actions");
      assert.deepEqual(actions.map((action) => action["arguments"]), next);
    });
  }
});

Deno.test("search_text stays within the budget and clips rows, not the page", async (t) => {
  const long = `needle${"x".repeat(60_000)}\n`;
  using repo = tempRepo({ "a.txt": long, "b.txt": "needle\n", "many.txt": long.repeat(300) });
  await using connection = await connect([repo.root]);
  await t.step("a long line is a clipped row", async () => {
    const answer = await connection.call("search_text", { query: "needle", glob: "?.txt" });
    const [first = {}, second = {}] = list(answer, "matches");
    assert.equal(first["excerpt_truncated"], true);
    assert.equal(String(first["excerpt"]).length, 512);
    assert.deepEqual(pick(second, "path", "excerpt"), ["b.txt", "needle"]);
  });
  await t.step("many long lines make pages under 48,000 characters", async () => {
    let rows = 0;
    let token: JsonObject = {};
    for (;;) {
      const answer = await connection.call("search_text", {
        query: "needle",
        glob: "many.txt",
        ...token,
      });
      // Counted as if the repository had its alias for a name.
      const counted = JSON.stringify(answer).replace(/"repo-[0-9a-f]{12}"/g, '"repo-001"');
      assert(counted.length <= 48_000, String(counted.length));
      rows += list(answer, "matches").length;
      const completeness = object(answer, "completeness");
      if (completeness["continuation"] === undefined) break;
      assert.deepEqual(completeness["truncation_reasons"], ["page_limit"]);
      assert.equal(completeness["total"], 300);
      token = { continuation: completeness["continuation"] };
    }
    assert.equal(rows, 300);
  });
});
