import assert from "node:assert/strict";
import type { OpenedSnapshot } from "../../src/snapshot/opened_snapshot.ts";
import { ScratchTree, snapshotOf } from "./scratch_tree.ts";

const FILES = {
  "a.py": "\ufeffé\r\n def One",
  "b.txt": "no symbols",
  "c.py": "def two\rdef test_three def two",
};

function names(snapshot: OpenedSnapshot, positions: Iterable<number>): string[] {
  return [...positions].map((at) => snapshot.symbol(at).name);
}

Deno.test("symbol() gives every column back", async () => {
  using tree = new ScratchTree(FILES);
  const snapshot = await snapshotOf(tree);
  const { stableId, ...row } = snapshot.symbol(0);
  assert.deepEqual(row, {
    file: 0,
    name: "One",
    kind: "function",
    container: -1,
    signature: "m.One",
    // The mock outline counts bytes, mark included, as the real one does.
    startByte: 8,
    endByte: 15,
    line: 2,
    column: 2,
    endLine: 2,
    endColumn: 9,
    testContext: false,
  });
  assert.match(stableId, /^sym-[0-9a-f]{32}$/);
  assert.equal(snapshot.symbol(2).testContext, true);
  assert.throws(() => snapshot.symbol(4), RangeError);
  assert.throws(() => snapshot.symbol(-1), RangeError);
});

Deno.test("stableId is the digest of language, kind, path, name and place", async () => {
  using tree = new ScratchTree({ "a.py": "def x" });
  // printf 'python\0function\0a.py\0x\0000\0005' | sha256sum
  assert.equal((await snapshotOf(tree)).symbol(0).stableId, "sym-f3a420e9b61cb7d15c2a35c5dd68b1aa");
});

Deno.test("symbolsOf() gives the range of each file", async () => {
  using tree = new ScratchTree(FILES);
  const snapshot = await snapshotOf(tree);
  const ranges = snapshot.files.map((_, at) => snapshot.symbolsOf(at));
  assert.deepEqual(ranges, [{ start: 0, end: 1 }, { start: 1, end: 1 }, { start: 1, end: 4 }]);
});

Deno.test("symbolsWhere() sees lower-cased names and signatures, in symbol order", async () => {
  using tree = new ScratchTree(FILES);
  const snapshot = await snapshotOf(tree);
  assert.deepEqual(names(snapshot, snapshot.symbolsWhere((name) => name === "one")), ["One"]);
  const bySignature = snapshot.symbolsWhere((_, signature) => signature.startsWith("m.t"));
  assert.deepEqual(names(snapshot, bySignature), ["two", "test_three", "two"]);
  assert.deepEqual([...snapshot.symbolsWhere(() => false)], []);
});

Deno.test("findSymbol() finds each symbol by its id", async () => {
  using tree = new ScratchTree(FILES);
  const snapshot = await snapshotOf(tree);
  for (let at = 0; at < snapshot.symbolCount; at++) {
    assert.equal(snapshot.findSymbol(snapshot.symbol(at).stableId), at);
  }
  assert.equal(snapshot.findSymbol("sym-00000000000000000000000000000000"), undefined);
});
