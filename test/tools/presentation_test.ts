import assert from "node:assert/strict";
import { citation, readSpan } from "../../src/tools/presentation.ts";

const CASES = [
  { name: "nothing", content: "", want: "", span: undefined },
  { name: "one line without an end", content: "a", want: "7|a", span: [7, 1, 7, 2] },
  { name: "one line with an end", content: "a\n", want: "7|a\n", span: [7, 1, 7, 2] },
  { name: "an empty line", content: "\n", want: "7|\n", span: [7, 1, 7, 1] },
  { name: "CRLF and CR", content: "a\r\nb\rc", want: "7|a\n8|b\n9|c", span: [7, 1, 9, 2] },
  { name: "bytes, not characters", content: "é\u2028\n", want: "7|é\u2028\n", span: [7, 1, 7, 6] },
];

Deno.test("citation() numbers lines, readSpan() names them", async (t) => {
  for (const { name, content, want, span } of CASES) {
    await t.step(name, () => {
      assert.equal(citation(content, 7), want);
      const found = readSpan(7, content);
      assert.deepEqual(found === undefined ? undefined : Object.values(found), span);
    });
  }
});
