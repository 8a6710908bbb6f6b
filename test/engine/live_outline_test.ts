import assert from "node:assert/strict";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { CALL, SCOPE, ScratchEngine, SLICE } from "./support.ts";

Deno.test("symbols of a changed file are those that the next index has", async () => {
  using tree = new ScratchTree({ "a.ts": "function old() {}\n" });
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  await engine.refresh(CALL);
  tree.write("a.ts", "// é\nclass Fresh {\n  method(): void {}\n}\n");
  const request = { path: "a.ts", topLevelOnly: false, slice: SLICE };
  const live = await engine.search("outline", request, CALL);
  assert.deepEqual(live.rows.map(({ symbol, line, depth }) => [symbol, line, depth]), [
    ["Fresh", 2, 0],
    ["method", 3, 1],
  ]);
  assert.deepEqual(live.coverage.changed, ["a.ts"]);
  await engine.refresh(CALL);
  const stored = await engine.search("outline", request, CALL);
  assert.deepEqual(stored.rows, live.rows);
  assert.deepEqual(stored.coverage.changed, []);
});

Deno.test("a symbol that is gone from its file is no row, and the answer admits it", async () => {
  using tree = new ScratchTree({
    "a.ts": "function needle() {}\n",
    "b.ts": "function needle() {}\n",
  });
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  await engine.refresh(CALL);
  tree.write("a.ts", "function noodle() {}\n");
  const request = { query: "needle", scope: SCOPE, slice: SLICE };
  const { rows, coverage } = await engine.search("symbol", request, CALL);
  assert.deepEqual(rows.map(({ path }) => path), ["b.ts"]);
  assert.deepEqual([coverage.changed, coverage.reasons], [["a.ts"], ["diagnostic_coverage"]]);
});
