import assert from "node:assert/strict";
import { chunksOf, isRankable, RANKED_MAX_BYTES } from "../../../src/snapshot/ranking/chunks.ts";

const lines = (count: number, end = "\n"): string => `line${end}`.repeat(count);

const TEXTS = [
  { name: "empty", text: "", want: [] },
  { name: "one line without an end", text: "a", want: [1] },
  { name: "59 lines", text: lines(59), want: [59] },
  { name: "60 lines", text: lines(60), want: [60] },
  { name: "61 lines", text: lines(61), want: [60, 1] },
  { name: "CRLF", text: lines(61, "\r\n"), want: [60, 1] },
  { name: "a lone CR", text: lines(121, "\r"), want: [60, 60, 1] },
  { name: "minified", text: "x".repeat(301), want: [] },
  { name: "a long line among others", text: `${"x".repeat(600)}\n${lines(60)}`, want: [60, 1] },
];

Deno.test("chunksOf() cuts a text after each 60 lines", async (t) => {
  for (const { name, text, want } of TEXTS) {
    await t.step(name, () => {
      const chunks = chunksOf(text);
      assert.deepEqual(chunks.map((chunk) => chunk.match(/[^\n]+/g)?.length), want);
      if (want.length > 0) assert.equal(chunks.join(""), text.replace(/\r\n?/g, "\n"));
    });
  }
});

Deno.test("isRankable() leaves out what is no source", async (t) => {
  const file = { path: "src/a.ts", bytes: 100, hidden: false, binary: false };
  const rows = [
    { name: "a source file", file, want: true },
    { name: "hidden", file: { ...file, hidden: true }, want: false },
    { name: "binary", file: { ...file, binary: true }, want: false },
    { name: "as large as may be", file: { ...file, bytes: RANKED_MAX_BYTES }, want: true },
    { name: "larger", file: { ...file, bytes: RANKED_MAX_BYTES + 1 }, want: false },
    { name: "a lock file", file: { ...file, path: "a/package-lock.json" }, want: false },
    { name: "a lock file by its ending", file: { ...file, path: "Cargo.lock" }, want: false },
    { name: "a name that only looks so", file: { ...file, path: "src/lock.ts" }, want: true },
  ];
  for (const { name, file, want } of rows) {
    await t.step(name, () => assert.equal(isRankable(file, 2_000_000), want));
  }
  await t.step("the limit of parsing", () => assert.equal(isRankable(file, 99), false));
});
