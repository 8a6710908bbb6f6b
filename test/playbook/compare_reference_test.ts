import assert from "node:assert/strict";
import type { Json } from "../../src/contract/json.ts";
import type { ReferenceTrace, StepOutcome, Trace } from "../../src/contract/playbook.ts";
import { compareReference } from "../../src/playbook/compare_reference.ts";
import { AliasesByAppearance, reduceAnswer, reducedText } from "../../src/playbook/reduce.ts";

const REDUCTIONS: { name: string; tool: string; answer: Json; want: Json }[] = [
  {
    name: "list_repositories",
    tool: "list_repositories",
    answer: {
      repositories: [{ repository_id: "r", display_name: "d", root_path: "/r", extra: 1 }],
    },
    want: { repositories: [{ repository_id: "r", display_name: "d", root_path: "/r" }] },
  },
  {
    name: "workspace: its repository, then the others",
    tool: "workspace",
    answer: {
      repository: { repository_id: "a", display_name: "a", root_path: "/a", session: {} },
      repositories: [{ repository_id: "b", display_name: "b", root_path: "/b" }],
      freshness: {},
    },
    want: {
      repositories: [
        { repository_id: "a", display_name: "a", root_path: "/a" },
        { repository_id: "b", display_name: "b", root_path: "/b" },
      ],
    },
  },
  {
    name: "read_file",
    tool: "read_file",
    answer: { repository_id: "r", path: "p", content: "c", bytes: 1, source: {} },
    want: { repository_id: "r", path: "p", content: "c" },
  },
  {
    name: "search_text keeps only keys that are there",
    tool: "search_text",
    answer: {
      total_matches: 1,
      matches: [{ repository_id: "r", path: "p", line: 1, column: 2, excerpt: "e", match_id: "m" }],
    },
    want: { matches: [{ repository_id: "r", path: "p", line: 1, column: 2, excerpt: "e" }] },
  },
  {
    name: "search_text with a legacy snippet",
    tool: "search_text",
    answer: { matches: [{ repository_id: "r", path: "p", line: 1, column: 2, snippet: "s" }] },
    want: { matches: [{ repository_id: "r", path: "p", line: 1, column: 2, snippet: "s" }] },
  },
  {
    name: "search_symbol",
    tool: "search_symbol",
    answer: {
      matches: [{ repository_id: "r", path: "p", line: 1, column: 2, symbol: "s", kind: "k" }],
      completeness: {},
    },
    want: { matches: [{ repository_id: "r", path: "p", line: 1, symbol: "s" }] },
  },
  {
    name: "find_references",
    tool: "find_references",
    answer: {
      matches: [{
        repository_id: "r",
        path: "p",
        line: 1,
        column: 2,
        symbol: "s",
        match_kind: "reference",
      }],
    },
    want: { matches: [{ repository_id: "r", path: "p", line: 1, column: 2, symbol: "s" }] },
  },
  {
    name: "any other tool",
    tool: "list_files",
    answer: { files: [{ path: "p" }] },
    want: { files: [{ path: "p" }] },
  },
  {
    name: "no array where one is expected",
    tool: "search_text",
    answer: { matches: 3 },
    want: { matches: 3 },
  },
];

Deno.test("reduceAnswer() keeps what the reference compares", async (t) => {
  for (const { name, tool, answer, want } of REDUCTIONS) {
    await t.step(name, () => assert.deepEqual(reduceAnswer(tool, answer), want));
  }
});

Deno.test("reducedText() names repositories by first appearance", () => {
  const aliases = new AliasesByAppearance();
  assert.equal(
    reducedText({ repository_id: "shop-1", root_path: "/x", display_name: "s" }, aliases),
    '{"display_name":"repo-001","repository_id":"repo-001","root_path":"repo-001"}',
  );
  assert.equal(
    reducedText([{ repository_id: "other-2" }, { repository_id: "shop-1" }], aliases),
    '[{"repository_id":"repo-002"},{"repository_id":"repo-001"}]',
  );
});

interface Spec {
  schema?: string;
  id?: string;
  count?: number;
  steps?: { id?: string; tool?: string; params?: Json; outcome: StepOutcome }[];
}

const ok = (response_json: Json): StepOutcome => ({ status: "ok", response_json });
const err = (error_code: string, message: string): StepOutcome => ({
  status: "err",
  code: "ErrorCode(-32602)",
  message,
  error_code,
});
const HIT = ok({
  matches: [{
    repository_id: "repo-001",
    path: "a",
    line: 1,
    column: 1,
    excerpt: "x",
    match_id: "m1",
  }],
});

function reference(spec: Spec = {}): ReferenceTrace {
  const steps = spec.steps ?? [{ outcome: HIT }];
  return {
    trace_schema: spec.schema ?? "frigg.deep_search.trace.v1",
    playbook_id: spec.id ?? "p",
    step_count: spec.count ?? steps.length,
    steps: steps.map(({ id, tool, params, outcome }, step_index) => ({
      step_index,
      step_id: id ?? `s${step_index}`,
      tool_name: tool ?? "search_text",
      params_json: JSON.stringify(params ?? { query: "x" }),
      outcome: outcome.status === "err"
        ? outcome
        : { status: "ok", response_json: JSON.stringify(outcome.response_json) },
    })),
  };
}

function replayed(spec: Spec = {}): Trace {
  const steps = spec.steps ?? [{ outcome: HIT }];
  return {
    trace_schema: "frigg.playbook.trace.v1",
    playbook_id: spec.id ?? "p",
    step_count: spec.count ?? steps.length,
    steps: steps.map(({ id, tool, params, outcome }, step_index) => ({
      step_index,
      step_id: id ?? `s${step_index}`,
      tool_name: tool ?? "search_text",
      params_json: params ?? { query: "x" },
      outcome,
      sources: [],
      evidence: [],
    })),
    digest: "0".repeat(64),
    header: {
      frigg_version: "0",
      engine_digest: "0".repeat(64),
      surface: {},
      playbook_digest: "0".repeat(64),
      inputs: {},
      settings: {},
      repositories: [],
    },
  };
}

const DIFFERENCES: {
  name: string;
  expected: ReferenceTrace;
  actual: Trace;
  want: RegExp | undefined;
}[] = [
  { name: "equal", expected: reference(), actual: replayed(), want: undefined },
  {
    name: "ids, handles and key order are reduced away",
    expected: reference({
      steps: [{
        outcome: ok({
          result_handle: "h",
          matches: [{ excerpt: "x", column: 1, line: 1, path: "a", repository_id: "shop-0a" }],
        }),
      }],
    }),
    actual: replayed(),
    want: undefined,
  },
  {
    name: "schema first",
    expected: reference({ schema: "v0", id: "q" }),
    actual: replayed(),
    want: /^trace_schema mismatch/,
  },
  {
    name: "then the id",
    expected: reference({ id: "q", count: 9 }),
    actual: replayed(),
    want: /^playbook_id mismatch/,
  },
  {
    name: "then the expected structure",
    expected: reference({ count: 2 }),
    actual: replayed({ count: 3 }),
    want: /^expected trace steps length mismatch/,
  },
  {
    name: "then the actual structure",
    expected: reference(),
    actual: replayed({ count: 3 }),
    want: /^actual trace steps length mismatch/,
  },
  {
    name: "then the step count",
    expected: reference({ steps: [] }),
    actual: replayed(),
    want: /^step_count mismatch/,
  },
  {
    name: "then the first unequal step",
    expected: reference({ steps: [{ outcome: HIT }, { outcome: ok({ matches: [] }) }] }),
    actual: replayed({ steps: [{ outcome: HIT }, { outcome: HIT }] }),
    want: /^step\[1\] mismatch: search_text: /,
  },
  {
    name: "messages of refusals are not compared",
    expected: reference({ steps: [{ outcome: err("resource_not_found", "one") }] }),
    actual: replayed({ steps: [{ outcome: err("resource_not_found", "two") }] }),
    want: undefined,
  },
  {
    name: "their codes are",
    expected: reference({ steps: [{ outcome: err("resource_not_found", "one") }] }),
    actual: replayed({ steps: [{ outcome: err("access_denied", "one") }] }),
    want: /^step\[0\] mismatch/,
  },
];

Deno.test("compareReference() tells the first difference in the reference's order", async (t) => {
  for (const { name, expected, actual, want } of DIFFERENCES) {
    await t.step(name, () => {
      const message = compareReference(expected, actual)?.message;
      if (want === undefined) assert.equal(message, undefined);
      else assert.match(message ?? "", want);
    });
  }
});

Deno.test("compareReference() refuses a trace whose texts are not JSON", () => {
  const broken = reference();
  const [step] = broken.steps;
  assert.ok(step);
  const trace = { ...broken, steps: [{ ...step, params_json: "{" }] };
  assert.throws(() => compareReference(trace, replayed()), {
    code: "invalid_params",
    message: /step "s0"/,
  });
});
