import assert from "node:assert/strict";
import { Columns, packColumns, textColumn } from "../../src/snapshot/columns.ts";
import { CorruptSection } from "../../src/snapshot/corrupt_section.ts";

const PACKED = packColumns({
  bytes: Uint8Array.of(1, 2, 3),
  words: Uint32Array.of(7, 0xffffffff),
  signed: Int32Array.of(-1),
  floats: Float64Array.of(1.5, 2 ** 53),
  text: textColumn(["é", "\ud800"]),
});

function readAll(columns: Columns): unknown[] {
  return [
    [...columns.u8("bytes", 3)],
    [...columns.u32("words")],
    [...columns.i32("signed", 1)],
    [...columns.f64("floats", 2)],
    columns.strings("text"),
  ];
}

const WANT = [[1, 2, 3], [7, 0xffffffff], [-1], [1.5, 2 ** 53], ["é", "\ud800"]];

Deno.test("Columns gives back what was packed", () => {
  assert.deepEqual(readAll(new Columns(PACKED)), WANT);
});

Deno.test("Columns reads bytes that are not aligned in their buffer", () => {
  const shifted = new Uint8Array(PACKED.length + 1);
  shifted.set(PACKED, 1);
  assert.deepEqual(readAll(new Columns(shifted.subarray(1))), WANT);
});

Deno.test("Columns refuses what does not fit", async (t) => {
  const columns = new Columns(PACKED);
  const rows = [
    { name: "wrong length", read: () => columns.u32("words", 3) },
    { name: "wrong kind", read: () => columns.u32("signed") },
    { name: "no such column", read: () => columns.u8("none") },
    { name: "not JSON", read: () => columns.text("bytes") },
    {
      name: "not strings",
      read: () => new Columns(packColumns({ a: textColumn([1]) })).strings("a"),
    },
    { name: "nothing", read: () => new Columns(new Uint8Array()) },
    { name: "longer", read: () => new Columns(Uint8Array.of(...PACKED, 0)) },
  ];
  for (const { name, read } of rows) {
    await t.step(name, () => assert.throws(read, CorruptSection));
  }
});

Deno.test("Columns refuses each shorter block", () => {
  for (let length = 0; length < PACKED.length; length++) {
    assert.throws(() => new Columns(PACKED.subarray(0, length)), CorruptSection, `${length}`);
  }
});
