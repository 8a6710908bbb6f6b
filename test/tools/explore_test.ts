import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "a.txt": "one needle\ntwo\nthree needle needle\nfour\nfive\nsix needle\n",
  "crlf.txt": "a\r\nneedle b\r\nc",
  "mark.txt": "\ufeffneedle\n\ufeffneedle\n",
  "empty.txt": "",
  "nl.txt": "alpha\nbeta\n",
  "evil.txt": `${"a".repeat(29)}b\n`,
  "min.js": `${"var a=1;".repeat(250)}\n`.repeat(50),
  "bad.txt": new Uint8Array([0xff, 0x6e, 0x0a]),
};

const at = (line: number, column: number, endLine = line, endColumn = column): JsonObject => ({
  start_line: line,
  start_column: column,
  end_line: endLine,
  end_column: endColumn,
});

function places(answer: JsonObject): unknown[] {
  return list(answer, "matches").map((match) =>
    pick(match, "match_id", "start_line", "start_column", "end_line", "end_column")
  );
}

Deno.test("explore probes, refines and zooms", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  await t.step("a probe has every match with its surroundings", async () => {
    const { repository_id, ...answer } = await connection.call("explore", {
      path: `${repo.root}/a.txt`,
      operation: "probe",
      query: "needle",
      context_lines: 1,
      max_matches: 1,
    });
    assert.match(String(repository_id), /^repo-[0-9a-f]{12}$/);
    const { completeness, ...rest } = answer;
    assert.deepEqual(rest, {
      path: "a.txt",
      operation: "probe",
      query: "needle",
      pattern_type: "literal",
      total_lines: 6,
      scan_scope: { start_line: 1, end_line: 6 },
      total_matches: 4,
      matches: [{
        match_id: "match-0000",
        start_line: 1,
        start_column: 5,
        end_line: 1,
        end_column: 11,
        excerpt: "one needle",
        window: { start_line: 1, end_line: 2, bytes: 15, content: "one needle\ntwo\n" },
        anchor: at(1, 5, 1, 11),
      }],
      truncated: true,
      resume_from: { line: 3, column: 7 },
      metadata: { lossy_utf8: false, effective_context_lines: 1, effective_max_matches: 1 },
    });
    assert.deepEqual(
      pick(object(answer, "completeness"), "unit", "returned", "total", "truncated"),
      [
        "occurrence",
        1,
        4,
        true,
      ],
    );
    assert.notEqual(completeness, undefined);
  });
  await t.step("a refine searches the lines around its anchor and shows them", async () => {
    const answer = await connection.call("explore", {
      path: "a.txt",
      operation: "refine",
      anchor: at(2, 1, 2, 4),
      query: "ne+dle",
      pattern_type: "regex",
      context_lines: 1,
    });
    assert.deepEqual(answer["scan_scope"], { start_line: 1, end_line: 3 });
    assert.deepEqual(object(answer, "window"), {
      start_line: 1,
      end_line: 3,
      bytes: 35,
      content: "one needle\ntwo\nthree needle needle\n",
    });
    assert.deepEqual(places(answer), [
      ["match-0000", 1, 5, 1, 11],
      ["match-0001", 3, 7, 3, 13],
      ["match-0002", 3, 14, 3, 20],
    ]);
    assert.equal(object(answer, "completeness")["complete"], true);
  });
  await t.step("a zoom reads the lines around its anchor in three forms", async () => {
    const zoom = { path: "crlf.txt", operation: "zoom", anchor: at(2, 1), context_lines: 0 };
    assert.deepEqual(await connection.text("explore", zoom), ["needle b\r\n"]);
    assert.deepEqual(
      await connection.text("explore", {
        ...zoom,
        context_lines: 9,
        presentation_mode: "citation",
      }),
      ["1|a\n2|needle b\n3|c"],
    );
    const answer = await connection.call("explore", {
      ...zoom,
      presentation_mode: "json",
      include_context_efficiency: true,
    });
    assert.deepEqual(object(answer, "window"), {
      start_line: 2,
      end_line: 2,
      bytes: 10,
      content: "needle b\r\n",
    });
    assert.deepEqual(pick(answer, "total_matches", "matches", "truncated", "query"), [
      0,
      [],
      false,
      undefined,
    ]);
    const efficiency = object(object(answer, "metadata"), "context_efficiency");
    assert.equal(efficiency["returned_source_bytes_estimate"], 10);
  });
  await t.step(
    "a byte order mark is no text at the start of the file, and text elsewhere",
    async () => {
      const probe = {
        path: "mark.txt",
        operation: "probe",
        query: "^.needle",
        pattern_type: "regex",
      };
      assert.deepEqual(places(await connection.call("explore", probe)), [[
        "match-0000",
        2,
        1,
        2,
        10,
      ]]);
      const refine = { ...probe, operation: "refine", anchor: at(2, 1), context_lines: 0 };
      assert.deepEqual(places(await connection.call("explore", refine)), [
        ["match-0000", 2, 1, 2, 10],
      ]);
      const first = { ...probe, query: "^needle" };
      assert.deepEqual(places(await connection.call("explore", first)), [[
        "match-0000",
        1,
        1,
        1,
        7,
      ]]);
    },
  );
  await t.step("an empty file, and bytes that are no UTF-8", async () => {
    const empty = await connection.call("explore", {
      path: "empty.txt",
      operation: "probe",
      query: "x",
    });
    assert.deepEqual(pick(empty, "total_lines", "scan_scope", "zero_hit_reason"), [
      0,
      { start_line: 1, end_line: 0 },
      "indexed_search_complete",
    ]);
    const bad = await connection.call("explore", {
      path: "bad.txt",
      operation: "probe",
      query: "n",
    });
    assert.deepEqual(places(bad), [["match-0000", 1, 2, 1, 3]]);
    assert.equal(object(bad, "metadata")["lossy_utf8"], true);
  });
  await t.step("a literal that looks like a pattern is offered as one", async () => {
    const answer = await connection.call("explore", {
      path: "a.txt",
      operation: "probe",
      query: "n.*e",
    });
    assert.equal(answer["error_code"], "QUERY_LOOKS_LIKE_REGEX");
    const [action] = list(answer, "next_actions");
    assert.deepEqual(pick(action ?? {}, "role", "tool", "arguments"), ["retry", "explore", {
      path: "a.txt",
      operation: "probe",
      query: "n.*e",
      pattern_type: "regex",
    }]);
  });
  await t.step("rows and window stay within the budget", async () => {
    const answer = await connection.call("explore", {
      path: "min.js",
      operation: "refine",
      anchor: at(1, 1, 50, 1),
      query: "var a",
      context_lines: 32,
      max_matches: 200,
    });
    assert(JSON.stringify(answer).length <= 48_000);
    assert.deepEqual(pick(object(answer, "completeness"), "total", "truncation_reasons"), [12_500, [
      "page_limit",
    ]]);
    const window = object(answer, "window");
    assert.equal(Number(window["bytes"]) + Number(window["truncated_bytes"]), 100_050);
  });
  await t.step("a very long query leaves them their room", async () => {
    const query = "n".repeat(60_000);
    repo.write("long.txt", `${query}\n`);
    const answer = await connection.call("explore", {
      path: "long.txt",
      operation: "probe",
      query,
    });
    assert.match(String(answer["query"]), /^n{512}…$/);
    const [row = {}] = list(answer, "matches");
    assert.deepEqual(pick(row, "start_column", "end_column", "row_truncated"), [
      1,
      60_001,
      undefined,
    ]);
    assert(JSON.stringify(answer).length <= 48_000);
  });
});

Deno.test("explore pages like one large page, in both ways to continue", async (t) => {
  using repo = tempRepo({ "a.txt": "x xx x\n\nxxé x\n".repeat(15) });
  await using connection = await connect([repo.root]);
  const request = { path: "a.txt", operation: "probe", query: "x", context_lines: 2 };
  const whole = await connection.call("explore", { ...request, max_matches: 200 });
  const rows = list(whole, "matches");
  assert.equal(rows.length, 105);
  await t.step("continuation", async () => {
    const pages: JsonObject[] = [];
    let page = await connection.call("explore", { ...request, max_matches: 7 });
    for (;;) {
      pages.push(...list(page, "matches"));
      const { continuation } = object(page, "completeness");
      if (continuation === undefined) break;
      page = await connection.call("explore", { ...request, max_matches: 7, continuation });
    }
    assert.deepEqual(pages, rows);
    assert.equal(object(page, "completeness")["complete"], true);
  });
  await t.step("resume_from", async () => {
    const pages: JsonObject[] = [];
    let page = await connection.call("explore", { ...request, max_matches: 7 });
    for (;;) {
      pages.push(...list(page, "matches"));
      if (page["resume_from"] === undefined) break;
      const { resume_from } = page;
      page = await connection.call("explore", { ...request, max_matches: 7, resume_from });
    }
    assert.deepEqual(pages, rows);
  });
  await t.step("a token belongs to its request and to the bytes of its file", async () => {
    const { continuation = "" } = object(
      await connection.call("explore", { ...request, max_matches: 7 }),
      "completeness",
    );
    const again = { ...request, max_matches: 7, continuation };
    const codeOf = async (args: JsonObject): Promise<unknown> =>
      (await connection.refused("explore", args))["error_code"];
    assert.equal(await codeOf({ ...again, context_lines: 3 }), "CONTINUATION_SCOPE_MISMATCH");
    assert.equal(
      await codeOf({ ...again, resume_from: { line: 1, column: 1 } }),
      "MIXED_CONTINUATION_FORMS",
    );
    const spelt = { ...again, pattern_type: "literal", path: `${repo.root}/a.txt` };
    assert.equal(
      text(list(await connection.call("explore", spelt), "matches")[0] ?? {}, "match_id"),
      "match-0007",
    );
    repo.write("a.txt", "x x x x x x x x x\n");
    assert.equal(await codeOf(again), "STALE_CONTINUATION");
  });
});

Deno.test("explore refuses what makes no sense", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const probe = { path: "a.txt", operation: "probe", query: "needle" };
  const zoom = { path: "a.txt", operation: "zoom", anchor: at(1, 1) };
  const refine = { ...probe, operation: "refine", anchor: at(5, 1), context_lines: 0 };
  const cases: readonly { args: JsonObject; field: string }[] = [
    { args: { path: "a.txt", operation: "probe" }, field: "query" },
    { args: { ...probe, query: "" }, field: "query" },
    { args: { ...probe, anchor: at(1, 1) }, field: "anchor" },
    { args: { ...probe, max_matches: 0 }, field: "max_matches" },
    { args: { ...probe, max_matches: -3 }, field: "max_matches" },
    { args: { ...probe, max_matches: 1.5 }, field: "max_matches" },
    { args: { ...probe, context_lines: -1 }, field: "context_lines" },
    { args: { ...probe, presentation_mode: "text" }, field: "presentation_mode" },
    { args: { ...probe, presentation_mode: "citation" }, field: "presentation_mode" },
    { args: { ...probe, operation: "look" }, field: "operation" },
    { args: { ...probe, resume_from: { line: 7, column: 1 } }, field: "resume_from" },
    { args: { ...refine, resume_from: { line: 6, column: 1 } }, field: "resume_from" },
    { args: { path: "a.txt", operation: "refine", query: "x" }, field: "anchor" },
    { args: { path: "a.txt", operation: "zoom" }, field: "anchor" },
    { args: { ...zoom, query: "x" }, field: "query" },
    { args: { ...zoom, pattern_type: "literal" }, field: "pattern_type" },
    { args: { ...zoom, continuation: "x" }, field: "continuation" },
    { args: { ...zoom, resume_from: { line: 1, column: 1 } }, field: "resume_from" },
    { args: { ...zoom, include_context_efficiency: true }, field: "include_context_efficiency" },
    { args: { ...zoom, anchor: at(7, 1) }, field: "anchor" },
    { args: { ...zoom, anchor: at(1, 1, 1, 12) }, field: "anchor" },
    { args: { ...zoom, anchor: at(2, 2, 2, 1) }, field: "anchor" },
    { args: { ...zoom, path: "empty.txt" }, field: "anchor" },
    { args: { ...probe, query: "a\nb" }, field: "query" },
  ];
  for (const { args, field } of cases) {
    await t.step(JSON.stringify(args), async () => {
      const refused = await connection.refused("explore", args);
      assert.deepEqual(pick(refused, "error_code", "retryable", "field"), [
        "invalid_params",
        false,
        field,
      ]);
    });
  }
  await t.step("a line end in a pattern, as search_text does (case 1.2)", async () => {
    for (
      const [tool, rest] of [["explore", { operation: "probe", path: "nl.txt" }], [
        "search_text",
        {},
      ]] as const
    ) {
      const args = { ...rest, query: "alpha\\n", pattern_type: "regex" };
      assert.deepEqual(
        pick(await connection.refused(tool, args), "error_code", "regex_error_code"),
        [
          "invalid_params",
          "regex_unsupported_construct",
        ],
      );
    }
  });
  await t.step("a zoom beyond max_file_bytes is refused like any read", async () => {
    await using small = await connect([repo.root], { maxFileBytes: 4_002 });
    const refused = await small.refused("explore", {
      path: "min.js",
      operation: "zoom",
      anchor: at(9, 1),
    });
    assert.deepEqual(pick(refused, "field", "max_bytes", "suggested_line_count"), [
      "max_bytes",
      4_002,
      2,
    ]);
    const one = { path: "min.js", operation: "zoom", anchor: at(9, 1), context_lines: 0 };
    await using tiny = await connect([repo.root], { maxFileBytes: 1_000 });
    assert.deepEqual(await tiny.text("explore", one), [
      "var a=1;".repeat(125),
      "truncated_bytes: 1001",
    ]);
  });
  await t.step("files outside, and none", async () => {
    assert.equal(
      (await connection.refused("explore", { ...probe, path: "../x" }))["error_code"],
      "access_denied",
    );
    assert.equal(
      (await connection.refused("explore", { ...probe, path: "no" }))["error_code"],
      "resource_not_found",
    );
  });
  await t.step("a pattern that explodes finds nothing, proven (case 5.1)", async () => {
    const answer = await connection.call("explore", {
      path: "evil.txt",
      operation: "probe",
      query: "(a+)+$",
      pattern_type: "regex",
    });
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [0, true]);
  });
});
