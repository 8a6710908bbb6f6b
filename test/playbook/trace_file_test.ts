import assert from "node:assert/strict";
import { formatProblem, PlaybookError } from "../../src/playbook/problem.ts";
import { isOwnTrace, parseTrace, serializeTrace } from "../../src/playbook/trace_file.ts";

const REFERENCE = {
  trace_schema: "frigg.deep_search.trace.v1",
  playbook_id: "p",
  step_count: 1,
  steps: [{
    step_index: 0,
    step_id: "a",
    tool_name: "search_text",
    params_json: "{}",
    outcome: { status: "ok", response_json: "{}" },
  }],
};

Deno.test("parseTrace() reads reference traces and gives them back", () => {
  const text = JSON.stringify(REFERENCE, null, 2);
  const trace = parseTrace(text, "t.json");
  assert.equal(isOwnTrace(trace), false);
  assert.deepEqual(parseTrace(serializeTrace(trace), "t.json"), REFERENCE);
});

const BROKEN = [
  { name: "no JSON", text: "{", want: /^t\.json: expected a trace as JSON: / },
  { name: "no object", text: "[]", want: /^t\.json: expected a trace, which is a JSON object$/ },
  {
    name: "no schema",
    text: "{}",
    want: /^t\.json: \/trace_schema: missing key "trace_schema": expected a string$/,
  },
  {
    name: "half a surrogate pair",
    text: JSON.stringify({ ...REFERENCE, steps: [{ step_id: "\ud800" }] }),
    want: /^t\.json: \/steps\/0\/step_id: it holds half a surrogate pair$/,
  },
  {
    name: "an unknown key",
    text: JSON.stringify({ ...REFERENCE, digest: "x" }),
    want: /^t\.json: \/digest: unknown key "digest"$/,
  },
  {
    name: "values in a reference trace",
    text: JSON.stringify({ ...REFERENCE, steps: [{ ...REFERENCE.steps[0], params_json: {} }] }),
    want: /^t\.json: \/steps\/0\/params_json: expected a string, found a map$/,
  },
  {
    name: "a lacking digest",
    text: JSON.stringify({
      trace_schema: "frigg.playbook.trace.v1",
      playbook_id: "p",
      step_count: 0,
      steps: [],
    }),
    want: /^t\.json: \/digest: missing key "digest": expected a string$/,
  },
];

Deno.test("parseTrace() refuses, naming the file", async (t) => {
  for (const { name, text, want } of BROKEN) {
    await t.step(name, () => {
      assert.throws(() => parseTrace(text, "t.json"), (error) => {
        assert.ok(error instanceof PlaybookError);
        assert.match(formatProblem(error.problems[0]), want);
        return true;
      });
    });
  }
});
