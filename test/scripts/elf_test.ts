import assert from "node:assert/strict";
import { elfBytes } from "../../scripts/elf.ts";

interface Shape {
  readonly tableStart?: number;
  readonly entryBytes?: number;
  readonly entries?: number;
  readonly elfClass?: number;
  readonly byteOrder?: number;
}

/** A header of 64 bytes, a table of sections, and 10 bytes that `deno compile` would have appended. */
function executable(shape: Shape = {}): Uint8Array {
  const { tableStart = 64, entryBytes = 64, entries = 3, elfClass = 2, byteOrder = 1 } = shape;
  const file = new Uint8Array(64 + 3 * 64 + 10);
  file.set([0x7f, 0x45, 0x4c, 0x46, elfClass, byteOrder]);
  const header = new DataView(file.buffer);
  header.setBigUint64(0x28, BigInt(tableStart), true);
  header.setUint16(0x3a, entryBytes, true);
  header.setUint16(0x3c, entries, true);
  return file;
}

const NOT_ELF = /not a 64-bit little-endian ELF file/;
const OUTSIDE = /section header table lies outside/;

const REFUSED = [
  { name: "empty", file: new Uint8Array(), want: NOT_ELF },
  { name: "other magic", file: new Uint8Array(300), want: NOT_ELF },
  { name: "only a header's first bytes", file: executable().subarray(0, 63), want: NOT_ELF },
  { name: "32 bit", file: executable({ elfClass: 1 }), want: NOT_ELF },
  { name: "big-endian", file: executable({ byteOrder: 2 }), want: NOT_ELF },
  { name: "no table", file: executable({ tableStart: 0 }), want: OUTSIDE },
  { name: "table behind the end", file: executable({ tableStart: 200 }), want: OUTSIDE },
  { name: "cut inside the table", file: executable().subarray(0, 255), want: OUTSIDE },
];

Deno.test("elfBytes() ends behind the section header table", () => {
  assert.equal(elfBytes(executable()), 256);
});

Deno.test("elfBytes() reads a view into a larger buffer", () => {
  const shifted = new Uint8Array(1000);
  shifted.set(executable(), 7);
  assert.equal(elfBytes(shifted.subarray(7, 273)), 256);
});

Deno.test("elfBytes() refuses what it cannot cut", async (t) => {
  for (const { name, file, want } of REFUSED) {
    await t.step(name, () => assert.throws(() => elfBytes(file), want));
  }
});
