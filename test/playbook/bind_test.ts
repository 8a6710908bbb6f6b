import assert from "node:assert/strict";
import { bindParams, UnresolvedReference } from "../../src/playbook/bind.ts";

const SCOPE = {
  inputs: { symbol: "parse", count: 3, deep: true },
  answers: new Map([
    ["find", { matches: [{ path: "a.ts", line: 9 }], note: null, "x.y": 1 }],
    ["failed", undefined],
    ["list", ["a", "b"]],
  ]),
};

const BOUND = [
  { params: null, want: null },
  { params: "${inputs.count}", want: 3 },
  { params: "n=${inputs.count} ${inputs.deep}", want: "n=3 true" },
  { params: "${steps.find.matches[0]}", want: { path: "a.ts", line: 9 } },
  { params: "${steps.find.note}", want: null },
  { params: '${steps.find["x.y"]}', want: 1 },
  { params: "${steps.list}", want: ["a", "b"] },
  {
    params: { a: ["${steps.find.matches[0].path}:${steps.find.matches[0].line}"], b: "$${x}" },
    want: { a: ["a.ts:9"], b: "${x}" },
  },
];

Deno.test("bindParams() puts values in place of references", async (t) => {
  for (const { params, want } of BOUND) {
    await t.step(JSON.stringify(params), () => assert.deepEqual(bindParams(params, SCOPE), want));
  }
});

const UNRESOLVED = [
  {
    params: "${steps.find.matchs[0]}",
    want:
      'Cannot resolve ${steps.find.matchs[0]}: "find" has no "matchs"; the nearest is "matches"',
  },
  {
    params: "${steps.find.matches[1].path}",
    want:
      'Cannot resolve ${steps.find.matches[1].path}: "find.matches" has 1 item, so there is no 1',
  },
  {
    params: "${steps.find.matches[0].column}",
    want:
      'Cannot resolve ${steps.find.matches[0].column}: "find.matches[0]" has no "column"; there are line, path',
  },
  {
    params: "${steps.find.note.x}",
    want: 'Cannot resolve ${steps.find.note.x}: "find.note" is null and has no members',
  },
  {
    params: "${steps.find.toString}",
    want:
      'Cannot resolve ${steps.find.toString}: "find" has no "toString"; there are matches, note, x.y',
  },
  {
    params: "${steps.list.length}",
    want: 'Cannot resolve ${steps.list.length}: "list" has 2 items, so there is no "length"',
  },
  { params: "${steps.failed.x}", want: 'Cannot resolve ${steps.failed.x}: step "failed" failed' },
  { params: "${steps.later.x}", want: 'Cannot resolve ${steps.later.x}: step "later" has not run' },
  {
    params: "${inputs.symbl}",
    want: 'Cannot resolve ${inputs.symbl}: there is no input "symbl"; the nearest is "symbol"',
  },
  {
    params: "a ${steps.find.matches}",
    want:
      "Cannot resolve ${steps.find.matches}: inside a text it must be a scalar, but it is an array",
  },
  {
    params: "a ${steps.find.note}",
    want: "Cannot resolve ${steps.find.note}: inside a text it must be a scalar, but it is null",
  },
];

Deno.test("bindParams() names the expression and what is nearest", async (t) => {
  for (const { params, want } of UNRESOLVED) {
    await t.step(params, () => {
      assert.throws(() => bindParams(params, SCOPE), (error) => {
        assert.ok(error instanceof UnresolvedReference);
        assert.equal(error.message, want);
        return true;
      });
    });
  }
});
