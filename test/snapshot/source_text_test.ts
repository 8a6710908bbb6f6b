import assert from "node:assert/strict";
import { decodeSource, parserText } from "../../src/snapshot/source_text.ts";

const DECODED = [
  { name: "nothing", bytes: [], text: "", encoding: "utf-8", at: [0] },
  {
    name: "ASCII",
    bytes: [0x61, 0x0d, 0x0a, 0x00],
    text: "a\r\n\0",
    encoding: "utf-8",
    at: [0, 1, 2, 3, 4],
  },
  {
    name: "a byte order mark alone",
    bytes: [0xef, 0xbb, 0xbf],
    text: "",
    encoding: "utf-8-bom",
    at: [3],
  },
  {
    name: "ASCII after a byte order mark",
    bytes: [0xef, 0xbb, 0xbf, 0x61, 0x62],
    text: "ab",
    encoding: "utf-8-bom",
    at: [3, 4, 5],
  },
  {
    name: "a second byte order mark is text",
    bytes: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61],
    text: "\uFEFFa",
    encoding: "utf-8-bom",
    at: [3, 6, 7],
  },
  {
    name: "two, three and four bytes; the middle of a pair is its start",
    bytes: [0xc3, 0xbc, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x61],
    text: "ü€😀a",
    encoding: "utf-8",
    at: [0, 2, 5, 5, 9, 10],
  },
  {
    name: "a lone continuation byte",
    bytes: [0x61, 0x80, 0x62],
    text: "a\uFFFDb",
    encoding: "utf-8-lossy",
    at: [0, 1, 2, 3],
  },
  {
    name: "each byte of a cut sequence counts",
    bytes: [0xe2, 0x82, 0x61, 0xf0, 0x9f, 0x98],
    text: "\uFFFD\uFFFDa\uFFFD\uFFFD\uFFFD",
    encoding: "utf-8-lossy",
    at: [0, 1, 2, 3, 4, 5, 6],
  },
  {
    name: "a replacement character of the file itself keeps its three bytes",
    bytes: [0xef, 0xbf, 0xbd, 0xff, 0x61],
    text: "\uFFFD\uFFFDa",
    encoding: "utf-8-lossy",
    at: [0, 3, 4, 5],
  },
  {
    name: "overlong forms, surrogates and too great code points",
    bytes: [0xc0, 0xaf, 0xe0, 0x80, 0xaf, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80],
    text: "\uFFFD".repeat(12),
    encoding: "utf-8-lossy",
    at: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  },
  {
    name: "malformed bytes after a byte order mark",
    bytes: [0xef, 0xbb, 0xbf, 0xff, 0xc3, 0xa9],
    text: "\uFFFDé",
    encoding: "utf-8-lossy",
    at: [3, 4, 6],
  },
];

Deno.test("decodeSource()", async (t) => {
  for (const { name, bytes, text, encoding, at } of DECODED) {
    await t.step(name, () => {
      const source = decodeSource(Uint8Array.from(bytes));
      assert.equal(source.text, text);
      assert.equal(source.encoding, encoding);
      assert.deepEqual(at.map((_, index) => source.byteAt(index)), at);
      assert.equal(source.byteAt(at.length + 5), bytes.length);
    });
  }
});

const INDEXES = [
  { name: "ASCII", bytes: [0x61, 0x62], want: [0, 1, 2, 2] },
  {
    name: "ASCII after a byte order mark",
    bytes: [0xef, 0xbb, 0xbf, 0x61],
    want: [0, 0, 0, 0, 1, 1],
  },
  {
    name: "inside a character",
    bytes: [0xc3, 0xbc, 0xf0, 0x9f, 0x98, 0x80, 0x61],
    want: [0, 0, 1, 1, 1, 1, 3, 4],
  },
  { name: "malformed", bytes: [0xff, 0xc3, 0xbc, 0x80], want: [0, 1, 1, 2, 3] },
];

Deno.test("indexAt() finds the character of a byte", async (t) => {
  for (const { name, bytes, want } of INDEXES) {
    await t.step(name, () => {
      const source = decodeSource(Uint8Array.from(bytes));
      assert.deepEqual(want.map((_, byte) => source.indexAt(byte)), want);
    });
  }
});

Deno.test("byteAt() and indexAt() are exact far behind the start", () => {
  const bytes = new TextEncoder().encode("a😀é".repeat(5_000));
  const source = decodeSource(bytes);
  // One repetition has 4 units in 7 bytes.
  for (
    const [index, byte] of [[4 * 63, 7 * 63], [4 * 64, 7 * 64], [
      4 * 3_333 + 1,
      7 * 3_333 + 1,
    ]] as const
  ) {
    assert.equal(source.byteAt(index), byte);
    assert.equal(source.indexAt(byte), index);
  }
  assert.equal(source.byteAt(20_000), 35_000);
});

const PARSER_TEXTS = [
  { name: "a lone CR ends a line", text: "a\rb\r", want: "a\nb\n\n" },
  { name: "CRLF stays", text: "a\r\nb\r\n", want: "a\r\nb\r\n\n" },
  { name: "CR before CRLF", text: "a\r\r\n", want: "a\n\r\n\n" },
  { name: "NUL", text: "a\0b", want: "a b\n" },
  { name: "other separators stay", text: "a\f\v\u0085\u2028b", want: "a\f\v\u0085\u2028b\n" },
];

Deno.test("parserText() keeps indexes and adds one line end", async (t) => {
  for (const { name, text, want } of PARSER_TEXTS) {
    await t.step(name, () => assert.equal(parserText(text), want));
  }
});
