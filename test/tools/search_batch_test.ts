import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/parse.ts": "export function parse(text: string): number {\n  return text.length;\n}\n",
  "src/use.ts": 'import { parse } from "./parse.ts";\nparse("a");\n',
};
const probe = (id: string, kind: string, query: string, more: JsonObject = {}): JsonObject => ({
  id,
  kind,
  query,
  ...more,
});

Deno.test("search_batch merges what several searches find", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const batch = (args: JsonObject): Promise<JsonObject> => connection.call("search_batch", args);
  const two = [probe("name", "symbol", "parse"), probe("text", "text", "function parse")];

  await t.step(
    "a place that two probes found comes first, with its symbol and its text",
    async () => {
      const answer = await batch({
        probes: [probe("t", "text", "export"), probe("s", "symbol", "parse")],
      });
      const [first] = list(answer, "matches");
      assert.deepEqual(
        pick(
          first ?? {},
          "path",
          "line",
          "column",
          "probe_ids",
          "consensus_count",
          "match_strength",
          "kind",
        ),
        ["src/parse.ts", 1, 1, ["t"], 1, "exact_literal", "text"],
      );
      const same = await batch({ probes: two });
      const rows = list(same, "matches");
      assert.deepEqual(
        rows.map((row) =>
          pick(row, "column", "probe_ids", "rrf_score", "symbol", "match_strength")
        ),
        [[8, ["name", "text"], 0.032787, "parse", "exact_literal"]],
      );
      assert.deepEqual(rows[0]?.["evidence"], [
        { probe_id: "name", kind: "symbol", rank_one_based: 1, trust: "indexed_symbol" },
        { probe_id: "text", kind: "text", rank_one_based: 1, trust: "lexical_text" },
      ]);
      assert.equal(object(rows[0] ?? {}, "target_ref")["kind"], "stable_symbol");
      assert.deepEqual(pick(rows[0] ?? {}, "end_line", "end_column"), [1, 22]);
    },
  );
  await t.step("ranks count from 1 and stronger evidence comes first", async () => {
    const answer = await batch({
      probes: [probe("a", "text", "parse"), probe("b", "text", "text")],
      limit: 3,
    });
    assert.deepEqual(
      list(answer, "matches").map((row) => pick(row, "path", "line", "column", "rrf_score")),
      [
        ["src/parse.ts", 1, 17, 0.016393],
        ["src/parse.ts", 1, 23, 0.016393],
        ["src/parse.ts", 2, 10, 0.016129],
      ],
    );
    assert.deepEqual(pick(object(answer, "completeness"), "total", "truncation_reasons"), [6, [
      "merge_page_limit",
    ]]);
  });
  await t.step("each probe is summed up, without cursors", async () => {
    const answer = await batch({ probes: [...two, probe("none", "text", "nothing|like|this")] });
    const summary = list(answer, "probe_summary");
    assert.deepEqual(
      summary.map((each) => pick(each, "id", "kind", "trust", "hits", "zero_hit_reason")),
      [
        ["name", "symbol", "indexed_symbol", 1, undefined],
        ["text", "text", "lexical_text", 1, undefined],
        ["none", "text", "lexical_text", 0, "query_looks_like_regex"],
      ],
    );
    assert.equal(list(summary[2] ?? {}, "next_actions").length, 1);
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [1, true]);
  });
  await t.step("one handle proves the rows, and its proof can be repeated", async () => {
    const request = { probes: two };
    const answer = await batch(request);
    const [proof] = list(answer, "next_actions");
    assert.deepEqual(pick(proof ?? {}, "role", "tool"), ["proof_read", "read_match"]);
    const args = object(proof ?? {}, "arguments");
    assert.equal(args["result_handle"], answer["result_handle"]);
    assert.equal(args["match_id"], "batch:m1");
    const blocks = await connection.text("read_match", args);
    assert.match(blocks[0] ?? "", /^export function parse/);
    const outline = await connection.call("document_symbols", {
      target: object(list(answer, "matches")[0] ?? {}, "target_ref"),
    });
    assert.equal(list(outline, "symbols").length, 1);
  });
  await t.step("all probes proven zero", async () => {
    const answer = await batch({
      probes: [probe("a", "text", "nowhere"), probe("b", "text", "neither")],
    });
    assert.deepEqual(
      pick(answer, "error_code", "zero_hit_reason", "result_handle", "latency_class"),
      ["BATCH_ALL_ZERO", "indexed_search_complete", undefined, "warm"],
    );
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [0, true]);
  });
  await t.step("ranked rows make the whole unproven", async () => {
    const answer = await batch({
      probes: [probe("h", "hybrid", "parse text"), probe("s", "symbol", "nobody")],
    });
    const { total, complete, incomplete_reasons, continuation } = object(answer, "completeness");
    assert.deepEqual([total, complete, incomplete_reasons, continuation], [
      undefined,
      false,
      ["child_incomplete"],
      undefined,
    ]);
    assert(list(answer, "matches").every((row) => row["match_strength"] === "ranked_hybrid"));
  });
  await t.step("the older merge field is accepted and named", async () => {
    const answer = await batch({ probes: two, merge: "rank_by_probe_hit_strength" });
    assert.match(text(answer, "compatibility_note"), /no effect/);
  });

  const refusals: readonly [string, JsonObject, string][] = [
    ["one probe", { probes: [two[0] ?? {}] }, "probes"],
    [
      "nine probes",
      { probes: Array.from({ length: 9 }, (_, n) => probe(`${n}`, "text", "a")) },
      "probes",
    ],
    ["a blank id", { probes: [probe(" ", "text", "a"), probe("b", "text", "a")] }, "probes.0.id"],
    ["equal ids", { probes: [probe("b", "text", "a"), probe(" b", "text", "c")] }, "probes.1.id"],
    [
      "a blank query",
      { probes: [probe("a", "text", " "), probe("b", "text", "a")] },
      "probes.0.query",
    ],
    [
      "a filter that its search lacks",
      { probes: [probe("a", "text", "a", { path_class: "any" }), probe("b", "text", "a")] },
      "probes.0.path_class",
    ],
    [
      "a bad pattern",
      { probes: [probe("a", "text", "a"), probe("b", "text", "(", { pattern_type: "regex" })] },
      "probes.1.query",
    ],
    ["another merge", { probes: two, merge: "first_wins" }, "merge"],
  ];
  for (const [name, args, field] of refusals) {
    await t.step(`refuses ${name}`, async () => {
      const refused = await connection.refused("search_batch", args);
      assert.deepEqual([refused["error_code"], refused["field"]], ["invalid_params", field]);
    });
  }
});

Deno.test("search_batch is never surer than its probes", async (t) => {
  using repo = tempRepo({ "a.txt": "x\n".repeat(60), "b.txt": "y\n".repeat(35) });
  await using connection = await connect([repo.root]);
  await t.step("a probe with more rows than its share", async () => {
    const answer = await connection.call("search_batch", {
      probes: [probe("x", "text", "x"), probe("y", "text", "y")],
      limit: 500,
    });
    assert.deepEqual(object(answer, "completeness"), {
      unit: "batch_probe",
      returned: 75,
      complete: false,
      truncated: true,
      truncation_reasons: ["child_limit"],
      incomplete_reasons: ["child_incomplete"],
    });
    assert.deepEqual(list(answer, "probe_summary").map(({ hits }) => hits), [40, 35]);
  });
  await t.step("pages follow each other while every probe is whole", async () => {
    const args = { probes: [probe("y", "text", "y"), probe("z", "text", "nothing")], limit: 20 };
    const first = await connection.call("search_batch", args);
    assert.equal(first["resume_from"], 20);
    const continuation = text(object(first, "completeness"), "continuation");
    const second = await connection.call("search_batch", { ...args, continuation });
    assert.deepEqual(list(second, "matches").map(({ line }) => line), [
      ...Array.from({ length: 15 }, (_, at) => 21 + at),
    ]);
    assert.deepEqual(pick(object(second, "completeness"), "total", "complete"), [35, true]);
    const older = await connection.call("search_batch", { ...args, resume_from: 20 });
    assert.deepEqual(
      list(older, "matches").map(({ line }) => line),
      list(second, "matches").map(({ line }) => line),
    );
    const both = { ...args, continuation, resume_from: 20 };
    const refused = await connection.refused("search_batch", both);
    assert.equal(refused["error_code"], "MIXED_CONTINUATION_FORMS");
  });
  await t.step("handles of probes are gone", async () => {
    const answer = await connection.call("search_batch", {
      probes: [probe("y", "text", "y"), probe("z", "text", "nothing")],
    });
    const handle = text(answer, "result_handle");
    const before = handle.replace(
      /\d+$/,
      (digits) => String(Number(digits) - 1).padStart(digits.length, "0"),
    );
    const args = { result_handle: before, match_id: "search:m1" };
    assert.equal((await connection.refused("read_match", args))["error_code"], "STALE_HANDLE");
  });
});

Deno.test("a batch advises to follow its first row only where one symbol holds it", async (t) => {
  using repo = tempRepo({
    "notes.md": "prose alone\n",
    "src/bare.ts": "// outside alone\n",
    "src/held.ts": "export function held() {\n  return inner;\n}\n",
  });
  await using connection = await connect([repo.root]);
  const onward = ["go_to_definition", "find_references", "impact_bundle"];
  const cases = [
    { name: "prose", query: "prose", tools: [] },
    { name: "source outside of all symbols", query: "outside", tools: [] },
    { name: "source inside of a symbol", query: "inner", tools: onward },
  ];
  for (const { name, query, tools } of cases) {
    await t.step(name, async () => {
      const answer = await connection.call("search_batch", {
        probes: [probe("a", "text", query), probe("b", "symbol", "none")],
      });
      const actions = list(answer, "next_actions");
      assert.deepEqual(actions.map(({ tool }) => tool), ["read_match", ...tools]);
      for (const action of actions.slice(1)) {
        await connection.call(String(action["tool"]), object(action, "arguments"));
      }
    });
  }
});
