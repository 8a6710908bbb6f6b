import assert from "node:assert/strict";
import { lineSegments } from "../../../src/search/regex/line_segments.ts";

const LONG = 2 * 1024;
const PLAIN_LONG = 32 * 1024;
const PIECE = 64 * 1024;
const line = (bytes: number): string => "x".repeat(bytes - 1) + "\n";

const CASES = [
  { name: "nothing", text: "", separate: [], together: [] },
  { name: "short lines", text: "a\nb\nc", separate: [[5, false]], together: [[5, false]] },
  {
    name: "the longest short line",
    text: line(LONG) + "b",
    separate: [[LONG + 1, false]],
    together: [[LONG + 1, false]],
  },
  {
    name: "the shortest long line",
    text: line(LONG + 1) + "b",
    separate: [[LONG + 1, true], [LONG + 2, false]],
    together: [[LONG + 2, false]],
  },
  {
    name: "a long line between others",
    text: "a\n" + line(3 * LONG) + "b\n",
    separate: [[2, false], [2 + 3 * LONG, true], [4 + 3 * LONG, false]],
    together: [[4 + 3 * LONG, false]],
  },
  {
    name: "a long line without an end",
    text: "a\n" + "x".repeat(3 * LONG),
    separate: [[2, false], [2 + 3 * LONG, true]],
    together: [[2 + 3 * LONG, false]],
  },
  {
    name: "a line that is long for any pattern",
    text: "a\n" + line(PLAIN_LONG + 1) + "b\n",
    separate: [[2, false], [PLAIN_LONG + 3, true], [PLAIN_LONG + 5, false]],
    together: [[2, false], [PLAIN_LONG + 3, true], [PLAIN_LONG + 5, false]],
  },
  {
    name: "more than a piece",
    text: line(1024).repeat(80),
    separate: [[PIECE, false], [80 * 1024, false]],
    together: [[PIECE, false], [80 * 1024, false]],
  },
];

Deno.test("lineSegments() cuts behind line ends, long lines apart", async (t) => {
  for (const { name, text, separate, together } of CASES) {
    await t.step(name, () => {
      const ends = (apart: boolean): unknown[] =>
        [...lineSegments(text, { weight: 1, branching: apart })].map((
          { end, long },
        ) => [end, long]);
      assert.deepEqual(ends(true), separate);
      assert.deepEqual(ends(false), together);
    });
  }
});
