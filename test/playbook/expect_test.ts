import assert from "node:assert/strict";
import type { Json } from "../../src/contract/json.ts";
import { Expect } from "../../src/contract/playbook.ts";
import { checkExpectations } from "../../src/playbook/expect.ts";
import { FAKE_SURFACE } from "./fake_host.ts";

function row(path: string, excerpt: string): Json {
  return {
    repository_id: "repo-001",
    path,
    line: 1,
    column: 1,
    end_line: 1,
    end_column: 2,
    excerpt,
  };
}

const ANSWER: Json = {
  matches: [row("src/a.ts", "one (1)"), row("docs/b.md", "two"), row("src/c.ts", "three")],
  completeness: { unit: "occurrence", returned: 3, complete: false, truncated: true },
  note: null,
};

function check(expect: object, answer: Json = ANSWER): readonly unknown[] {
  const outcome = { status: "ok", response_json: answer } as const;
  const results = checkExpectations(
    Expect.parse(expect),
    { outcome, sources: [] },
    FAKE_SURFACE.find("search_text"),
  );
  return results.map(({ name, passed, expected, actual, where }) => [
    name,
    passed,
    expected,
    actual,
    ...(where === undefined ? [] : [where]),
  ]);
}

const CASES = [
  { name: "nothing", expect: {}, want: [] },
  { name: "ok", expect: { outcome: "ok" }, want: [["outcome", true, "ok", "ok", "/outcome"]] },
  {
    name: "an error that did not come",
    expect: { outcome: "err:STALE_HANDLE" },
    want: [["outcome", false, "err:STALE_HANDLE", "ok", "/outcome"]],
  },
  {
    name: "complete",
    expect: { complete: true },
    want: [["complete", false, true, false, "/completeness/complete"]],
  },
  {
    name: "an unknown total",
    expect: { total: { min: 0 } },
    want: [["total", false, { min: 0 }, null, "/completeness/total"]],
  },
  {
    name: "returned, exactly",
    expect: { returned: 3 },
    want: [["returned", true, 3, 3, "/completeness/returned"]],
  },
  {
    name: "returned, too many",
    expect: { returned: { min: 1, max: 2 } },
    want: [["returned", false, { min: 1, max: 2 }, 3, "/completeness/returned"]],
  },
  {
    name: "paths, plain and with alias",
    expect: { contains_paths: ["src/c.ts", "repo-001:docs/b.md", "src/d.ts"] },
    want: [
      ["contains_paths[0]", true, "src/c.ts", "src/c.ts", "/matches/2"],
      ["contains_paths[1]", true, "repo-001:docs/b.md", "docs/b.md", "/matches/1"],
      ["contains_paths[2]", false, "src/d.ts", ["src/a.ts", "docs/b.md", "src/c.ts"]],
    ],
  },
  {
    name: "paths within the first rows",
    expect: { contains_paths: ["docs/b.md", "src/c.ts"], within_top: 2 },
    want: [
      [
        "contains_paths[0]",
        true,
        { path: "docs/b.md", within_top: 2 },
        "docs/b.md",
        "/matches/1",
      ],
      [
        "contains_paths[1]",
        false,
        { path: "src/c.ts", within_top: 2 },
        ["src/a.ts", "docs/b.md"],
      ],
    ],
  },
  {
    name: "absent paths, whatever within_top says",
    expect: { not_contains_paths: ["src/c.ts", "x"], within_top: 1 },
    want: [
      ["not_contains_paths[0]", false, { absent: "src/c.ts" }, "src/c.ts", "/matches/2"],
      ["not_contains_paths[1]", true, { absent: "x" }, ["src/a.ts", "docs/b.md", "src/c.ts"]],
    ],
  },
  {
    name: "text",
    expect: { text_contains: ["two", "four"] },
    want: [
      ["text_contains[0]", true, "two", "two", "/matches/1/excerpt"],
      ["text_contains[1]", false, "four", "one (1)\ntwo\nthree"],
    ],
  },
  {
    name: "JSON, one of each kind",
    expect: {
      json: [
        { path: "$.completeness.returned", equals: 3, min: 3, max: 2 },
        { path: "$.matches[*].line", equals: 1, not_equals: 2, type: "number" },
        { path: "$.matches[*].path", matches: "^src/" },
        { path: "$.note", type: "null", exists: true },
        { path: "$.gone", exists: false },
        { path: "$.gone", equals: 1 },
        { path: "$.matches[0]", equals: row("src/a.ts", "one (1)") },
      ],
    },
    want: [
      ["json[0].equals", true, 3, 3, "/completeness/returned"],
      ["json[0].min", true, 3, 3, "/completeness/returned"],
      ["json[0].max", false, 2, 3, "/completeness/returned"],
      ["json[1].equals", true, 1, 1, "/matches/0/line"],
      ["json[1].not_equals", true, 2, 1, "/matches/0/line"],
      ["json[1].type", true, "number", 1, "/matches/0/line"],
      ["json[2].matches", false, "^src/", "docs/b.md", "/matches/1/path"],
      ["json[3].type", true, "null", null, "/note"],
      ["json[3].exists", true, true, true, "/note"],
      ["json[4].exists", true, false, false, "$.gone"],
      ["json[5].equals", false, 1, null, "$.gone"],
      [
        "json[6].equals",
        true,
        row("src/a.ts", "one (1)"),
        row("src/a.ts", "one (1)"),
        "/matches/0",
      ],
    ],
  },
];

Deno.test("checkExpectations() says expected, actual and where", async (t) => {
  for (const { name, expect, want } of CASES) {
    await t.step(name, () => assert.deepEqual(check(expect), want));
  }
});

const GROUP = { group_id: "g", match_any: ["docs/x.md", "docs/b.md"] };
const MISS = { group_id: "g", match_any: ["docs/x.md"] };

const GROUPS = [
  {
    name: "an exact hit",
    group: GROUP,
    want: { group_id: "g", matched_by: "exact", matched_path: "docs/b.md", passed: true },
  },
  { name: "no hit", group: MISS, want: { group_id: "g", matched_by: "none", passed: false } },
  {
    name: "a prefix hit, which does not pass",
    group: { ...MISS, match_mode: "exact_or_prefix", accepted_prefixes: ["doc", "docs/"] },
    want: { group_id: "g", matched_by: "prefix", matched_path: "docs/b.md", passed: false },
  },
  {
    name: "a prefix that is no whole component",
    group: { ...MISS, match_mode: "exact_or_prefix", accepted_prefixes: ["doc"] },
    want: { group_id: "g", matched_by: "none", passed: false },
  },
  {
    name: "prefixes without the mode",
    group: { ...MISS, accepted_prefixes: ["docs"] },
    want: { group_id: "g", matched_by: "none", passed: false },
  },
  {
    name: "not required without semantic status",
    group: { ...MISS, required_when: "semantic_ok" },
    want: { group_id: "g", matched_by: "none", passed: true },
  },
];

Deno.test("checkExpectations() judges witness groups", async (t) => {
  for (const { name, group, want } of GROUPS) {
    await t.step(name, () => {
      const [result] = checkExpectations(
        Expect.parse({ witness_groups: [group] }),
        { outcome: { status: "ok", response_json: ANSWER }, sources: [] },
        FAKE_SURFACE.find("search_text"),
      );
      assert.deepEqual(result?.actual, want);
      assert.equal(result?.passed, want.passed);
    });
  }
});

Deno.test("checkExpectations() requires a group where the semantic status is ok", () => {
  const answer = { ...ANSWER, metadata: { semantic_status: "ok" } };
  const expect = { witness_groups: [{ ...MISS, required_when: "semantic_ok" }] };
  assert.deepEqual(check(expect, answer).map((result) => Array.isArray(result) && result[1]), [
    false,
  ]);
});

Deno.test("checkExpectations() fails everything of a refused step but its outcome and message", () => {
  const expect = Expect.parse({
    outcome: "err:STALE_HANDLE",
    complete: false,
    total: { min: 0 },
    returned: { min: 0 },
    contains_paths: ["a"],
    not_contains_paths: ["a"],
    witness_groups: [{ ...MISS, required_when: "semantic_ok" }],
    text_contains: "no handle",
    json: [{ path: "$", exists: false }, { path: "$", exists: true }],
  });
  const outcome = {
    status: "err",
    code: "ErrorCode(-32602)",
    message: "STALE_HANDLE: no handle",
    error_code: "STALE_HANDLE",
  } as const;
  const results = checkExpectations(expect, { outcome, sources: [] }, undefined);
  assert.deepEqual(results.filter(({ passed }) => passed).map(({ name }) => name), [
    "outcome",
    "text_contains",
  ]);
  assert.equal(results.length, 10);
});

Deno.test("checkExpectations() takes the files of a read for its paths", () => {
  const source = {
    repository: "repo-001",
    path: "src/a.ts",
    bytes: 1,
    sha256: "a".repeat(64),
    git_blob: "b".repeat(40),
    encoding: "utf-8",
    eol: "lf",
  } as const;
  const outcome = { status: "ok", response_json: { content: "x\ny" } } as const;
  const results = checkExpectations(
    Expect.parse({ contains_paths: ["src/a.ts"], text_contains: "x\ny" }),
    { outcome, sources: [source] },
    FAKE_SURFACE.find("read_file"),
  );
  assert.deepEqual(results.map(({ passed }) => passed), [true, true]);
});
