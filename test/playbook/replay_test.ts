import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import type { Trace } from "../../src/contract/playbook.ts";
import { traceDigest } from "../../src/playbook/digest.ts";
import { type LoadedPlaybook, parsePlaybookValue } from "../../src/playbook/load.ts";
import { replayPlaybook } from "../../src/playbook/replay.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { FAKE_SURFACE, FakeHost } from "./fake_host.ts";

const FILES = { "src/a.ts": "export function parse() {}\n" };
const OPTIONS = { signal: new AbortController().signal };
const PLAYBOOK = parsePlaybookValue({
  playbook_id: "demo",
  steps: [{ step_id: "find", tool_name: "search_text", params: { query: "parse" } }],
}, { surface: FAKE_SURFACE, allowWorkspace: true });

const recorded = (): Promise<Trace> => runPlaybook(PLAYBOOK, {}, new FakeHost(FILES), OPTIONS);
const replay = (expected: Trace): ReturnType<typeof replayPlaybook> =>
  replayPlaybook({ playbook: PLAYBOOK, expected, inputs: {} }, new FakeHost(FILES), OPTIONS);

/** The trace with its only step changed, and with the digest that goes with it if it is a forgery. */
async function edited(over: object, isForged: boolean): Promise<Trace> {
  const trace = await recorded();
  const next = { ...trace, steps: trace.steps.map((step) => ({ ...step, ...over })) };
  return isForged ? { ...next, digest: await traceDigest(next) } : next;
}

Deno.test("replayPlaybook() matches the trace of a run", async () => {
  const { verdict, diff } = await replay(await recorded());
  assert.deepEqual({ verdict, diff }, { verdict: "same", diff: null });
});

Deno.test("replayPlaybook() refuses an edited trace, even where nothing compared was touched", async (t) => {
  for (const over of [{ evidence: [] }, { sources: [] }, { resolved_params: { query: "x" } }]) {
    await t.step(Object.keys(over).join(), async () => {
      await assert.rejects(replay(await edited(over, false)), {
        name: "ToolError",
        code: "invalid_params",
        message: /^Cannot compare with the trace: it was edited/,
      });
    });
  }
});

Deno.test("replayPlaybook() compares with an answer that the tool cannot have given", async () => {
  const outcome = { status: "ok", response_json: { matches: [1, null] } };
  const { verdict, diff } = await replay(await edited({ outcome }, true));
  assert.equal(verdict, "drift");
  assert.equal(diff?.steps[0]?.verdict, "output_differs");
});

Deno.test("replayPlaybook() tells a step_count that is not that of the steps", async () => {
  const trace = { ...await recorded(), step_count: 7 };
  const { matches, diff } = await replay({ ...trace, digest: await traceDigest(trace) });
  assert.equal(matches, false);
  assert.match(diff?.message ?? "", /^expected trace steps length mismatch: 1 and 7/);
});

Deno.test("replayPlaybook() tells failed expectations where nobody has accepted a trace", async () => {
  const playbook = parsePlaybookValue({
    playbook_id: "demo",
    steps: [{
      step_id: "find",
      tool_name: "search_text",
      params: { query: "parse" },
      expect: { total: 99 },
    }],
  }, { surface: FAKE_SURFACE, allowWorkspace: true });
  const replay = await replayPlaybook(
    { playbook, expected: undefined, inputs: {} },
    new FakeHost(FILES),
    OPTIONS,
  );
  assert.deepEqual([replay.verdict, replay.diff], ["unaccepted", null]);
  const failed = replay.failed_expectations?.map(({ step_id, name }) => `${step_id} ${name}`);
  assert.deepEqual(failed, ["find total"]);
});

/** Refuses to read a file that is empty, as a tool does that is asked for a line behind the end. */
const STRICT = {
  onCall: (tool: string, files: ReadonlyMap<string, string>): void => {
    if (tool !== "read_file" || files.get("src/a.ts") !== "") return;
    throw new ToolError("invalid_params", 'Cannot use "start_line": the file has 0 lines');
  },
};

function reading(
  params: object,
  inputs: Readonly<Record<string, string>> = { file: "src/a.ts" },
): LoadedPlaybook {
  return parsePlaybookValue({
    playbook_id: "demo",
    inputs,
    steps: [{ step_id: "read", tool_name: "read_file", params }],
  }, { surface: FAKE_SURFACE, allowWorkspace: true });
}

Deno.test("replayPlaybook() tells params that the tree made wrong as drift, with their cause", async () => {
  const playbook = reading({ path: "src/a.ts" });
  const expected = await runPlaybook(playbook, {}, new FakeHost(FILES, STRICT), OPTIONS);
  const shorter = new FakeHost({ "src/a.ts": "" }, STRICT);
  const drift = await replayPlaybook({ playbook, expected, inputs: {} }, shorter, OPTIONS);
  const [step] = drift.diff?.steps ?? [];
  assert.equal(step?.verdict, "outcome_kind_differs");
  assert.deepEqual(step.changes.map(({ cause, paths }) => ({ cause, paths })), [
    { cause: "source_changed", paths: ["repo-001:src/a.ts"] },
  ]);
  const { outcome } = drift.replayed_trace_artifact.steps[0] ?? {};
  assert.deepEqual(outcome, {
    status: "err",
    code: "ErrorCode(-32602)",
    message: 'invalid_params: Cannot use "start_line": the file has 0 lines',
    error_code: "invalid_params",
  });
  // Once that is accepted, it is what has to be.
  const accepted = drift.replayed_trace_artifact;
  const again = await replayPlaybook(
    { playbook, expected: accepted, inputs: {} },
    shorter,
    OPTIONS,
  );
  assert.equal(again.verdict, "same");
});

Deno.test("replayPlaybook() refuses params that nobody accepted", async (t) => {
  const playbook = reading({ path: "${inputs.file}" });
  const host = new FakeHost({ "src/a.ts": "", "src/b.ts": "b\n" }, STRICT);
  const before = new FakeHost({ ...FILES, "src/b.ts": "b\n" }, STRICT);
  const cases = [
    { name: "without an accepted trace", accepted: playbook, inputs: {}, isKnown: false },
    {
      name: "with other params",
      accepted: reading({ path: "src/a.ts" }),
      inputs: {},
      isKnown: true,
    },
    { name: "with another input", accepted: playbook, inputs: { file: "src/b.ts" }, isKnown: true },
  ];
  for (const { name, accepted, inputs, isKnown } of cases) {
    await t.step(name, async () => {
      const trace = await runPlaybook(accepted, inputs, before, OPTIONS);
      const expected = isKnown ? trace : undefined;
      await assert.rejects(replayPlaybook({ playbook, expected, inputs: {} }, host, OPTIONS), {
        name: "ToolError",
        code: "invalid_params",
        message: 'Cannot run step "read": Cannot use "start_line": the file has 0 lines',
      });
    });
  }
});
