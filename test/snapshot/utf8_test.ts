import assert from "node:assert/strict";
import { sequenceLength } from "../../src/snapshot/utf8.ts";

const LENGTHS = [
  { name: "ASCII", bytes: [0x7f], want: 1 },
  { name: "behind the end", bytes: [], want: 1 },
  { name: "least of two bytes", bytes: [0xc2, 0x80], want: 2 },
  { name: "least of three bytes", bytes: [0xe0, 0xa0, 0x80], want: 3 },
  { name: "last before the surrogates", bytes: [0xed, 0x9f, 0xbf], want: 3 },
  { name: "a surrogate", bytes: [0xed, 0xa0, 0x80], want: 1 },
  { name: "least of four bytes", bytes: [0xf0, 0x90, 0x80, 0x80], want: 4 },
  { name: "the last code point", bytes: [0xf4, 0x8f, 0xbf, 0xbf], want: 4 },
  { name: "behind the last code point", bytes: [0xf4, 0x90, 0x80, 0x80], want: 1 },
  { name: "cut after two of three bytes", bytes: [0xe2, 0x82], want: 1 },
  { name: "cut after three of four bytes", bytes: [0xf0, 0x9f, 0x98], want: 1 },
];

Deno.test("sequenceLength()", async (t) => {
  for (const { name, bytes, want } of LENGTHS) {
    await t.step(name, () => assert.equal(sequenceLength(Uint8Array.from(bytes), 0), want));
  }
});

/** Both sides of every limit in the table of well-formed sequences. */
const LIMITS = [
  0x00,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xec,
  0xed,
  0xee,
  0xef,
  0xf0,
  0xf1,
  0xf3,
  0xf4,
  0xf5,
  0xff,
];

Deno.test("sequenceLength() takes for well-formed what TextDecoder does", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const isOneCharacter = (bytes: Uint8Array): boolean => {
    try {
      return [...decoder.decode(bytes)].length === 1;
    } catch {
      return false;
    }
  };
  for (const a of LIMITS.filter((lead) => lead >= 0x80)) {
    for (const b of LIMITS) {
      for (const c of LIMITS) {
        const bytes = Uint8Array.of(a, b, c, 0xbf);
        const length = sequenceLength(bytes, 0);
        const want = [2, 3, 4].find((size) => isOneCharacter(bytes.subarray(0, size))) ?? 1;
        assert.equal(length, want, bytes.join(" "));
      }
    }
  }
});
