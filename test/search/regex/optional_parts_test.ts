import assert from "node:assert/strict";
import { optionalParts } from "../../../src/search/regex/node.ts";
import { parsePattern } from "../../../src/search/regex/parse.ts";

Deno.test("optionalParts() counts what a runtime works out beforehand", async (t) => {
  const cases = [
    { pattern: "abc", want: 0 },
    { pattern: "^\\s*a\\s*=$", want: 4 },
    { pattern: "x.{0,500}y", want: 1 },
    { pattern: "(x?){60}x", want: 121 },
    { pattern: "(?:^|x|$){50}y", want: 201 },
    { pattern: "(a*b*)+c", want: 4 },
    { pattern: "(a?b?|c)d", want: 3 },
  ];
  for (const { pattern, want } of cases) {
    await t.step(pattern, () => {
      assert.equal(
        optionalParts(parsePattern({ pattern, field: "query", ignoreCase: false })),
        want,
      );
    });
  }
});
