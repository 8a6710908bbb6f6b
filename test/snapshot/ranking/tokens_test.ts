import assert from "node:assert/strict";
import {
  MAX_TOKENS,
  placedRuns,
  runsOf,
  tokensOf,
  tokensOfRun,
} from "../../../src/snapshot/ranking/tokens.ts";

const RUNS = [
  { name: "one word", run: "parse", want: ["parse"] },
  { name: "one word, large", run: "Parse", want: ["parse"] },
  { name: "camel case", run: "parseHeader", want: ["parseheader", "parse", "header"] },
  { name: "an acronym in front", run: "HTTPServer", want: ["httpserver", "http", "server"] },
  { name: "an acronym behind", run: "useHTTP", want: ["usehttp", "use", "http"] },
  { name: "snake case", run: "word_index", want: ["word_index", "word", "index"] },
  { name: "screaming case", run: "MAX_ROWS", want: ["max_rows", "max", "rows"] },
  { name: "digits", run: "sha256Hex", want: ["sha256hex", "sha", "256", "hex"] },
  { name: "a sigil", run: "$store", want: ["$store", "store"] },
  { name: "short parts", run: "aB", want: ["ab"] },
  { name: "one character", run: "x", want: [] },
  { name: "members of every object", run: "__proto__", want: ["__proto__", "proto"] },
  { name: "letters beyond ASCII", run: "größeÄndern", want: ["größeändern", "größe", "ändern"] },
  { name: "writing without spaces", run: "検索結果", want: ["検索結果", "検索", "索結", "結果"] },
  { name: "64 characters", run: "a".repeat(64), want: ["a".repeat(64)] },
  { name: "more are data", run: `deadBeef${"a".repeat(60)}`, want: [] },
];

Deno.test("tokensOfRun() gives the whole and its parts", async (t) => {
  for (const { name, run, want } of RUNS) {
    await t.step(name, () => assert.deepEqual(tokensOfRun(run), want));
  }
});

Deno.test("tokensOf() gives each token once, in its order", () => {
  assert.deepEqual(tokensOf("a->fooBar(foo, `--flag`) // foo-bar"), [
    "foobar",
    "foo",
    "bar",
    "flag",
  ]);
  assert.deepEqual(tokensOf(":: -> {}"), []);
});

Deno.test("tokensOf() stops at its limit", () => {
  const words = Array.from({ length: MAX_TOKENS + 5 }, (_, at) => `word${at}`).join(" ");
  assert.equal(tokensOf(words).length, MAX_TOKENS);
});

Deno.test("runs are the same with and without their places", async (t) => {
  const texts = ["a.b_c $d", "é = naïve(ñ)", "数 = 1"];
  for (const text of texts) {
    await t.step(text, () => {
      const placed = [...placedRuns(text)];
      assert.deepEqual(placed.map(({ run }) => run), runsOf(text));
      for (const { run, at } of placed) assert.equal(text.slice(at, at + run.length), run);
    });
  }
});
