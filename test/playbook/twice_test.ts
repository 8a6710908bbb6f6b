import assert from "node:assert/strict";
import type { Trace } from "../../src/contract/playbook.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { unstableSteps } from "../../src/playbook/twice.ts";
import { FAKE_SURFACE, FakeHost, type FakeOptions } from "./fake_host.ts";

const FILES = { "a.ts": "parse one\n", "b.ts": "parse two\n", "c.ts": "nothing\n" };
const REVERSED = Object.fromEntries(Object.entries(FILES).reverse());
const PLAYBOOK = parsePlaybookValue({
  playbook_id: "demo",
  steps: [
    { step_id: "read", tool_name: "read_file", params: { path: "c.ts" } },
    { step_id: "find", tool_name: "search_text", params: { query: "parse" } },
    {
      step_id: "proof",
      tool_name: "read_match",
      params: {
        result_handle: "${steps.find.result_handle}",
        match_id: "${steps.find.matches[0].match_id}",
      },
    },
  ],
}, { surface: FAKE_SURFACE, allowWorkspace: true });

function run(files: Readonly<Record<string, string>>, options: FakeOptions = {}): Promise<Trace> {
  const host = new FakeHost(files, options);
  return runPlaybook(PLAYBOOK, {}, host, { signal: new AbortController().signal });
}

Deno.test("unstableSteps() of tools that do not care about the order of folders", async () => {
  assert.deepEqual(unstableSteps(await run(FILES), await run(REVERSED)), []);
});

Deno.test("unstableSteps() catches a tool whose rows follow the order of folders, and what rests on them", async () => {
  const [first, second] = [await run(FILES, UNSORTED), await run(REVERSED, UNSORTED)];
  assert.notEqual(first.digest, second.digest);
  const steps = unstableSteps(first, second);
  assert.deepEqual(steps.map(({ step_id, tool_name }) => `${step_id} ${tool_name}`), [
    "find search_text",
    "proof read_match",
  ]);
  assert.deepEqual(steps[0]?.pointers.filter((pointer) => pointer.startsWith("/outcome")), [
    "/outcome/response_json/matches/0/excerpt",
    "/outcome/response_json/matches/0/path",
    "/outcome/response_json/matches/1/excerpt",
    "/outcome/response_json/matches/1/path",
  ]);
});

const UNSORTED = { unsorted: true };

Deno.test("unstableSteps() tells a tree that changed from an answer that is not stable", async () => {
  const first = await run(FILES);
  const second = await run({ ...FILES, "c.ts": "something\n" });
  const [repository] = second.header.repositories;
  assert(repository !== undefined);
  const header = {
    ...second.header,
    repositories: [{ ...repository, manifest_digest: "0".repeat(64) }],
  };
  assert.throws(() => unstableSteps(first, { ...second, header }), { code: "tree_changed" });
});
