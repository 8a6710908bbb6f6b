import assert from "node:assert/strict";
import { type Eol, LineIndex } from "../../src/contract/lines.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const LINES: { name: string; text: string; lines: string[]; eol: Eol }[] = [
  { name: "empty file", text: "", lines: [], eol: "none" },
  { name: "no terminator", text: "a", lines: ["a"], eol: "none" },
  { name: "a terminator at the end opens no line", text: "a\n", lines: ["a"], eol: "lf" },
  { name: "only a terminator", text: "\n", lines: [""], eol: "lf" },
  { name: "crlf", text: "a\r\nb\r\n", lines: ["a", "b"], eol: "crlf" },
  { name: "lone cr", text: "a\rb\r", lines: ["a", "b"], eol: "cr" },
  { name: "mixed", text: "a\rb\r\nc\nd", lines: ["a", "b", "c", "d"], eol: "mixed" },
  { name: "lf then cr are two ends", text: "a\n\rb", lines: ["a", "", "b"], eol: "mixed" },
  { name: "form feed ends nothing", text: "a\f\nb", lines: ["a\f", "b"], eol: "lf" },
  { name: "vertical tab ends nothing", text: "a\vb\n", lines: ["a\vb"], eol: "lf" },
  { name: "U+0085 ends nothing", text: "a\u0085b\n", lines: ["a\u0085b"], eol: "lf" },
  { name: "U+2028 ends nothing", text: "a\u2028b\nc", lines: ["a\u2028b", "c"], eol: "lf" },
  { name: "a mark is not part of line 1", text: "\ufeffa\nb", lines: ["a", "b"], eol: "lf" },
  { name: "only a mark", text: "\ufeff", lines: [], eol: "none" },
];

Deno.test("LineIndex splits at LF, CRLF and lone CR only", async (t) => {
  for (const { name, text, lines, eol } of LINES) {
    await t.step(name, () => {
      const bytes = encode(text);
      const index = new LineIndex(bytes);
      // `ignoreBOM` keeps a mark, so that one wrongly counted into a line would show.
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const found = Array.from(
        { length: index.count },
        (_, i) => decoder.decode(bytes.subarray(index.start(i + 1), index.end(i + 1))),
      );
      assert.deepEqual({ found, eol: index.eol }, { found: lines, eol });
    });
  }
});

const POSITIONS = [
  { name: "start", text: "ab\ncd", byte: 0, want: { line: 1, column: 1 } },
  { name: "after a line end", text: "a\nb", byte: 2, want: { line: 2, column: 1 } },
  { name: "in a terminator", text: "a\r\nb", byte: 2, want: { line: 1, column: 2 } },
  { name: "after é the column is 3", text: "é=", byte: 2, want: { line: 1, column: 3 } },
  { name: "behind the end", text: "ab", byte: 9, want: { line: 1, column: 3 } },
  { name: "first byte after a mark", text: "\ufefffoo", byte: 3, want: { line: 1, column: 1 } },
  { name: "inside the mark", text: "\ufefffoo", byte: 1, want: { line: 1, column: 1 } },
  { name: "second line after a mark", text: "\ufeffa\nbc", byte: 6, want: { line: 2, column: 2 } },
  { name: "behind a final terminator", text: "a\n", byte: 2, want: { line: 1, column: 2 } },
  { name: "empty file", text: "", byte: 0, want: { line: 1, column: 1 } },
];

Deno.test("LineIndex.position() counts lines and byte columns from 1", async (t) => {
  for (const { name, text, byte, want } of POSITIONS) {
    await t.step(name, () => assert.deepEqual(new LineIndex(encode(text)).position(byte), want));
  }
});

Deno.test("LineIndex.offset() undoes position()", () => {
  const bytes = encode("\ufeffé\r\nb\r\u{1f600}x\n\nend");
  const index = new LineIndex(bytes);
  for (let line = 1; line <= index.count; line++) {
    for (let byte = index.start(line); byte <= index.end(line); byte++) {
      assert.equal(index.offset(index.position(byte)), byte);
    }
  }
});

Deno.test("LineIndex refuses a line that is not there", () => {
  const index = new LineIndex(encode("a\nb"));
  assert.throws(() => index.start(0), /Cannot find line 0 of 2/);
  assert.throws(() => index.end(3), /Cannot find line 3 of 2/);
});

Deno.test("LineIndex.next() gives the byte after a line's terminator", () => {
  const index = new LineIndex(encode("a\r\nb\rc"));
  assert.deepEqual([index.next(1), index.next(2), index.next(3)], [3, 5, 6]);
});

Deno.test("LineIndex of a large file can be stopped", () => {
  const stop = new Error("stop");
  const tick = (): void => {
    throw stop;
  };
  const bytes = new TextEncoder().encode("a\r\n".repeat(10_000));
  assert.throws(() => new LineIndex(bytes, tick), stop);
  assert.equal(new LineIndex(bytes.subarray(0, 3_000), tick).count, 1_000);
});
