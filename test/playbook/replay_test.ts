import assert from "node:assert/strict";
import type { Trace } from "../../src/contract/playbook.ts";
import { traceDigest } from "../../src/playbook/digest.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
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
