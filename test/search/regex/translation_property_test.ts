import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesOf, latin1, mayContain } from "../support/fake_world.ts";
import { patternOf, rangesOf } from "../support/matches.ts";

/*
 * The runtime's own Unicode regular expressions are the reference: slow, without bounds, but with look-around and code
 * points. They run line by line, as the contract defines matching.
 */
const ATOMS = [
  "a",
  "b",
  "A",
  "k",
  "é",
  "É",
  "ſ",
  "💎",
  "_",
  "-",
  " ",
  ".",
  "\\u2028",
  "\\b",
  "\\B",
  "^",
  "$",
];
const CLASSES = [
  "[ab]",
  "[^a]",
  "[a-zé]",
  "[^é\\n]",
  "[💎-💖k]",
  "[^\\x00-\\x7f]",
  "\\d",
  "\\w",
  "\\W",
  "\\D",
  "[\\d_]",
  "[^\\w]",
];
const QUANTIFIERS = [
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "{2}",
  "{1,2}",
  "{0,3}?",
  "*?",
  "+?",
  "{17,18}",
  "{2,}",
];
/** Few, because the reference backtracks without end. */
const GROUP_QUANTIFIERS = ["", "", "?", "+", "{1,2}"];
const CHARACTERS = [..."aabbAkKéÉſ\u212a💎💏_- .1\u2028\u0085", "e\u0301"];

function isEdge(atom: string): boolean {
  return /^(?:\\b|\^|\$)$/i.test(atom);
}

const leaf = fc.constantFrom(...ATOMS, ...CLASSES);
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 1 },
    fc.tuple(leaf, fc.constantFrom(...QUANTIFIERS)).map(([atom, quantifier]) =>
      isEdge(atom) ? atom : atom + quantifier
    ),
    fc.tuple(tie("pattern"), fc.constantFrom(...GROUP_QUANTIFIERS)).map(([inner, quantifier]) =>
      `(?:${inner})${quantifier}`
    ),
  ),
  pattern: fc.array(fc.array(tie("piece"), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 2,
  }).map((branches) => branches.map((parts) => parts.join("")).join("|")),
}));

const line = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 9 }).map((all) => all.join(""));
const text = fc.tuple(
  fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 4 }),
  line,
).map(([lines, last]) => lines.flat().join("") + last);

const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}_]";

function reference(source: string, flags: string, content: string, word: boolean): string[] {
  const wanted = word ? `(?<!${WORD})(?:${source})(?!${WORD})` : source;
  const regexp = new RegExp(wanted, flags + "gsu");
  const ranges: string[] = [];
  let base = 0;
  for (const part of content.split(/(\r\n|\r|\n)/)) {
    for (const match of /^[\r\n]/.test(part) ? [] : part.matchAll(regexp)) {
      const start = base + bytesOf(part.slice(0, match.index)).length;
      ranges.push(`${start}-${start + bytesOf(match[0]).length}`);
    }
    base += bytesOf(part).length;
  }
  return ranges;
}

function isRefusedAsEmpty(source: string): boolean {
  return new RegExp(`^(?:${source})$`, "su").test("") || /^(?:\^|\$|\\b|\\B)+$/.test(source);
}

function holds(source: string, content: string, ignoreCase: boolean, word: boolean): void {
  if (isRefusedAsEmpty(source)) return;
  let compiled;
  try {
    compiled = patternOf(source, { ignoreCase, word });
  } catch (error) {
    // Nullable by the look of it, but never on an empty line: `\bx*\b`.
    assert.match(String(error), /matches the empty string|repeats too much/);
    return;
  }
  const want = reference(source, ignoreCase ? "i" : "", content, word);
  assert.deepEqual(rangesOf(compiled, content), want, JSON.stringify({ source, content }));
  if (want.length > 0) {
    assert.ok(mayContain(latin1(bytesOf(content)), compiled.required), source);
  }
}

Deno.test("a translated pattern matches what the reference matches", () => {
  fc.assert(fc.property(pattern, text, (source, content) => holds(source, content, false, false)), {
    numRuns: 1500,
  });
});

Deno.test("a whole-word pattern matches what the reference matches", () => {
  fc.assert(fc.property(pattern, text, (source, content) => holds(source, content, false, true)), {
    numRuns: 1500,
  });
});

Deno.test("a long line, run by the linear engine, gives the same matches", () => {
  const flat = fc.array(fc.tuple(leaf, fc.constantFrom("", "", "+", "*?")), {
    minLength: 1,
    maxLength: 3,
  })
    .filter((parts) => parts.filter(([, quantifier]) => quantifier !== "").length < 2)
    .map((parts) =>
      parts.map(([atom, quantifier]) => isEdge(atom) ? atom : atom + quantifier).join("")
    );
  const long = fc.tuple(text, fc.constantFrom("~", "a", "é")).map(([content, filler]) =>
    content + filler.repeat(2100) + content
  );
  fc.assert(
    fc.property(
      flat,
      long,
      fc.boolean(),
      (source, content, word) => holds(source, content, false, word),
    ),
    { numRuns: 200 },
  );
});

// `\w` and `\b` are ASCII here whatever the case; with the flags `iu` the reference counts `ſ` and `K` as word characters.
Deno.test("case is ignored as the reference ignores it", () => {
  const cased = pattern.filter((source) => !/\\[wWbB]/.test(source));
  fc.assert(fc.property(cased, text, (source, content) => holds(source, content, true, false)), {
    numRuns: 1500,
  });
});
