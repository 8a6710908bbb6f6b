import assert from "node:assert/strict";
import fc from "fast-check";
import {
  blockRange,
  type ColumnUnit,
  linesOfBlocks,
  lspLines,
  lspRange,
  sarifRegion,
  spanOfLsp,
  spanOfSarif,
  spanOfTextPosition,
  TextBases,
  textPosition,
} from "../../src/contract/bases.ts";
import type { Span } from "../../src/contract/source.ts";

function bases(text: string): TextBases {
  return new TextBases(new TextEncoder().encode(text));
}

function span(from: [number, number], to: [number, number]): Span {
  return { start_line: from[0], start_column: from[1], end_line: to[0], end_column: to[1] };
}

/** One character each of one, two, three and four bytes: 1, 2, 4 and 7 are their byte columns, 11 the end. */
const WIDTHS = "aé€😀";

/** Each span in the columns of every format: LSP and SARIF pairs, then code points before start and end. */
const CASES = [
  {
    name: "one character of two bytes",
    text: WIDTHS,
    span: span([1, 2], [1, 4]),
    utf16: [2, 3],
    codePoints: [2, 3],
    position: [1, 2],
  },
  {
    name: "one character of four bytes",
    text: WIDTHS,
    span: span([1, 7], [1, 11]),
    utf16: [4, 6],
    codePoints: [4, 5],
    position: [3, 4],
  },
  {
    name: "a point",
    text: WIDTHS,
    span: span([1, 4], [1, 4]),
    utf16: [3, 3],
    codePoints: [3, 3],
    position: [2, 2],
  },
  {
    name: "several lines that end with CRLF",
    text: "é\r\n€b\r\n😀c\r\n",
    span: span([2, 4], [3, 5]),
    utf16: [2, 3],
    codePoints: [2, 2],
    position: [4, 8],
  },
  {
    name: "several lines that end with CR",
    text: "é\r€b\r😀c",
    span: span([1, 1], [3, 6]),
    utf16: [1, 4],
    codePoints: [1, 3],
    position: [0, 7],
  },
  {
    name: "behind a byte order mark",
    text: "\ufeffaé\n",
    span: span([1, 2], [1, 4]),
    utf16: [2, 3],
    codePoints: [2, 3],
    position: [1, 2],
  },
];

Deno.test("spans in the columns of other formats, there and back", async (t) => {
  for (const { name, text, span: ours, utf16, codePoints, position } of CASES) {
    await t.step(name, () => {
      const all = bases(text);
      const lsp = lspRange(ours, all);
      assert.deepEqual([lsp.start.line, lsp.end.line], [ours.start_line - 1, ours.end_line - 1]);
      assert.deepEqual([lsp.start.character + 1, lsp.end.character + 1], utf16);
      assert.deepEqual(spanOfLsp(lsp, all), ours);
      for (const [unit, want] of [["utf16", utf16], ["code_point", codePoints]] as const) {
        const region = sarifRegion(ours, all, unit);
        assert.deepEqual([region.startColumn, region.endColumn], want);
        assert.deepEqual([region.startLine, region.endLine], [ours.start_line, ours.end_line]);
        assert.deepEqual(spanOfSarif(region, all, unit), ours);
      }
      const text_position = textPosition(ours, all);
      assert.deepEqual([text_position.start, text_position.end], position);
      assert.deepEqual(spanOfTextPosition(text_position, all), ours);
    });
  }
});

Deno.test("whole lines as LSP lines and as blocks", () => {
  const lines = { start_line: 10, end_line: 12 };
  assert.deepEqual(lspLines(lines), {
    start: { line: 9, character: 0 },
    end: { line: 12, character: 0 },
  });
  assert.deepEqual(blockRange(lines), { start_block_index: 0, end_block_index: 3 });
  assert.deepEqual(linesOfBlocks(blockRange(lines), 10), lines);
  assert.deepEqual(linesOfBlocks({ start_block_index: 1, end_block_index: 2 }, 10), {
    start_line: 11,
    end_line: 11,
  });
});

Deno.test("an empty file has one position", () => {
  const point = span([1, 1], [1, 1]);
  const empty = bases("");
  assert.deepEqual(lspRange(point, empty).end, { line: 0, character: 0 });
  assert.deepEqual(spanOfLsp(lspRange(point, empty), empty), point);
  assert.deepEqual(textPosition(point, empty), { start: 0, end: 0 });
});

const Character = fc.constantFrom("a", " ", "é", "€", "😀", "\u0301", "\n", "\r", "\r\n", "\u2028");
const UNITS: readonly ColumnUnit[] = ["byte", "utf16", "code_point"];

Deno.test("every position of a text is the same after a round trip through every unit", () => {
  fc.assert(fc.property(fc.array(Character, { maxLength: 30 }), fc.nat(), (characters, pick) => {
    const text = characters.join("");
    const all = bases(text);
    const before = [...text].slice(0, pick % ([...text].length + 1)).join("");
    const at = all.lines.position(new TextEncoder().encode(before).length);
    for (const unit of UNITS) {
      const column = all.column(at, unit);
      assert.equal(all.byteColumn(at.line, column, unit), at.column);
      assert.deepEqual(all.position(all.character(at, unit), unit), at);
    }
  }));
});

Deno.test("malformed bytes count as the characters a decoder makes of them", () => {
  const Byte = fc.constantFrom(0x61, 0x80, 0xa0, 0xc0, 0xc3, 0xe2, 0x82, 0xed, 0xf0, 0x9f, 0xf5);
  fc.assert(fc.property(fc.array(Byte, { minLength: 1, maxLength: 12 }), (list) => {
    const bytes = Uint8Array.from(list);
    const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const all = new TextBases(bytes);
    const end = { line: 1, column: bytes.length + 1 };
    assert.equal(all.character(end, "utf16"), decoded.length);
    assert.equal(all.character(end, "code_point"), [...decoded].length);
  }));
});
