import assert from "node:assert/strict";
import { z } from "zod";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { isJsonObject } from "../../src/contract/json.ts";
import type { Row, RowCollection } from "../../src/contract/tool.ts";
import { compareAnswers } from "../../src/playbook/compare_step.ts";

/** A tool whose rows stand in `matches`, nested ones in `children`. */
const TOOL = {
  rows: (answer: JsonObject): readonly RowCollection[] => {
    // As a real tool does with an answer that is not of its schema.
    z.array(z.unknown()).optional().parse(answer.matches);
    return [{ pointer: "/matches", order: "exact", rows: nested(answer.matches, "/matches") }];
  },
};

function nested(list: Json | undefined, pointer: string): Row[] {
  const items: readonly Json[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, index) => {
    if (!isJsonObject(item)) return [];
    const at = `${pointer}/${index}`;
    const row = {
      pointer: at,
      repository_id: "repo-001",
      path: String(item.path),
      identity: String(item.symbol ?? ""),
      text: String(item.excerpt ?? ""),
    };
    return [row, ...nested(item.children, `${at}/children`)];
  });
}

const row = (path: string, line: number, excerpt: string, more: JsonObject = {}): JsonObject => ({
  path,
  line,
  excerpt,
  ...more,
});

const CASES: { name: string; expected: Json; actual: Json; want: string[] }[] = [
  {
    name: "equal answers",
    expected: { matches: [row("a", 1, "x")], total: 1 },
    actual: { matches: [row("a", 1, "x")], total: 1 },
    want: [],
  },
  {
    name: "one inserted row is one addition: counts and numbering follow from it",
    expected: {
      matches: [row("a", 1, "x", { match_id: "m1" }), row("c", 3, "z", { match_id: "m2" })],
      total_matches: 2,
      completeness: { returned: 2, total: 2, complete: true },
    },
    actual: {
      matches: [
        row("a", 1, "x", { match_id: "m1" }),
        row("b", 2, "y", { match_id: "m2" }),
        row("c", 3, "z", { match_id: "m3" }),
      ],
      total_matches: 3,
      completeness: { returned: 3, total: 3, complete: true },
    },
    want: ["add /matches/1"],
  },
  {
    name: "counts without rows are compared, each told once",
    expected: { total_matches: 0, completeness: { total: 0 } },
    actual: { total_matches: 2, completeness: { total: 2 } },
    want: ["replace /completeness/total"],
  },
  {
    name: "a count of its own is told beside the total",
    expected: { total_files: 1, completeness: { total: 1 } },
    actual: { total_files: 2, completeness: { total: 3 } },
    want: ["replace /completeness/total", "replace /total_files"],
  },
  {
    name: "the first row takes away what an answer says without rows",
    expected: { matches: [], zero_hit_reason: "query_miss", message: "m", index: { state: "s" } },
    actual: { matches: [row("a", 1, "x")], handle_scope: "search", handle_expires: "session" },
    want: ["add /matches/0"],
  },
  {
    name: "another reason for no rows is told",
    expected: { matches: [], zero_hit_reason: "query_miss" },
    actual: { matches: [], zero_hit_reason: "index_not_ready" },
    want: ["replace /zero_hit_reason"],
  },
  {
    name: "an answer whose rows cannot be read is compared as a value",
    expected: { matches: "of an older version" },
    actual: { matches: [row("a", 1, "x")] },
    want: ["replace /matches"],
  },
  {
    name: "a lost complete flag is never explained by rows",
    expected: { matches: [row("a", 1, "x")], completeness: { complete: true } },
    actual: { matches: [], completeness: { complete: false } },
    want: ["remove /matches/0", "replace /completeness/complete"],
  },
  {
    name: "a shifted row is one replacement",
    expected: { matches: [row("a", 1, "x", { column: 1 })] },
    actual: { matches: [row("a", 6, "x", { column: 2 })] },
    want: ["replace /matches/0"],
  },
  {
    name: "a moved row is one move",
    expected: { matches: [row("a", 1, "x")] },
    actual: { matches: [row("b", 1, "x")] },
    want: ["move /matches/0"],
  },
  {
    name: "a change of a nested row is not one of its parent",
    expected: {
      matches: [row("a", 1, "C", { symbol: "C", children: [row("a", 2, "m", { symbol: "m" })] })],
    },
    actual: {
      matches: [row("a", 1, "C", { symbol: "C", children: [row("a", 2, "m2", { symbol: "m" })] })],
    },
    want: ["replace /matches/0/children/0"],
  },
  {
    name: "proof and length of a read change with its content",
    expected: { content: "a", bytes: 1, source: { sha256: "1", bytes: 1 } },
    actual: { content: "b", bytes: 2, source: { sha256: "2", bytes: 2 } },
    want: ["replace /content"],
  },
  {
    name: "a proof that changes alone is one change",
    expected: { content: "a", bytes: 1, source: { sha256: "1", bytes: 1, git_blob: "1" } },
    actual: { content: "a", bytes: 1, source: { sha256: "2", bytes: 2, git_blob: "2" } },
    want: ["replace /source"],
  },
  {
    name: "a read that moved is one change",
    expected: { path: "a", content: "x", line: 6, end_line: 7, source: { sha256: "1" }, bytes: 1 },
    actual: { path: "a", content: "x", line: 8, end_line: 9, source: { sha256: "2" }, bytes: 1 },
    want: ["replace "],
  },
  {
    name: "a read that changed and moved is two",
    expected: { path: "a", content: "x", line: 6, end_line: 7, source: { sha256: "1" } },
    actual: { path: "a", content: "y", line: 8, end_line: 9, source: { sha256: "2" } },
    want: ["replace /content", "replace "],
  },
  {
    name: "handles inside next_actions are derived, their tools are not",
    expected: { next_actions: [{ tool: "read_match", arguments: { result_handle: "h1" } }] },
    actual: { next_actions: [{ tool: "read_file", arguments: { result_handle: "h2" } }] },
    want: ["replace /next_actions/0/tool"],
  },
  { name: "a new field is an addition", expected: {}, actual: { note: "n" }, want: ["add /note"] },
];

Deno.test("compareAnswers() shows where a read stood and stands", () => {
  const read = (line: number, sha256: string): JsonObject => ({
    path: "a.ts",
    content: "x",
    start_line: line,
    source: { sha256 },
    bytes: 1,
  });
  const [change] = compareAnswers(read(6, "1"), read(8, "2"), TOOL);
  assert.deepEqual(change?.expected, { path: "a.ts", start_line: 6, source: { sha256: "1" } });
  assert.deepEqual(change?.actual, { path: "a.ts", start_line: 8, source: { sha256: "2" } });
});

Deno.test("compareAnswers()", async (t) => {
  for (const { name, expected, actual, want } of CASES) {
    await t.step(name, () => {
      const told = compareAnswers(expected, actual, TOOL).map(({ op, pointer }) =>
        `${op} ${pointer}`
      );
      assert.deepEqual(told, want);
    });
  }
});
