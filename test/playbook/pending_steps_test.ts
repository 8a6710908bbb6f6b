import assert from "node:assert/strict";
import type { Playbook, Trace } from "../../src/contract/playbook.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { differingSteps, foreignStep, heldSteps } from "../../src/playbook/pending_steps.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { FAKE_SURFACE, FakeHost } from "./fake_host.ts";

const RANKED = {
  step_id: "ranked",
  tool_name: "search_text",
  params: { query: "parse" },
  compare: "expectations",
  expect: { total: { min: 1 } },
};
const EXACT = { step_id: "exact", tool_name: "search_text", params: { query: "parse" } };
const PROOF = {
  step_id: "proof",
  tool_name: "read_file",
  params: { path: "${steps.ranked.matches[0].path}" },
};

const BEFORE = { "b.ts": "parse one\n" };
const AFTER = { "a.ts": "parse two\n", "b.ts": "parse one\n" };

async function run(
  steps: readonly object[],
  files: Readonly<Record<string, string>>,
): Promise<{ trace: Trace; playbook: Playbook }> {
  const loaded = parsePlaybookValue({ playbook_id: "p", steps }, {
    surface: FAKE_SURFACE,
    allowWorkspace: false,
  });
  const options = { signal: new AbortController().signal };
  const trace = await runPlaybook(loaded, {}, new FakeHost(files), options);
  return { trace, playbook: loaded.playbook };
}

async function judged(
  steps: readonly object[],
  after: Readonly<Record<string, string>> = AFTER,
): Promise<{ differing: string[]; held: string[] }> {
  const { trace: accepted, playbook } = await run(steps, BEFORE);
  const { trace: pending } = await run(steps, after);
  const judging = { playbook, surface: FAKE_SURFACE };
  const differing = await differingSteps(accepted, pending, judging);
  return {
    differing: differing.map(({ step_id, verdict }) => `${step_id} ${verdict}`),
    held: [...heldSteps(accepted, pending, judging)],
  };
}

Deno.test("a step that holds by its expectations is held, one that is compared whole differs", async () => {
  const { differing, held } = await judged([RANKED, EXACT]);
  assert.deepEqual({ differing, held }, { differing: ["exact output_differs"], held: ["ranked"] });
});

Deno.test("a step whose expectations fail is not held", async () => {
  const { differing, held } = await judged([RANKED], { "b.ts": "nothing\n" });
  assert.deepEqual({ differing, held }, { differing: ["ranked expectation_failed"], held: [] });
});

Deno.test("a step is not held when a later one rests on its new answer", async () => {
  const { differing, held } = await judged([RANKED, PROOF]);
  assert.deepEqual({ differing, held }, { differing: ["proof output_differs"], held: [] });
});

Deno.test("nothing is held where nothing differs", async () => {
  assert.deepEqual(await judged([RANKED, EXACT, PROOF], BEFORE), { differing: [], held: [] });
});

Deno.test("foreignStep()", async (t) => {
  const { trace, playbook } = await run([RANKED, EXACT], BEFORE);
  const { steps } = playbook;
  const [first, second] = steps;
  assert(first !== undefined && second !== undefined);
  const cases = [
    { name: "its own", steps, want: undefined },
    { name: "fewer", steps: [first], want: "it has 2 steps, the playbook 1" },
    {
      name: "another order",
      steps: [second, first],
      want: 'its step 1 is "ranked", in the playbook "exact"',
    },
    {
      name: "other params",
      steps: [first, { ...second, params: { query: "parser" } }],
      want: `its step "exact" was called with other params than the playbook's`,
    },
    {
      name: "another tool",
      steps: [first, { ...second, tool_name: "read_file" }],
      want: `its step "exact" was called with other params than the playbook's`,
    },
  ];
  for (const { name, steps: other, want } of cases) {
    await t.step(name, () => assert.equal(foreignStep(trace, { steps: other }), want));
  }
});
