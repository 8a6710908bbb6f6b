import assert from "node:assert/strict";
import {
  REFERENCE_TRACE_SCHEMA,
  type ReferenceTrace,
  type Trace,
} from "../../src/contract/playbook.ts";
import { diffTraces } from "../../src/playbook/diff_traces.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { FAKE_SURFACE, FakeHost } from "./fake_host.ts";

const STEPS = [
  { step_id: "find", tool_name: "search_text", params: { query: "parse" } },
  { step_id: "read", tool_name: "read_file", params: { path: "b.ts" } },
];
const LINE = "export function parse(input: string): Node {\n";
const FILES = { "a.ts": LINE, "b.ts": "const b = 1;\n" };

function run(
  files: Readonly<Record<string, string>> = FILES,
  steps: readonly object[] = STEPS,
  manifest?: string,
): Promise<Trace> {
  const loaded = parsePlaybookValue({ playbook_id: "p", steps }, {
    surface: FAKE_SURFACE,
    allowWorkspace: false,
  });
  const options = { signal: new AbortController().signal };
  return runPlaybook(loaded, {}, new FakeHost(files), options).then((trace) =>
    manifest === undefined ? trace : withManifest(trace, manifest)
  );
}

/** The fake host always tells one manifest; a tree that changed has another. */
function withManifest(trace: Trace, digit: string): Trace {
  const { header } = trace;
  const repositories = header.repositories.map((one) => ({
    ...one,
    manifest_digest: digit.repeat(64),
  }));
  return { ...trace, header: { ...header, repositories } };
}

/** The trace as the reference would have written it. */
function asReference({ playbook_id, step_count, steps }: Trace): ReferenceTrace {
  return {
    trace_schema: REFERENCE_TRACE_SCHEMA,
    playbook_id,
    step_count,
    steps: steps.map(({ step_index, step_id, tool_name, params_json, outcome }) => ({
      step_index,
      step_id,
      tool_name,
      params_json: JSON.stringify(params_json),
      outcome: outcome.status === "ok"
        ? { status: "ok", response_json: JSON.stringify(outcome.response_json) }
        : outcome,
    })),
  };
}

Deno.test("diffTraces() of the same trace is null, whoever wrote either side", async (t) => {
  const own = await run();
  const sides = { own, reference: asReference(own) };
  for (const [left, a] of Object.entries(sides)) {
    for (const [right, b] of Object.entries(sides)) {
      await t.step(`${left} and ${right}`, async () => {
        assert.equal(await diffTraces(a, b, FAKE_SURFACE), null);
      });
    }
  }
});

Deno.test("diffTraces() says the same of both directions of a difference", async (t) => {
  const [before, after] = [await run(), await run({ ...FILES, "b.ts": "const b = 2;\n" })];
  await t.step("ours", async () => {
    const diff = await diffTraces(before, after, FAKE_SURFACE);
    assert.deepEqual(diff?.verdict_counts, { same: 1, output_differs: 1 });
    assert.match(diff?.text ?? "", /^= find .*\n! read .*\n {2}~ \/content {2}\[source_changed\]/);
    assert.match(diff?.text ?? "", /-const b = 1;\n {4}\+const b = 2;/);
  });
  const mixed = [
    { name: "reference first", a: asReference(before), b: after },
    { name: "reference second", a: before, b: asReference(after) },
    { name: "both", a: asReference(before), b: asReference(after) },
  ];
  for (const { name, a, b } of mixed) {
    await t.step(name, async () => {
      const there = await diffTraces(a, b, FAKE_SURFACE);
      assert.match(there?.message ?? "", /^step\[1\] mismatch: read_file: .*= 1.* and .*= 2/);
      const back = await diffTraces(b, a, FAKE_SURFACE);
      assert.match(back?.message ?? "", /^step\[1\] mismatch: read_file: .*= 2.* and .*= 1/);
      assert.deepEqual(there?.steps.map(({ verdict }) => verdict), ["output_differs"]);
    });
  }
});

Deno.test("diffTraces() explains rows by what the traces say about the tree", async (t) => {
  const before = await run();
  const cases = [
    {
      name: "its source stands elsewhere",
      after: await run({ "c.ts": `\n${LINE}`, "b.ts": FILES["b.ts"] }, STEPS, "1"),
      want: "source_moved repo-001:a.ts:1 repo-001:c.ts:2",
    },
    {
      name: "its file has no such line any more",
      after: await run({ "a.ts": "\n", "b.ts": FILES["b.ts"] }, STEPS, "1"),
      want: "source_changed repo-001:a.ts",
    },
    {
      name: "another file brought one",
      after: await run({ ...FILES, "z.ts": "parse\n" }, STEPS, "1"),
      want: "row_added repo-001:z.ts",
    },
    {
      name: "the step asked for another thing",
      after: await run(FILES, [{ ...STEPS[0], params: { query: "const" } }, ...STEPS.slice(1)]),
      want: "playbook_changed ",
    },
  ];
  for (const { name, after, want } of cases) {
    await t.step(name, async () => {
      const diff = await diffTraces(before, after, FAKE_SURFACE);
      const [change] = diff?.steps[0]?.changes ?? [];
      assert.equal(`${change?.cause} ${change?.paths?.join(" ") ?? ""}`, want);
    });
  }
});

Deno.test("diffTraces() tells steps that only one side has, and other playbooks", async () => {
  const both = await run();
  const one = await run(FILES, STEPS.slice(0, 1));
  const gone = await diffTraces(both, one, FAKE_SURFACE);
  assert.deepEqual(gone?.steps.map(({ step_id, verdict }) => `${step_id} ${verdict}`), [
    "find same",
    "read extra",
  ]);
  const other = { ...both, playbook_id: "q" };
  assert.match(
    (await diffTraces(both, other, FAKE_SURFACE))?.message ?? "",
    /^playbook_id mismatch/,
  );
  const counted = await diffTraces(asReference(both), one, FAKE_SURFACE);
  assert.equal(counted?.message, "step_count mismatch: 2 and 1");
});
