import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { tempRepo } from "../support/repo.ts";

/** One row a mistake: the field that the refusal names and how its message ends. */
const CASES: readonly {
  readonly tool: string;
  readonly args: JsonObject;
  readonly field: string;
  readonly says: string;
}[] = [
  { tool: "search_text", args: {}, field: "query", says: "required: a non-empty string" },
  { tool: "search_text", args: { query: "" }, field: "query", says: 'a non-empty string, got ""' },
  {
    tool: "search_text",
    args: { query: "x\ud800" },
    field: "query",
    says: "it holds half a surrogate pair",
  },
  {
    tool: "search_batch",
    args: { probes: [{ id: "a", kind: "text", query: "\udc00" }] },
    field: "probes.0.query",
    says: "it holds half a surrogate pair",
  },
  {
    tool: "search_text",
    args: { query: "  " },
    field: "query",
    says: 'non-empty string, got "  "',
  },
  {
    tool: "search_text",
    args: { query: "x", limit: 0 },
    field: "limit",
    says: "at least 1, got 0",
  },
  { tool: "search_text", args: { query: "x", limit: -3 }, field: "limit", says: "1, got -3" },
  { tool: "search_text", args: { query: "x", limit: 1.5 }, field: "limit", says: "1, got 1.5" },
  { tool: "search_text", args: { query: "x", limt: 1 }, field: "limt", says: "word" },
  {
    tool: "search_text",
    args: { query: "x", context_lines: 33 },
    field: "context_lines",
    says: "expected an integer from 0 to 32, got 33",
  },
  {
    tool: "search_text",
    args: { query: "x", max_count_per_file: 0 },
    field: "max_count_per_file",
    says: "at least 1, got 0",
  },
  {
    tool: "search_text",
    args: { query: "x", pattern: "y" },
    field: "pattern",
    says: 'beside "query": both name one thing',
  },
  {
    tool: "search_text",
    args: { query: "x", case_sensitive: true, ignore_case: true },
    field: "ignore_case",
    says: "it contradicts case_sensitive true",
  },
  {
    tool: "search_text",
    args: { query: "x", case_sensitive: false, ignore_case: false },
    field: "ignore_case",
    says: "it contradicts case_sensitive false",
  },
  {
    tool: "search_text",
    args: { query: "x", count_only: true, files_with_matches: true },
    field: "count_only",
    says: "it excludes files_with_matches",
  },
  {
    tool: "search_text",
    args: { query: "x", pattern_type: "glob" },
    field: "pattern_type",
    says: 'expected one of "literal", "regex", got "glob"',
  },
  { tool: "search_symbol", args: { query: "" }, field: "query", says: 'non-empty string, got ""' },
  { tool: "search_symbol", args: { query: "x", limit: 0 }, field: "limit", says: "1, got 0" },
  { tool: "list_files", args: { limit: 0 }, field: "limit", says: "at least 1, got 0" },
  { tool: "list_files", args: { language: "x" }, field: "language", says: "it is not supported" },
  {
    tool: "list_files",
    args: { resume_from: "page 2" },
    field: "resume_from",
    says: "send a value that a page gave",
  },
  {
    tool: "document_symbols",
    args: { path: "a.ts", limit: 1001 },
    field: "limit",
    says: "expected an integer from 1 to 1000, got 1001",
  },
  { tool: "document_symbols", args: {}, field: "path", says: "required unless target is given" },
  { tool: "document_symbols", args: { path: "a.txt" }, field: "path", says: "have no outline" },
  { tool: "read_file", args: { path: "" }, field: "path", says: 'non-empty string, got ""' },
  { tool: "read_file", args: { path: "a.ts", max_bytes: 0 }, field: "max_bytes", says: "got 0" },
  { tool: "read_file", args: { path: "a.ts", start_line: 0 }, field: "start_line", says: "got 0" },
  { tool: "read_file", args: { path: "a.ts", end_line: 0 }, field: "end_line", says: "got 0" },
  { tool: "read_file", args: { path: "a.ts", line_count: 0 }, field: "line_count", says: "got 0" },
  {
    tool: "read_file",
    args: { path: "a.ts", start_line: 3, end_line: 2 },
    field: "end_line",
    says: "expected at least start_line 3, got 2",
  },
  {
    tool: "read_file",
    args: { path: "a.ts", end_line: 2, line_count: 1 },
    field: "line_count",
    says: "it excludes end_line",
  },
  {
    tool: "read_file",
    args: { path: "a.ts", include_context_efficiency: true },
    field: "include_context_efficiency",
    says: "it needs presentation_mode json",
  },
  {
    tool: "read_file",
    args: { path: "a.ts", start_line: 9 },
    field: "start_line",
    says: 'Cannot read "a.ts" from line 9: it has 1 lines',
  },
  {
    tool: "search_text",
    args: { query: "a\ud800" },
    field: "query",
    says: "it holds half a surrogate pair",
  },
  {
    tool: "list_files",
    args: { glob: "\udc00" },
    field: "glob",
    says: "it holds half a surrogate pair",
  },
  {
    tool: "read_match",
    args: {
      result_handle: "x",
      match_id: "y",
      origin: { tool: "t", arguments: { a: ["\ud800"] } },
    },
    field: "origin.arguments.a.0",
    says: "it holds half a surrogate pair",
  },
  {
    tool: "read_match",
    args: { result_handle: "x", match_id: "y", before: -1 },
    field: "before",
    says: "at least 0, got -1",
  },
  {
    tool: "read_match",
    args: { result_handle: "x", match_id: "y", origin: { tool: "t", args: {} } },
    field: "origin.arguments",
    says: "required: an object",
  },
  { tool: "workspace", args: { path: "" }, field: "path", says: 'non-empty string, got ""' },
  {
    tool: "workspace",
    args: { path: "/", repository_id: "repo-001" },
    field: "repository_id",
    says: "it excludes path",
  },
  {
    tool: "workspace",
    args: { resolve_mode: "parent" },
    field: "resolve_mode",
    says: 'expected one of "git_root", "direct", got "parent"',
  },
  {
    tool: "document_symbols",
    args: { target: { kind: "result_match", result_handle: "x", extra: 1 } },
    field: "target.extra",
    says: "target_scope",
  },
  {
    tool: "document_symbols",
    args: { target: { kind: "stable_symbol", match_id: "x" } },
    field: "target.repository_id",
    says: 'kind "stable_symbol" needs "repository_id"',
  },
];

Deno.test("a mistake in the arguments is refused by the name of its field", async (t) => {
  using repo = tempRepo({ "a.ts": "const a = 1;\n", "a.txt": "a\n" });
  await using connection = await connect([repo.root]);
  for (const { tool, args, field, says } of CASES) {
    await t.step(`${tool} ${JSON.stringify(args)}`, async () => {
      const error = await connection.refused(tool, args);
      assert.equal(error["error_code"], "invalid_params");
      assert.equal(error["retryable"], false);
      assert.equal(error["field"], field);
      const { message } = error;
      assert(typeof message === "string" && message.endsWith(says), String(message));
    });
  }
  await t.step("an unknown tool is refused by its name", async () => {
    const { tool_name, message } = await connection.refused("serch_text");
    assert.equal(tool_name, "serch_text");
    assert.equal(
      message,
      'invalid_params: Cannot find tool "serch_text"; did you mean "search_text"?',
    );
  });
  await t.step("client text is echoed in part only", async () => {
    const { message } = await connection.refused("x".repeat(5_000));
    assert(typeof message === "string" && message.length < 600);
  });
  await t.step("nothing of this was a bug", () => assert.deepEqual(connection.logged, []));
});

Deno.test("what a client wrote comes back in bounded length", async (t) => {
  using repo = tempRepo({ "a.ts": "const a = 1;\n" });
  await using connection = await connect([repo.root]);
  await t.step("in a refusal", async () => {
    const path = `${"p".repeat(9_000)}.txt`;
    const { message, path: echoed } = await connection.refused("document_symbols", { path });
    assert(typeof message === "string" && message.length < 1_100);
    assert(typeof echoed === "string" && echoed.length === 513);
  });
  await t.step("in advice: an action with long arguments is left out", async () => {
    const short = await connection.call("search_text", { query: "a|b|zz" });
    assert.equal(short["error_code"], "QUERY_LOOKS_LIKE_REGEX");
    assert(Array.isArray(short["next_actions"]));
    const long = await connection.call("search_text", { query: "zz|".repeat(400) });
    assert.equal(long["error_code"], "QUERY_LOOKS_LIKE_REGEX");
    assert.equal(long["next_actions"], undefined);
  });
});
