import assert from "node:assert/strict";
import { ToolError } from "../../../src/contract/errors.ts";
import { parsePattern } from "../../../src/search/regex/parse.ts";
import { type Found, Program } from "../../../src/search/regex/program.ts";
import type { Node } from "../../../src/search/regex/node.ts";
import { bytesOf, latin1 } from "../support/fake_world.ts";
import { generate, randomNumbers } from "../support/generated_regex.ts";

const PAIRS = 3_000;

function parsed(pattern: string, ignoreCase: boolean): Node | undefined {
  try {
    return parsePattern({ pattern, field: "query", ignoreCase });
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function all(program: Program, text: string, long: boolean): Found[] {
  return [...program.matches(text, long)].filter((found) => found !== undefined);
}

Deno.test("the machine and the runtime's engines find the same", () => {
  const random = randomNumbers(7);
  let compared = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    const { query, ignoreCase, word, text } = generate(random, true);
    const node = parsed(query, ignoreCase);
    if (node === undefined) continue;
    compared++;
    const shown = latin1(bytesOf(text));
    const made = (): Program => new Program(node, { word, multiline: true });
    assert.deepEqual(
      all(made(), shown, true),
      all(made(), shown, false),
      JSON.stringify({ query, text }),
    );
  }
  assert.ok(compared > PAIRS / 2);
});

/** Chars of a line over several blocks of the machine. */
const BLOCKS_CHARS = 20_000;

const ACROSS_BLOCKS = [
  { name: "matches everywhere", query: "(a|aa)*b" },
  { name: "matches longer than a block", query: "[^b]?.{0,40}.*名" },
  { name: "code points that a block's end cuts", query: "é+|名+|💎+" },
  { name: "a situation of its own at each place", query: "(a.{20}b.{30})+[ac名]" },
  { name: "many ways to count", query: "(.{0,9}a.{0,9}b){4}a{3}" },
  { name: "edges", query: "\\b(a\\B.)+\\b" },
  { name: "edges in ever new situations", query: "a.{30}b\\b" },
  { name: "whole words", query: "(ab?)+", word: true },
  { name: "the line's end", query: "(a|b)+$" },
  { name: "nothing", query: "(.*a)+#" },
];

Deno.test("lines over many blocks give the same matches", async (t) => {
  const random = randomNumbers(11);
  const characters = [..."aaaabbbb -é名💎\x80"];
  const text = Array.from(
    { length: BLOCKS_CHARS },
    () => characters[Math.floor(random() * characters.length)],
  ).join("");
  const shown = latin1(bytesOf(text)) + "\x80a\xe5\x90ab";
  for (const { name, query, word = false } of ACROSS_BLOCKS) {
    await t.step(name, () => {
      const node = parsed(query, false);
      assert(node !== undefined);
      const made = (): Program => new Program(node, { word, multiline: true });
      const want = all(made(), shown, false);
      assert.equal(want.length > 0, name !== "nothing");
      assert.deepEqual(all(made(), shown, true), want);
    });
  }
});

Deno.test("a search in a long line pauses before it ends", () => {
  const node = parsed("(x+x+)+y", false);
  assert(node !== undefined);
  const program = new Program(node, { word: false, multiline: true });
  const steps = [...program.matches("x".repeat(4_000_000), true)];
  assert.ok(steps.length > 5);
  assert.deepEqual(steps.filter((step) => step !== undefined), []);
});

Deno.test("edges of a text without lines are its own", () => {
  const node = parsed("^a$", false);
  assert(node !== undefined);
  const program = new Program(node, { word: false, multiline: false });
  for (const long of [true, false]) {
    assert.deepEqual(all(program, "b\na", long), []);
    assert.deepEqual(all(program, "a", long), [{ start: 0, end: 1 }]);
  }
});
