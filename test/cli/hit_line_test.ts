import assert from "node:assert/strict";
import { hitLine, visible } from "../../src/cli/hit_line.ts";

const mark = (text: string): string => `<${text}>`;
const PAINT = {
  bold: (text: string): string => text,
  dim: mark,
  red: mark,
  green: mark,
  yellow: mark,
  cyan: (text: string): string => text,
};

Deno.test("hitLine() marks the match by its byte columns", async (t) => {
  const place = { path: "a.ts", line: 3, end_line: 3 };
  const cases = [
    {
      name: "ASCII",
      row: { ...place, column: 5, end_column: 11, excerpt: "the needle is" },
      want: "a.ts:3:5: the <needle> is",
    },
    {
      name: "behind letters of several bytes",
      row: { ...place, column: 6, end_column: 12, excerpt: "\u00e9\u00e9 needle" },
      want: "a.ts:3:6: \u00e9\u00e9 <needle>",
    },
    {
      name: "a clipped line is shown as it is",
      row: {
        ...place,
        column: 900,
        end_column: 906,
        excerpt: "xx needle",
        excerpt_truncated: true,
      },
      want: "a.ts:3:900: xx needle",
    },
    {
      name: "a match over lines is shown as it is",
      row: { ...place, end_line: 4, column: 1, end_column: 2, excerpt: "needle" },
      want: "a.ts:3:1: needle",
    },
  ];
  for (const { name, row, want } of cases) {
    await t.step(name, () => assert.equal(hitLine(row, PAINT), want));
  }
});

Deno.test("visible() spells out what would move the cursor or turn the text", async (t) => {
  const cases = [
    { text: "tab\tstays", want: "tab\tstays" },
    { text: "\x1b[2J", want: "\\u001b[2J" },
    { text: "a\nb\rc", want: "a\\u000ab\\u000dc" },
    { text: "\u202eabc\u2069", want: "\\u202eabc\\u2069" },
    { text: "\u061ca\u200fb\u2028c", want: "\\u061ca\\u200fb\\u2028c" },
    { text: "\u00e9 \u{1f469}\u200d\u{1f680}", want: "\u00e9 \u{1f469}\u200d\u{1f680}" },
  ];
  for (const { text, want } of cases) {
    await t.step(JSON.stringify(text), () => assert.equal(visible(text), want));
  }
});
