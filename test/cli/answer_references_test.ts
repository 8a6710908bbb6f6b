import assert from "node:assert/strict";
import { bindAnswers } from "../../src/cli/answer_references.ts";
import type { Json } from "../../src/contract/json.ts";
import { UnresolvedReference } from "../../src/playbook/bind.ts";

const ANSWERS: readonly (Json | undefined)[] = [
  { handle: "h", rows: [{ line: 7 }], "odd key": true },
  undefined,
];

Deno.test("bindAnswers()", async (t) => {
  const cases: readonly { readonly name: string; readonly args: Json; readonly want: Json }[] = [
    { name: "no reference", args: { query: "$1 {1}" }, want: { query: "$1 {1}" } },
    { name: "a whole value keeps its type", args: ["${1.rows[0].line}"], want: [7] },
    { name: "inside a text", args: "line ${1.rows[0].line}", want: "line 7" },
    { name: "a whole answer", args: { all: "${1}" }, want: { all: ANSWERS[0] ?? null } },
    { name: "a quoted key", args: '${1["odd key"]}', want: true },
    { name: "an escaped one", args: "$${1.handle}", want: "${1.handle}" },
    { name: "other types", args: { a: 1, b: null, c: [true] }, want: { a: 1, b: null, c: [true] } },
  ];
  for (const { name, args, want } of cases) {
    await t.step(name, () => assert.deepEqual(bindAnswers(args, ANSWERS), want));
  }
});

Deno.test("bindAnswers() names what it cannot find as it was written", async (t) => {
  const cases = [
    { args: "${1.handel}", says: /^Cannot resolve \$\{1\.handel\}: .*"handle"$/ },
    { args: "${1.rows[3]}", says: /\$\{1\.rows\[3\]\}/ },
    { args: "${2.handle}", says: /line "2" failed/ },
    { args: "${3.handle}", says: /line "3" has not run/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args, () => {
      assert.throws(() => bindAnswers(args, ANSWERS), (error) => {
        assert(error instanceof UnresolvedReference);
        assert.match(error.message, says);
        assert(!error.message.includes("answer-"), error.message);
        return true;
      });
    });
  }
});
