import assert from "node:assert/strict";
import { canonicalPretty } from "../../src/contract/canonical_json.ts";
import type { Trace, TraceStep } from "../../src/contract/playbook.ts";
import { acceptStep } from "../../src/playbook/accept.ts";
import { traceDigest } from "../../src/playbook/digest.ts";

function step(id: string, answer: number, index: number): TraceStep {
  return {
    step_index: index,
    step_id: id,
    tool_name: "search_text",
    params_json: { query: id },
    outcome: { status: "ok", response_json: { answer } },
    sources: [],
    evidence: [],
  };
}

/** `id answer` a step. */
async function trace(engine: string, ...steps: string[]): Promise<Trace> {
  const body = {
    trace_schema: "frigg.playbook.trace.v1" as const,
    playbook_id: "p",
    step_count: steps.length,
    steps: steps.map((spec, index) => {
      const [id = "", answer] = spec.split(" ");
      return step(id, Number(answer), index);
    }),
  };
  const header = {
    frigg_version: "0",
    engine_digest: engine.repeat(64),
    surface: {},
    playbook_digest: "0".repeat(64),
    inputs: {},
    settings: {},
    repositories: [],
  };
  return { ...body, digest: await traceDigest(body), header };
}

const told = (made: Trace): string[] =>
  made.steps.map(({ step_index, step_id, outcome }) =>
    `${step_index} ${step_id} ${
      outcome.status === "ok" ? JSON.stringify(outcome.response_json) : "err"
    }`
  );

Deno.test("acceptStep() takes one step and leaves the others byte-identical", async () => {
  const accepted = await trace("a", "one 1", "two 2", "three 3");
  const merged = await acceptStep(accepted, await trace("b", "one 9", "two 8", "three 7"), "two");
  assert.deepEqual(told(merged), [
    '0 one {"answer":1}',
    '1 two {"answer":8}',
    '2 three {"answer":3}',
  ]);
  for (const index of [0, 2]) {
    assert.equal(canonicalPretty(merged.steps[index]), canonicalPretty(accepted.steps[index]));
  }
  assert.deepEqual(merged.header, accepted.header);
  assert.notEqual(merged.digest, accepted.digest);
});

Deno.test("acceptStep() gives the digest of an equal trace", async () => {
  const pending = await trace("b", "one 1", "two 8");
  const merged = await acceptStep(await trace("a", "one 1", "two 2"), pending, "two");
  assert.equal(merged.digest, pending.digest);
});

Deno.test("acceptStep() takes a new step in after the one it follows", async () => {
  const merged = await acceptStep(
    await trace("a", "one 1", "three 3"),
    await trace("b", "one 1", "two 2", "three 3"),
    "two",
  );
  assert.deepEqual(told(merged), [
    '0 one {"answer":1}',
    '1 two {"answer":2}',
    '2 three {"answer":3}',
  ]);
  assert.equal(merged.step_count, 3);
});

Deno.test("acceptStep() drops a step that the playbook no longer has", async () => {
  const merged = await acceptStep(
    await trace("a", "one 1", "two 2"),
    await trace("b", "two 2"),
    "one",
  );
  assert.deepEqual(told(merged), ['0 two {"answer":2}']);
  assert.equal(merged.step_count, 1);
});

Deno.test("acceptStep() refuses a step that neither trace has", async () => {
  const made = await trace("a", "one 1");
  await assert.rejects(acceptStep(made, made, "other"), {
    name: "ToolError",
    code: "invalid_params",
    message: 'Cannot accept step "other": the pending trace has one',
  });
});
