import assert from "node:assert/strict";
import { canonicalJson, canonicalPretty } from "../../src/contract/canonical_json.ts";

const CASES: { name: string; value: unknown; want: string }[] = [
  { name: "sorts keys", value: { b: 1, a: [3, 2] }, want: '{"a":[3,2],"b":1}' },
  {
    name: "sorts by UTF-16 unit",
    value: { "\ufb33": 1, "\u{1f600}": 2 },
    want: '{"\u{1f600}":2,"\ufb33":1}',
  },
  { name: "drops undefined members", value: { a: undefined, b: null }, want: '{"b":null}' },
  {
    name: "numbers as RFC 8785 writes them",
    value: [1e21, 1e-7, -0, 1.5],
    want: "[1e+21,1e-7,0,1.5]",
  },
  { name: "escapes only what must be", value: "é\n\u0007/", want: '"é\\n\\u0007/"' },
];

Deno.test("canonicalJson()", async (t) => {
  for (const { name, value, want } of CASES) {
    await t.step(name, () => assert.equal(canonicalJson(value), want));
  }
  await t.step("refuses what JSON cannot say", () => {
    assert.throws(() => canonicalJson(undefined), /Cannot write the value as canonical JSON/);
  });
});

Deno.test("canonicalPretty() indents by two, ends with one newline and keeps the key order", () => {
  assert.equal(
    canonicalPretty({ b: [1], a: { d: 1, c: 2 } }),
    '{\n  "a": {\n    "c": 2,\n    "d": 1\n  },\n  "b": [\n    1\n  ]\n}\n',
  );
});
