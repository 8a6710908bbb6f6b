import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import { codePointEnd, sliceLines } from "../../src/engine/line_slice.ts";
import type { LineRange } from "../../src/engine/protocol.ts";

const WHOLE: LineRange = { kind: "whole" };
const lines = (startLine: number, endLine?: number): LineRange => ({
  kind: "lines",
  startLine,
  ...(endLine === undefined ? {} : { endLine }),
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const MINIFIED = bytes(`${"var a=1;".repeat(250)}\n`.repeat(50));
const request = { path: "f", maxBytes: 1000, configMaxFileBytes: 200_000 };

const READS = [
  { name: "whole file", text: "a\nb\n", range: WHOLE, want: ["a\nb\n", 1, 2, 2, 0] },
  { name: "no byte order mark", text: "\uFEFFa\n", range: WHOLE, want: ["a\n", 1, 1, 1, 0] },
  { name: "mark alone", text: "\uFEFF", range: WHOLE, want: ["", 1, 0, 0, 0] },
  {
    name: "first line after a mark",
    text: "\uFEFFa\nb",
    range: lines(1, 1),
    want: ["a\n", 1, 1, 2, 0],
  },
  {
    name: "middle, with its terminator",
    text: "a\r\nb\r\nc",
    range: lines(2, 2),
    want: ["b\r\n", 2, 2, 3, 0],
  },
  { name: "lone carriage returns", text: "a\rb\rc", range: lines(2), want: ["b\rc", 2, 3, 3, 0] },
  { name: "end clamped", text: "a\nb", range: lines(2, 99), want: ["b", 2, 2, 2, 0] },
  { name: "empty file", text: "", range: WHOLE, want: ["", 1, 0, 0, 0] },
  { name: "line 1 of an empty file", text: "", range: lines(1), want: ["", 1, 0, 0, 0] },
];

Deno.test("sliceLines() gives lines with their terminators", async (t) => {
  for (const { name, text, range, want } of READS) {
    await t.step(name, () => {
      const slice = sliceLines({ ...request, bytes: bytes(text), range });
      const content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(slice.content);
      assert.deepEqual(
        [content, slice.startLine, slice.endLine, slice.totalLines, slice.truncatedBytes],
        want,
      );
    });
  }
});

Deno.test("sliceLines() cuts a single line at a code point and says how much", async (t) => {
  const cases = [
    { name: "minified", bytes: MINIFIED, maxBytes: 1000, kept: 1000, truncated: 1001 },
    { name: "between characters", bytes: bytes("ééé\n"), maxBytes: 4, kept: 4, truncated: 3 },
    { name: "inside a character", bytes: bytes("ééé\n"), maxBytes: 5, kept: 4, truncated: 3 },
    { name: "inside the first character", bytes: bytes("éa"), maxBytes: 1, kept: 0, truncated: 3 },
    { name: "inside a line end", bytes: bytes("a\r\nb"), maxBytes: 2, kept: 1, truncated: 2 },
    { name: "inside an emoji", bytes: bytes("a😀"), maxBytes: 4, kept: 1, truncated: 4 },
  ];
  for (const { name, bytes, maxBytes, kept, truncated } of cases) {
    await t.step(name, () => {
      const slice = sliceLines({ ...request, bytes, maxBytes, range: lines(1, 1) });
      assert.deepEqual([slice.content.length, slice.truncatedBytes], [kept, truncated]);
    });
  }
});

const REFUSALS = [
  {
    name: "slice of a minified file",
    bytes: MINIFIED,
    maxBytes: 48_000,
    range: lines(1, 50),
    want: {
      field: "max_bytes",
      path: "f",
      bytes: 100_050,
      max_bytes: 48_000,
      config_max_file_bytes: 200_000,
      suggested_max_bytes: 100_050,
      start_line: 1,
      end_line: 50,
      total_lines: 50,
      suggested_line_count: 23,
    },
  },
  {
    name: "whole file above what may be configured",
    bytes: bytes("aa\nbb\ncc\n"),
    maxBytes: 7,
    configMaxFileBytes: 8,
    requestedMaxBytes: 7,
    range: WHOLE,
    want: {
      field: "max_bytes",
      path: "f",
      bytes: 9,
      max_bytes: 7,
      requested_max_bytes: 7,
      config_max_file_bytes: 8,
      suggested_line_count: 2,
    },
  },
  {
    name: "whole file of one line",
    bytes: bytes("aaaa"),
    maxBytes: 3,
    range: WHOLE,
    want: {
      field: "max_bytes",
      path: "f",
      bytes: 4,
      max_bytes: 3,
      config_max_file_bytes: 200_000,
      suggested_max_bytes: 4,
      suggested_line_count: 1,
    },
  },
  {
    name: "line behind the last",
    bytes: bytes("a\n"),
    range: lines(2),
    want: { field: "start_line", path: "f", start_line: 2, total_lines: 1 },
  },
  {
    name: "second line of an empty file",
    bytes: bytes(""),
    range: lines(2),
    want: { field: "start_line", path: "f", start_line: 2, total_lines: 0 },
  },
];

Deno.test("sliceLines() refuses with all that a next read needs", async (t) => {
  for (const { name, want, ...given } of REFUSALS) {
    await t.step(name, () => {
      assert.throws(() => sliceLines({ ...request, ...given }), (error) => {
        assert.ok(error instanceof ToolError);
        assert.deepEqual([error.code, error.data], ["invalid_params", want]);
        return true;
      });
    });
  }
});

Deno.test("codePointEnd() leaves characters whole", () => {
  const text = bytes("aé😀");
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 9].map((at) => codePointEnd(text, at)), [
    0,
    1,
    1,
    3,
    3,
    3,
    3,
    7,
    7,
  ]);
  assert.equal(codePointEnd(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80), 5), 5);
});
