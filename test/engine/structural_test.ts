import assert from "node:assert/strict";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { LocalWorker, SCOPE, ScratchEngine, SLICE } from "./support.ts";

const REQUEST = {
  query: "(_) @any",
  scope: SCOPE,
  shape: "captures",
  followUp: false,
  slice: SLICE,
} as const;

/** A worker on a tree that takes a while to be searched. */
async function busy(tree: ScratchTree): Promise<LocalWorker> {
  for (let n = 0; n < 40; n++) tree.write(`f${n}.js`, "f(g, [1, 2], {x: 1});\n".repeat(400));
  await using scratch = new ScratchEngine(tree);
  await scratch.engine.refresh({ signal: new AbortController().signal });
  return await LocalWorker.open(tree, { stateDir: tree.at(".frigg") });
}

Deno.test("a structural search ends when it is cancelled, or its time is over", async (t) => {
  using tree = new ScratchTree();
  const worker = await busy(tree);
  await t.step("cancelled", async () => {
    setTimeout(() => worker.cancel(), 20);
    const reply = await worker.ask("search", { kind: "structural", request: REQUEST });
    assert.deepEqual([reply.kind, "code" in reply && reply.code], ["refused", "cancelled"]);
  });
  await t.step("out of time", async () => {
    const deadlineMs = Date.now() + 20;
    const search = { kind: "structural", request: REQUEST } as const;
    const reply = await worker.ask("search", search, deadlineMs);
    assert.deepEqual([reply.kind, "code" in reply && reply.code], ["refused", "timeout"]);
  });
  await t.step("and the worker goes on", async () => {
    const scope = { ...SCOPE, pathRegex: "^f0" };
    const search = { kind: "structural", request: { ...REQUEST, scope } } as const;
    const reply = await worker.get("search", search);
    assert("filesScanned" in reply);
    assert.equal(reply.filesScanned, 1);
  });
});

Deno.test("a structural search without a snapshot has no rows and says so", async () => {
  using tree = new ScratchTree({ "a.js": "f();\n" });
  const worker = await LocalWorker.open(tree);
  const reply = await worker.get("search", { kind: "structural", request: REQUEST });
  assert("coverage" in reply);
  assert.deepEqual([reply.rows, reply.coverage.reasons], [[], ["backend_failure"]]);
});

Deno.test("a syntax tree needs no snapshot", async () => {
  using tree = new ScratchTree({ "a.js": "f();\n" });
  const worker = await LocalWorker.open(tree);
  const request = { path: "a.js", at: { line: 1, column: 1 }, maxAncestors: 8, maxChildren: 8 };
  const reply = await worker.get("search", { kind: "syntax", request });
  assert("focus" in reply);
  assert.deepEqual([reply.focus.kind, reply.ancestorCount], ["identifier", 3]);
});
