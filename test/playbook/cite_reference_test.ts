import assert from "node:assert/strict";
import { ReferencePayload } from "../../src/contract/citation.ts";
import { ToolError } from "../../src/contract/errors.ts";
import type { ReferenceTrace } from "../../src/contract/playbook.ts";
import { composeCitations } from "../../src/playbook/cite.ts";
import { citationsAsMarkdown } from "../../src/playbook/cite_markdown.ts";
import { parseTraceValue } from "../../src/playbook/trace_file.ts";

type Step = ReferenceTrace["steps"][number];

function ok(stepId: string, tool: string, response: unknown): Omit<Step, "step_index"> {
  return {
    step_id: stepId,
    tool_name: tool,
    params_json: "{}",
    outcome: { status: "ok", response_json: JSON.stringify(response) },
  };
}

function traceOf(steps: readonly Omit<Step, "step_index">[]): ReferenceTrace {
  return {
    trace_schema: "frigg.deep_search.trace.v1",
    playbook_id: "citation-payload-fixture-v1",
    step_count: steps.length,
    steps: steps.map((step, step_index) => ({ step_index, ...step })),
  };
}

const PLACE = { repository_id: "repo-001", path: "src/lib.rs" };
const MATCH = {
  ...PLACE,
  line: 3,
  column: 17,
  excerpt: "  let greeting = greet();  ",
  snippet: "old",
};

/** The fixture of the contract, §6.2.6. */
const FIXTURE = traceOf([
  ok("tool-001", "list_repositories", {
    repositories: [{ repository_id: "repo-001", display_name: "lib", root_path: "/tmp/lib" }],
  }),
  ok("tool-002", "search_text", { matches: [MATCH] }),
  ok("tool-003", "read_file", { ...PLACE, content: "pub fn greet() {}\n// end\n" }),
  ok("tool-004", "search_symbol", { matches: [{ ...PLACE, line: 1, symbol: "greet" }] }),
  ok("tool-005", "find_references", {
    matches: [{ ...PLACE, line: 3, column: 17, symbol: "greet" }],
  }),
]);

async function compose(trace: ReferenceTrace, answer?: string): Promise<ReferencePayload> {
  const payload = await composeCitations(parseTraceValue(trace), answer);
  assert.ok(!("uncited" in payload));
  assert.deepEqual(ReferencePayload.parse(payload), payload);
  return payload;
}

Deno.test("composeCitations() gives the reference's payload of its fixture", async () => {
  const payload = await compose(FIXTURE);
  assert.deepEqual(payload, {
    answer_schema: "frigg.deep_search.answer.v1",
    playbook_id: "citation-payload-fixture-v1",
    answer: [
      "Text evidence of step tool-002 at repo-001:src/lib.rs:3:17: let greeting = greet();",
      "File read evidence of step tool-003 at repo-001:src/lib.rs",
      "Symbol evidence of step tool-004 at repo-001:src/lib.rs:1: greet",
      "Reference evidence of step tool-005 at repo-001:src/lib.rs:3:17: greet",
    ].join("\n"),
    claims: [
      {
        claim_id: "claim-001",
        text: "Text evidence of step tool-002 at repo-001:src/lib.rs:3:17: let greeting = greet();",
        citation_ids: ["cit-001"],
      },
      {
        claim_id: "claim-002",
        text: "File read evidence of step tool-003 at repo-001:src/lib.rs",
        citation_ids: ["cit-002"],
      },
      {
        claim_id: "claim-003",
        text: "Symbol evidence of step tool-004 at repo-001:src/lib.rs:1: greet",
        citation_ids: ["cit-003"],
      },
      {
        claim_id: "claim-004",
        text: "Reference evidence of step tool-005 at repo-001:src/lib.rs:3:17: greet",
        citation_ids: ["cit-004"],
      },
    ],
    citations: [
      {
        citation_id: "cit-001",
        tool_call_id: "tool-002",
        tool_name: "search_text",
        ...PLACE,
        span: { start_line: 3, start_column: 17, end_line: 3, end_column: 17 },
      },
      {
        citation_id: "cit-002",
        tool_call_id: "tool-003",
        tool_name: "read_file",
        ...PLACE,
        span: { start_line: 1, start_column: 1, end_line: 2, end_column: 1 },
      },
      {
        citation_id: "cit-003",
        tool_call_id: "tool-004",
        tool_name: "search_symbol",
        ...PLACE,
        span: { start_line: 1, start_column: 1, end_line: 1, end_column: 1 },
      },
      {
        citation_id: "cit-004",
        tool_call_id: "tool-005",
        tool_name: "find_references",
        ...PLACE,
        span: { start_line: 3, start_column: 17, end_line: 3, end_column: 17 },
      },
    ],
  });
});

Deno.test("composeCitations() twice gives equal payloads of a reference trace", async () => {
  assert.deepEqual(await compose(FIXTURE), await compose(FIXTURE));
});

Deno.test("composeCitations() keeps a given answer and replaces a blank one", async () => {
  assert.equal((await compose(FIXTURE, "Mine.")).answer, "Mine.");
  assert.deepEqual(await compose(FIXTURE, "  "), await compose(FIXTURE));
});

const ROWS = [
  { name: "the excerpt wins", row: MATCH, want: "let greeting = greet();" },
  { name: "the snippet is the fallback", row: { ...MATCH, excerpt: " " }, want: "old" },
  { name: "neither", row: { ...PLACE, line: 3, column: 17 }, want: "(no excerpt)" },
  {
    name: "cut at 120 characters",
    row: { ...MATCH, excerpt: "é".repeat(121) },
    want: `${"é".repeat(120)}...`,
  },
];

Deno.test("composeCitations() shows the fragment of a search row", async (t) => {
  for (const { name, row, want } of ROWS) {
    await t.step(name, async () => {
      const { claims: [claim] } = await compose(
        traceOf([ok("a", "search_text", { matches: [row] })]),
      );
      assert.equal(claim?.text, `Text evidence of step a at repo-001:src/lib.rs:3:17: ${want}`);
    });
  }
});

const ANCHOR = { start_line: 3, start_column: 1, end_line: 4, end_column: 22 };

const SPANS = [
  { name: "an anchor", tool: "search_hybrid", row: { ...MATCH, anchor: ANCHOR }, want: ANCHOR },
  {
    name: "an anchor that lacks its end",
    tool: "search_hybrid",
    row: { ...MATCH, anchor: { ...ANCHOR, end_line: undefined } },
    want: { start_line: 3, start_column: 17, end_line: 3, end_column: 17 },
  },
  {
    name: "no anchor",
    tool: "search_hybrid",
    row: MATCH,
    want: { start_line: 3, start_column: 17, end_line: 3, end_column: 17 },
  },
  {
    name: "zero, raised to one",
    tool: "find_references",
    row: { ...MATCH, line: 0, column: 0 },
    want: { start_line: 1, start_column: 1, end_line: 1, end_column: 1 },
  },
  {
    name: "a symbol, whatever its column",
    tool: "search_symbol",
    row: { ...PLACE, line: 7, column: 9 },
    want: { start_line: 7, start_column: 1, end_line: 7, end_column: 1 },
  },
];

Deno.test("composeCitations() takes spans from rows", async (t) => {
  for (const { name, tool, row, want } of SPANS) {
    await t.step(name, async () => {
      const { citations: [citation] } = await compose(traceOf([ok("a", tool, { matches: [row] })]));
      assert.deepEqual(citation?.span, want);
    });
  }
});

Deno.test("composeCitations() skips failed steps, workspaces and unknown tools", async () => {
  const failed = {
    step_id: "bad",
    tool_name: "search_text",
    params_json: "{}",
    outcome: { status: "err", code: "INTERNAL_ERROR", message: "no", error_code: null },
  } as const;
  const payload = await compose(traceOf([
    failed,
    ok("w", "workspace", { repository: PLACE }),
    ok("x", "constructor", { matches: [MATCH] }),
    ok("y", "search_text", { matches: [MATCH] }),
  ]));
  assert.deepEqual(payload.citations.map(({ tool_call_id }) => tool_call_id), ["y"]);
});

const REFUSED = [
  {
    name: "no JSON",
    step: { ...ok("s", "search_text", 0), outcome: { status: "ok", response_json: "{" } },
    want: "response_json is not JSON",
  },
  { name: "no object", step: ok("s", "read_file", []), want: "response_json is not an object" },
  {
    name: "no matches",
    step: ok("s", "search_hybrid", { rows: [] }),
    want: 'its response has no array "matches"',
  },
  {
    name: "no row",
    step: ok("s", "search_text", { matches: [1] }),
    want: "a row is not an object",
  },
  {
    name: "no repository",
    step: ok("s", "search_text", { matches: [{ ...MATCH, repository_id: " " }] }),
    want: 'a row has no text "repository_id"',
  },
  {
    name: "no path",
    step: ok("s", "find_references", { matches: [{ ...MATCH, path: 1 }] }),
    want: 'a row has no text "path"',
  },
  {
    name: "no line",
    step: ok("s", "search_symbol", { matches: [PLACE] }),
    want: 'a row has no non-negative integer "line"',
  },
  {
    name: "a negative column",
    step: ok("s", "search_text", { matches: [{ ...MATCH, column: -1 }] }),
    want: 'a row has no non-negative integer "column"',
  },
  {
    name: "half a line",
    step: ok("s", "search_text", { matches: [{ ...MATCH, line: 1.5 }] }),
    want: 'a row has no non-negative integer "line"',
  },
  {
    name: "no column of a hybrid row",
    step: ok("s", "search_hybrid", { matches: [{ ...PLACE, line: 1, anchor: ANCHOR }] }),
    want: 'a row has no non-negative integer "column"',
  },
  {
    name: "a read without path",
    step: ok("s", "read_file", { repository_id: "r", content: "" }),
    want: 'a row has no text "path"',
  },
  {
    name: "a read without content",
    step: ok("s", "read_file", PLACE),
    want: 'its response has no text "content"',
  },
] as const;

Deno.test("composeCitations() refuses answers it cannot cite, naming the step", async (t) => {
  for (const { name, step, want } of REFUSED) {
    await t.step(name, async () => {
      await assert.rejects(compose(traceOf([step])), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, "invalid_params");
        assert.equal(error.message, `Cannot cite step "s": ${want}`);
        assert.equal(error.data["step_id"], "s");
        return true;
      });
    });
  }
});

Deno.test("citationsAsMarkdown() escapes what paths may hold", async () => {
  const row = { ...MATCH, path: "src/__init__|`x`[1].py" };
  const text = citationsAsMarkdown(
    await compose(traceOf([ok("a", "search_text", { matches: [row] })])),
  );
  assert.ok(
    text.includes(
      "[^cit-001]: src/\\_\\_init\\_\\_\\|\\`x\\`\\[1\\].py:3; step `a` (search_text)\n",
    ),
  );
});

Deno.test("citationsAsMarkdown() spells out what would move a cursor, end a line or turn a path", async () => {
  const row = { ...MATCH, path: "src/a\n\u202egnp\x1b[31m.ts" };
  const payload = await compose(traceOf([ok("a", "search_text", { matches: [row] })]));
  const text = citationsAsMarkdown({ ...payload, answer: "It\x1b[2J is \u05d0\u200f." });
  assert.ok(text.includes("[^cit-001]: src/a\\\\u000a\\\\u202egnp\\\\u001b\\[31m.ts:3; "), text);
  assert.ok(text.includes("\nIt\\u001b[2J is \u05d0\u200f.\n"), text);
});
