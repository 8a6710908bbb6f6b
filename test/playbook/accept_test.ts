import assert from "node:assert/strict";
import { canonicalPretty } from "../../src/contract/canonical_json.ts";
import type { Trace, TraceRepository, TraceStep } from "../../src/contract/playbook.ts";
import { acceptAll, acceptStep } from "../../src/playbook/accept.ts";
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

Deno.test("acceptStep() gives the pending trace once nothing else differs", async () => {
  const pending = await trace("b", "one 1", "two 8");
  const merged = await acceptStep(await trace("a", "one 1", "two 2"), pending, "two");
  assert.deepEqual(merged, pending);
});

/** A repository at a commit. */
function at(alias: string, commit: string): TraceRepository {
  const digest = "0".repeat(64);
  return {
    alias,
    name: alias,
    remote: "https://github.com/acme/shop",
    snapshot_token: digest,
    files: 1,
    paths_digest: digest,
    manifest_digest: digest,
    ignore_digest: digest,
    vcs: { commit, dirty: false },
  };
}

Deno.test("acceptStep() names no commit for steps of two trees", async () => {
  const [before, after] = [await trace("a", "one 1", "two 2"), await trace("b", "one 9", "two 8")];
  const merged = await acceptStep(
    {
      ...before,
      header: { ...before.header, repositories: [at("repo-001", "a"), at("repo-002", "c")] },
    },
    {
      ...after,
      header: { ...after.header, repositories: [at("repo-001", "b"), at("repo-002", "c")] },
    },
    "two",
  );
  assert.deepEqual(merged.header.repositories.map(({ vcs }) => vcs), [
    null,
    { commit: "c", dirty: false },
  ]);
});

Deno.test("acceptStep() takes over what the header says of new tools and inputs", async () => {
  const [before, after] = [await trace("a", "one 1"), await trace("b", "one 9", "two 8")];
  const merged = await acceptStep(
    { ...before, header: { ...before.header, surface: { old: "1" }, inputs: { a: 1 } } },
    {
      ...after,
      header: { ...after.header, surface: { old: "2", fresh: "2" }, inputs: { a: 2, b: 2 } },
    },
    "two",
  );
  assert.deepEqual(merged.header.surface, { old: "1", fresh: "2" });
  assert.deepEqual(merged.header.inputs, { a: 1, b: 2 });
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

Deno.test("acceptAll() leaves the steps that hold byte for byte", async () => {
  const accepted = await trace("a", "one 1", "two 2", "gone 0");
  const pending = await trace("b", "two 8", "one 9", "three 3");
  const merged = await acceptAll(accepted, pending, new Set(["one"]));
  assert.deepEqual(told(merged), [
    '0 two {"answer":8}',
    '1 one {"answer":1}',
    '2 three {"answer":3}',
  ]);
  assert.equal(merged.header.engine_digest, pending.header.engine_digest);
  assert.equal(merged.digest, await traceDigest(merged));
});

Deno.test("acceptAll() is the pending trace where nothing is held, or what is held is the same", async () => {
  const accepted = await trace("a", "one 1", "two 2");
  const pending = await trace("b", "one 1", "two 8");
  for (const held of [[], ["one"], ["unknown"]]) {
    assert.equal(await acceptAll(accepted, pending, new Set(held)), pending);
  }
});

Deno.test("acceptAll() names no commit for steps of two trees", async () => {
  const [before, after] = [await trace("a", "one 1", "two 2"), await trace("b", "one 9", "two 8")];
  const [old, fresh] = [[at("repo-001", "a")], [at("repo-001", "b")]];
  const merged = await acceptAll(
    { ...before, header: { ...before.header, repositories: old } },
    { ...after, header: { ...after.header, repositories: fresh } },
    new Set(["one"]),
  );
  assert.deepEqual(merged.header.repositories.map(({ vcs }) => vcs), [null]);
});
