import assert from "node:assert/strict";
import { citation, readSpan } from "../../src/tools/presentation.ts";

const CASES = [
  { name: "nothing", content: "", want: "", span: undefined },
  { name: "one line without an end", content: "a", want: "7|a", span: [7, 7] },
  { name: "one line with an end", content: "a\n", want: "7|a\n", span: [7, 7] },
  { name: "an empty line", content: "\n", want: "7|\n", span: [7, 7] },
  { name: "CRLF and CR", content: "a\r\nb\rc", want: "7|a\n8|b\n9|c", span: [7, 9] },
  { name: "bytes, not characters", content: "é\u2028\n", want: "7|é\u2028\n", span: [7, 7] },
];

Deno.test("citation() numbers lines, readSpan() names them whole", async (t) => {
  for (const { name, content, want, span } of CASES) {
    await t.step(name, () => {
      assert.equal(citation(content, 7), want);
      const found = readSpan(7, { content, bytes: 0 });
      assert.deepEqual(found === undefined ? undefined : Object.values(found), span);
    });
  }
});

Deno.test("readSpan() ends a cut line where its bytes end", () => {
  // The bytes are those of the file: decoded, the malformed one would count three.
  const cut = { content: "a\ufffd", bytes: 2, truncated_bytes: 9 };
  assert.deepEqual(readSpan(7, cut), {
    start_line: 7,
    end_line: 7,
    start_column: 1,
    end_column: 3,
  });
});
