import assert from "node:assert/strict";
import { parseInputs } from "../../src/playbook/inputs.ts";
import { pathProblem, selectNodes } from "../../src/playbook/json_path.ts";
import { nearest } from "../../src/playbook/nearest.ts";
import { compareText } from "../../src/playbook/order.ts";
import { formatProblem, PlaybookError } from "../../src/playbook/problem.ts";
import { splitSentences } from "../../src/playbook/sentences.ts";
import { parseStepMark } from "../../src/playbook/step_mark.ts";

const NAMES = ["query", "limit", "path_class", "path"];

Deno.test("nearest() finds what was meant", async (t) => {
  const cases = [
    { name: "qurey", want: "query" },
    { name: "Limit", want: "limit" },
    { name: "pathclass", want: "path_class" },
    { name: "paht", want: "path" },
    { name: "regex", want: undefined },
    { name: "", want: undefined },
  ];
  for (const { name, want } of cases) {
    await t.step(name, () => assert.equal(nearest(name, NAMES), want));
  }
});

const PLAYBOOK = {
  playbook_id: "p",
  inputs: { symbol: "parse", count: 3, deep: false },
  steps: [],
};

Deno.test("parseInputs() gives each input the type of its default", () => {
  assert.deepEqual(parseInputs(PLAYBOOK, ["symbol=012", "count=1.5", "deep=true", "symbol=a=b"]), {
    symbol: "a=b",
    count: 1.5,
    deep: true,
  });
});

Deno.test("parseInputs() refuses", async (t) => {
  const cases = [
    { input: "symbol", want: 'expected NAME=VALUE, found "symbol"' },
    { input: "symbl=x", want: '/inputs/symbl: unknown input "symbl"; did you mean "symbol"?' },
    { input: "toString=x", want: '/inputs/toString: unknown input "toString"' },
    { input: "count=", want: '/inputs/count: expected a number, found ""' },
    { input: "count=1e999", want: '/inputs/count: expected a number, found "1e999"' },
    {
      input: "count=9007199254740993",
      want: '/inputs/count: expected a number, found "9007199254740993"',
    },
    { input: "deep=yes", want: '/inputs/deep: expected true or false, found "yes"' },
  ];
  for (const { input, want } of cases) {
    await t.step(input, () => {
      assert.throws(() => parseInputs(PLAYBOOK, [input]), (error) => {
        assert.ok(error instanceof PlaybookError);
        assert.deepEqual(error.problems.map(formatProblem), [want]);
        return true;
      });
    });
  }
});

const always = (): boolean => true;

Deno.test("splitSentences() finds sentences and their marks", async (t) => {
  const cases = [
    { name: "none", answer: "\n# Heading.\n---\n", want: [] },
    { name: "two on a line", answer: "One. Two!", want: [["One.", []], ["Two!", []]] },
    { name: "no full stop", answer: "One\nTwo", want: [["One", []], ["Two", []]] },
    { name: "marks inside", answer: "A [find] b [c[0]].", want: [["A b.", ["find", "c[0]"]]] },
    { name: "marks behind", answer: "A. [find] [b] C.", want: [["A.", ["find", "b"]], ["C.", []]] },
    {
      name: "abbreviations",
      answer: "See e.g. a.ts:3 or v1.2. Yes.",
      want: [["See e.g. a.ts:3 or v1.2.", []], ["Yes.", []]],
    },
    {
      name: "lists and quotes",
      answer: "- One.\n 2. Two.\n> Three.",
      want: [["One.", []], ["Two.", []], ["Three.", []]],
    },
    {
      name: "links and footnotes",
      answer: "A [b](c) d[^e].\n[^e]: f.\n[g]: h.",
      want: [["A [b](c) d[^e].", []], ["[g]: h.", []]],
    },
    { name: "fences", answer: "```ts\nA.\n~~~\n```\nB.\n~~~\nC.", want: [["B.", []]] },
  ];
  for (const { name, answer, want } of cases) {
    await t.step(name, () => {
      const found = splitSentences(answer, always);
      assert.deepEqual(found.map(({ plain, marks }) => [plain, marks]), want);
      for (const { start, end } of found) {
        assert.equal(answer.slice(start, end), answer.slice(start, end).trim());
      }
    });
  }
});

Deno.test("parseStepMark() reads a step and a row", () => {
  assert.deepEqual(parseStepMark("find-all"), { stepId: "find-all" });
  assert.deepEqual(parseStepMark("find[10]"), { stepId: "find", row: 10 });
  for (const text of ["Find", "find[01]", "find[-1]", "find.x", "", "find[0][1]"]) {
    assert.equal(parseStepMark(text), undefined, text);
  }
});

Deno.test("selectNodes() gives values with their pointers", () => {
  const json = { "a/b": [{ c: 1 }, { c: 2 }], d: null };
  assert.deepEqual(selectNodes(json, "$['a/b'][?@.c > 1].c"), [{ pointer: "/a~1b/1/c", value: 2 }]);
  assert.deepEqual(selectNodes(json, "$.d"), [{ pointer: "/d", value: null }]);
  assert.deepEqual(selectNodes(json, "$.e"), []);
});

Deno.test("pathProblem() refuses what is no path, and patterns inside", () => {
  assert.equal(pathProblem("$.a[?length(@.b) > 1]"), undefined);
  assert.equal(pathProblem("$['match(x)']"), undefined);
  assert.match(pathProblem("$.[") ?? "", /^expected a JSONPath: /);
  assert.match(pathProblem("$[?match(@.a, '(a+)+')]") ?? "", /without match\(\) and search\(\)/);
  assert.match(pathProblem("$[?!search(@.a, 'x')]") ?? "", /without match\(\) and search\(\)/);
  assert.match(pathProblem(`$.${"a".repeat(600)}`) ?? "", /at most 512 characters, found 602/);
});

Deno.test("compareText() orders by bytes", () => {
  const sorted = ["", "a", "a-b", "a/b", "ab", "\u{ffff}", "\u{1f600}"];
  assert.deepEqual(sorted.toReversed().sort(compareText), sorted);
});
