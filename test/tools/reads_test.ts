import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "crlf.txt": "a\r\nb\r\n",
  "odd.txt": "a\f\nb\u2028c\nneedle\n",
  "mark.txt": "\ufefffoo\nbar",
  "empty.txt": "",
  "min.js": `${"var a=1;".repeat(250)}\n`.repeat(50),
};

Deno.test("read_file shows the bytes of a file in three forms", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const cases: readonly { name: string; args: JsonObject; want: readonly string[] }[] = [
    { name: "text keeps the bytes", args: { path: "crlf.txt" }, want: ["a\r\nb\r\n"] },
    {
      name: "citation counts and ends lines with LF",
      args: { path: "crlf.txt", presentation_mode: "citation" },
      want: ["1|a\n2|b\n"],
    },
    {
      name: "only line ends end lines",
      args: { path: "odd.txt", presentation_mode: "citation" },
      want: ["1|a\f\n2|b\u2028c\n3|needle\n"],
    },
    { name: "a mark is no content", args: { path: "mark.txt" }, want: ["foo\nbar"] },
    {
      name: "the last line ends as it does",
      args: { path: "mark.txt", presentation_mode: "citation", start_line: 2 },
      want: ["2|bar"],
    },
    { name: "nothing", args: { path: "empty.txt", presentation_mode: "citation" }, want: [""] },
    {
      name: "a slice is clamped to the file",
      args: { path: "odd.txt", start_line: 3, line_count: 9 },
      want: ["needle\n"],
    },
    {
      name: "a line that is too long is cut and says so",
      args: { path: "min.js", start_line: 1, end_line: 1, max_bytes: 1_000 },
      want: ["var a=1;".repeat(125), "truncated_bytes: 1001"],
    },
    {
      name: "as citation too",
      args: {
        path: "min.js",
        start_line: 1,
        end_line: 1,
        max_bytes: 1_000,
        presentation_mode: "citation",
      },
      want: [`1|${"var a=1;".repeat(125)}`, "truncated_bytes: 1001"],
    },
  ];
  for (const { name, args, want } of cases) {
    await t.step(
      name,
      async () => assert.deepEqual(await connection.text("read_file", args), want),
    );
  }
  await t.step("json has the proof of the whole file", async () => {
    const answer = await connection.call("read_file", {
      path: `${repo.root}/crlf.txt`,
      presentation_mode: "json",
      start_line: 2,
    });
    const { repository_id, ...rest } = answer;
    assert.match(String(repository_id), /^repo-[0-9a-f]{12}$/);
    assert.deepEqual(rest, {
      path: "crlf.txt",
      start_line: 2,
      end_line: 2,
      bytes: 3,
      content: "b\r\n",
      source: {
        sha256: "58055bdcc73787eb88c78d36f0b4939e9c5dc1c3ad17e25cc85a6833cf1a0cab",
        bytes: 6,
        git_blob: "c30dea8a3641ea99b125d04d599d843712292759",
      },
    });
  });
  await t.step("more than max_bytes is refused with what fits", async () => {
    const error = await connection.refused("read_file", {
      path: "min.js",
      start_line: 1,
      end_line: 50,
      max_bytes: 48_000,
    });
    assert.deepEqual(
      pick(error, "suggested_max_bytes", "suggested_line_count", "start_line", "end_line"),
      [100_050, 23, 1, 50],
    );
    assert.deepEqual(pick(error, "bytes", "max_bytes", "requested_max_bytes", "total_lines"), [
      100_050,
      48_000,
      48_000,
      50,
    ]);
  });
  await t.step("what is not there, and what is outside", async () => {
    const missing = await connection.refused("read_file", { path: "no.txt" });
    assert.equal(missing["message"], "resource_not_found: file not found");
    for (const path of ["/etc/hostname", "/no/such", "../x", "a/../../x"]) {
      const outside = await connection.refused("read_file", { path });
      assert.deepEqual(outside, {
        error_code: "access_denied",
        retryable: false,
        message: "access_denied: path is outside workspace roots",
      });
    }
  });
});

Deno.test("read_match shows a match only as long as its source is unchanged", async (t) => {
  using repo = tempRepo({ "a.txt": "one\ntwo needle\nthree\nfour\n", "b.txt": "needle\nneedle\n" });
  await using connection = await connect([repo.root]);
  const args = { query: "needle" };
  const found = await connection.call("search_text", args);
  const result_handle = String(found["result_handle"]);
  const match = { result_handle, match_id: "search:m1" };

  await t.step("the lines around it", async () => {
    const want = ["1|one\n2|two needle\n3|three\n"];
    const request = { ...match, after: 1, presentation_mode: "citation" };
    assert.deepEqual(await connection.text("read_match", request), want);
  });
  await t.step("as JSON", async () => {
    const answer = await connection.call("read_match", {
      ...match,
      before: 0,
      after: 0,
      presentation_mode: "json",
    });
    assert.deepEqual(
      pick(answer, "path", "line", "column", "start_line", "end_line", "bytes", "content"),
      ["a.txt", 2, 5, 2, 2, 11, "two needle\n"],
    );
  });
  await t.step("more than 32 lines count as 32", async () => {
    const [content] = await connection.text("read_match", {
      ...match,
      before: 1_000,
      after: 1_000,
    });
    assert.equal(content, "one\ntwo needle\nthree\nfour\n");
  });
  await t.step("a match of another handle names that handle", async () => {
    const other = await connection.call("search_text", { query: "three" });
    const error = await connection.refused("read_match", {
      result_handle: String(other["result_handle"]),
      match_id: "search:m3",
    });
    assert.deepEqual(pick(error, "error_code", "foreign_handle"), ["MIXED_HANDLE", result_handle]);
  });
  await t.step("another session does not know the handle", async () => {
    const other = await connection.another();
    const error = await other.refused("read_match", match);
    assert.equal(error["error_code"], "STALE_HANDLE");
    await other.client.close();
  });
  await t.step("changed bytes are refused, and never shown", async () => {
    repo.write("a.txt", "one\nsecret\ntwo needle\nthree\n");
    const error = await connection.refused("read_match", {
      ...match,
      origin: { tool: "search_text", arguments: args },
    });
    assert.deepEqual(pick(error, "error_code", "result_handle", "match_id"), [
      "STALE_PROOF_ANCHOR",
      result_handle,
      "search:m1",
    ]);
    assert.deepEqual(
      list(error, "next_actions").map((action) => pick(action, "tool", "arguments")),
      [
        ["search_text", args],
      ],
    );
    assert(!JSON.stringify(error).includes("secret"));
  });
  const origins = [
    { tool: "impact_bundle", arguments: { symbol: "two" }, retries: ["impact_bundle"] },
    { tool: "search_text", arguments: { nonsense: 1 }, retries: [] },
    { tool: "read_match", arguments: match, retries: [] },
    { tool: "workspace", arguments: { path: repo.root }, retries: [] },
    { tool: "list_files", arguments: {}, retries: [] },
    { tool: "unknown", arguments: {}, retries: [] },
  ];
  for (const { retries, ...origin } of origins) {
    await t.step(`a retry of ${origin.tool} is offered only if it gives a handle`, async () => {
      const error = await connection.refused("read_match", { ...match, origin });
      assert.deepEqual(list(error, "next_actions").map(({ tool }) => tool), retries);
    });
  }
  await t.step("so is a file that is gone", async () => {
    repo.remove("b.txt");
    const error = await connection.refused("read_match", { ...match, match_id: "search:m2" });
    assert.deepEqual(pick(error, "error_code", "next_actions"), ["STALE_PROOF_ANCHOR", undefined]);
  });
  await t.step("and a file that became a link to the outside", async () => {
    repo.write("c.txt", "needle\n");
    const again = await connection.call("search_text", { query: "three" });
    repo.remove("a.txt");
    await Deno.symlink("/etc/hostname", `${repo.root}/a.txt`);
    const error = await connection.refused("read_match", {
      result_handle: String(again["result_handle"]),
      match_id: "search:m1",
    });
    assert.equal(error["error_code"], "STALE_PROOF_ANCHOR");
  });
  await t.step("a new search gives a match that reads", async () => {
    repo.remove("a.txt");
    repo.write("a.txt", "new needle\n");
    const again = await connection.call("search_text", args);
    assert.equal(object(again, "completeness")["complete"], false);
    const [content] = await connection.text("read_match", {
      result_handle: String(again["result_handle"]),
      match_id: "search:m1",
    });
    assert.equal(content, "new needle\n");
  });
});
