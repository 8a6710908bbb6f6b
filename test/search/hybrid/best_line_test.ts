import assert from "node:assert/strict";
import { LineIndex } from "../../../src/contract/lines.ts";
import { bestLine } from "../../../src/search/hybrid/best_line.ts";

const WANTED = {
  weights: new Map([["token", 1], ["verify", 2], ["chec", 1]]),
  prefixes: ["chec"],
  answers: new Map<string, readonly string[]>(),
};

const ROWS = [
  { name: "nothing", text: "one\ntwo\n", range: [1, 2], want: undefined },
  { name: "the heavier line", text: "token\nverify\n", range: [1, 2], want: "2:1-2:7" },
  { name: "the first of equal ones", text: "a token\ntoken\n", range: [1, 2], want: "1:3-1:8" },
  {
    name: "a word counts once a line",
    text: "token token token\nverify\n",
    range: [1, 2],
    want: "2:1-2:7",
  },
  {
    name: "from the first to the last",
    text: "x verify the token y\n",
    range: [1, 1],
    want: "1:3-1:19",
  },
  { name: "parts of a name", text: "let verifyToken;\n", range: [1, 1], want: "1:5-1:16" },
  { name: "the beginning of a word", text: "checker\n", range: [1, 1], want: "1:1-1:8" },
  { name: "only in the range", text: "verify\ntoken\nverify\n", range: [2, 2], want: "2:1-2:6" },
  { name: "columns are bytes", text: "é 数 token\n", range: [1, 1], want: "1:8-1:13" },
  { name: "a mark is no column", text: "\ufefftoken\n", range: [1, 1], want: "1:1-1:6" },
  { name: "a lone CR ends a line", text: "a\rtoken\r\nb", range: [1, 3], want: "2:1-2:6" },
  { name: "a range behind the end", text: "token\n", range: [2, 9], want: undefined },
  { name: "an empty file", text: "", range: [1, 60], want: undefined },
] as const;

Deno.test("bestLine() finds the line that says most", async (t) => {
  for (const { name, text, range: [first, last], want } of ROWS) {
    await t.step(name, () => {
      const bytes = new TextEncoder().encode(text);
      const lines = new LineIndex(bytes);
      const match = bestLine(bytes, lines, { first, last }, WANTED);
      const shown = (byte: number): string => {
        const { line, column } = lines.position(byte);
        return `${line}:${column}`;
      };
      assert.equal(match && `${shown(match.start)}-${shown(match.end)}`, want);
    });
  }
  await t.step("malformed bytes are one column each", () => {
    const bytes = Uint8Array.of(0xff, 0xfe, 0x20, ...new TextEncoder().encode("token\n"));
    const match = bestLine(bytes, new LineIndex(bytes), { first: 1, last: 1 }, WANTED);
    assert.deepEqual(match, { start: 3, end: 8 });
  });
});
