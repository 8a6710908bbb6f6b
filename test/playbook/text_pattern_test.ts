import assert from "node:assert/strict";
import { textPattern } from "../../src/playbook/text_pattern.ts";

Deno.test("textPattern() matches as JavaScript does, without going back", async (t) => {
  const cases = [
    { name: "a class", source: "^[a-z]+-\\d{2}$", text: "ab-12", want: true },
    { name: "nothing", source: "^b", text: "ab", want: false },
    { name: "nested loops", source: "(x+x+)+y", text: "x".repeat(5_000), want: false },
    { name: "loops up to the end", source: "(a+)+$", text: `${"a".repeat(29)}b`, want: false },
    { name: "branches that overlap", source: "(a|aa)+$", text: `${"a".repeat(99)}b`, want: false },
  ];
  for (const { name, source, text, want } of cases) {
    await t.step(name, () => assert.equal(textPattern(source).matches(text), want));
  }
});

Deno.test("textPattern() refuses what only a backtracking engine can do", async (t) => {
  for (const source of ["(?=a)b", "(a)\\1", "a{999}", "("]) {
    await t.step(source, () => assert.throws(() => textPattern(source), SyntaxError));
  }
});

Deno.test("textPattern() does not try a text that is too long for it", () => {
  const pattern = textPattern("a.*b");
  assert.equal(pattern.isTooLong("a".repeat(2_500_000)), false);
  assert.equal(pattern.isTooLong("a".repeat(2_500_001)), true);
  assert.equal(pattern.matches("ab".repeat(1_250_001)), false);
});
