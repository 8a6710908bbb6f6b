import assert from "node:assert/strict";
import fc from "fast-check";
import { comparePaths, findPath } from "../../src/snapshot/path_order.ts";

function compareBytes(a: string, b: string): number {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

Deno.test("comparePaths() orders by UTF-8 bytes", async (t) => {
  const rows = [
    { name: "prefix first", paths: ["a", "a-b", "a/b", "ab"] },
    { name: "above U+FFFF behind U+E000", paths: ["\ue000", "\uffee", "\u{10000}", "\u{1f600}"] },
    { name: "capitals first", paths: ["B", "_", "a", "é"] },
  ];
  for (const { name, paths } of rows) {
    await t.step(name, () => assert.deepEqual([...paths].reverse().sort(comparePaths), paths));
  }
});

Deno.test("comparePaths() agrees with the bytes of any two paths", () =>
  fc.assert(fc.property(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({ unit: "binary", maxLength: 6 }),
    (a, b) => assert.equal(Math.sign(comparePaths(a, b)), Math.sign(compareBytes(a, b))),
  )));

Deno.test("findPath() finds each path and no other", () => {
  const paths = ["a", "a-b", "a/b", "\ue000", "\u{10000}"];
  paths.forEach((path, at) => assert.equal(findPath(paths, path, (item) => item), at));
  for (const path of ["", "a/", "b", "\u{10001}"]) {
    assert.equal(findPath(paths, path, (item) => item), undefined);
  }
});
