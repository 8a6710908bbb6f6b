import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import { compilePattern } from "../../src/search/pattern.ts";
import { bytesOf, type Content, latin1 } from "./support/fake_world.ts";
import { type Options, patternOf, rangesOf } from "./support/matches.ts";

interface Row {
  readonly name: string;
  readonly query: string;
  readonly options?: Options;
  readonly content: Content;
  readonly want: readonly string[];
}

const MALFORMED = Uint8Array.of(0x61, 0xff, 0xe2, 0x82, 0x62, 0xc3, 0xa9);

const REGEX: Row[] = [
  {
    name: "dot is one code point",
    query: "^.{3}$",
    content: "éab\nab\n💎é_",
    want: ["0-4", "8-15"],
  },
  {
    name: "dot is one malformed byte",
    query: ".",
    content: MALFORMED,
    want: ["0-1", "1-2", "2-3", "3-4", "4-5", "5-7"],
  },
  {
    name: "a malformed byte is in negated classes",
    query: "[^a-zé]+",
    content: MALFORMED,
    want: ["1-4"],
  },
  {
    name: "a malformed byte is no replacement character",
    query: "\\ufffd",
    content: MALFORMED,
    want: [],
  },
  {
    name: "an overlong form is malformed",
    query: "^..$",
    content: Uint8Array.of(0xc0, 0xaf),
    want: ["0-2"],
  },
  { name: "half of a code point is no match", query: "[^é]x", content: "éx", want: [] },
  {
    name: "lines end at LF, CRLF and lone CR",
    query: "^b$",
    content: "a\nb\r\nb\rb",
    want: ["2-3", "5-6", "7-8"],
  },
  {
    name: "nothing else ends a line",
    query: "^.+$",
    content: "a\u2028b\u0085c\fd\ve",
    want: ["0-12"],
  },
  { name: "dot takes no line end", query: "a.*", content: "ab\r\nc\rd", want: ["0-2"] },
  {
    name: "space takes no line end",
    query: "a\\s*b?",
    content: "a \t\r\nb\fa\v b",
    want: ["0-3", "7-11"],
  },
  { name: "space is ASCII", query: "a\\sb", content: "a\u00a0b a b", want: ["5-8"] },
  {
    name: "digits and word characters are ASCII",
    query: "[\\d\\w]+",
    content: "é1٣a_ß",
    want: ["2-3", "5-7"],
  },
  {
    name: "word boundaries are ASCII",
    query: "\\bfoo\\b",
    content: "éfoo foo_ foo",
    want: ["2-5", "11-14"],
  },
  { name: "a byte order mark is no text", query: "^.", content: "\ufefffoo", want: ["3-4"] },
  { name: "a mark inside is text", query: "\\ufeff", content: "a\ufeffb", want: ["1-4"] },
  {
    name: "leading (?i)",
    query: "(?i)straße|k",
    content: "STRAßE straẞe \u212a",
    want: ["0-7", "8-16", "17-20"],
  },
  { name: "simple folding only", query: "(?i)ß|i", content: "ssẞİı", want: ["2-5"] },
  {
    name: "final sigma",
    query: "σ",
    options: { ignoreCase: true },
    content: "Σςσ",
    want: ["0-2", "2-4", "4-6"],
  },
  {
    name: "escaped punctuation",
    query: "\\-\\\"\\'\\#\\@\\/\\ ",
    content: "-\"'#@/ ",
    want: ["0-7"],
  },
  { name: "escaped dash in a class", query: "[a\\-z]+", content: "-azb", want: ["0-3"] },
  {
    name: "long counted repeats",
    query: "[0-9a-f]{40}",
    content: "x" + "ab".repeat(21),
    want: ["1-41"],
  },
  { name: "code point escapes", query: "\\u{1f48e}\\x41", content: "💎A", want: ["0-5"] },
  {
    name: "a negated class may name a line end",
    query: "[^\\n]+",
    content: "a\nb",
    want: ["0-1", "2-3"],
  },
  { name: "leftmost first alternative", query: "a|ab", content: "ab", want: ["0-1"] },
  { name: "lazy", query: "<.+?>", content: "<a><b>", want: ["0-3", "3-6"] },
  { name: "a NUL is text", query: "a.b", content: "a\0b", want: ["0-3"] },
  { name: "a file without text", query: ".", content: "\ufeff", want: [] },
];

const LITERAL: Row[] = [
  { name: "as it stands", query: "a.b*", content: "aXb a.b*", want: ["4-8"] },
  { name: "none overlapping", query: "aa", content: "aaaaa", want: ["0-2", "2-4"] },
  { name: "beyond ASCII", query: "é", content: "e\u0301é", want: ["3-5"] },
  { name: "not in the byte order mark", query: "\ufeff", content: "\ufeffa\ufeff", want: ["4-7"] },
  {
    name: "any case",
    query: "Éa",
    options: { ignoreCase: true },
    content: "éA ÉA Ea",
    want: ["0-3", "4-7"],
  },
  {
    name: "any case, other length",
    query: "task",
    options: { ignoreCase: true },
    content: "taſ\u212a",
    want: ["0-7"],
  },
  { name: "in malformed text", query: "é", content: MALFORMED, want: ["5-7"] },
];

const WORD: Row[] = [
  {
    name: "letters",
    query: "foo",
    content: "foo foobar éfoo (foo) fooé ٣foo foo_ foo-foo",
    want: ["0-3", "18-21", "40-43", "44-47"],
  },
  {
    name: "shorter or longer alternatives are tried",
    query: "foo|foobar",
    content: "foobar foo",
    want: ["0-6", "7-10"],
  },
  { name: "a greedy match gives way", query: "a.*b", content: "a b bc", want: ["0-3"] },
  {
    name: "a pattern of punctuation",
    query: "-",
    content: "a- - -- x",
    want: ["3-4", "5-6", "6-7"],
  },
  { name: "neighbours are shared", query: "a", content: "a a a aa", want: ["0-1", "2-3", "4-5"] },
  {
    name: "a decomposed letter goes on",
    query: "cafe",
    content: "cafe\u0301 cafe",
    want: ["7-11"],
  },
  { name: "malformed bytes are no letters", query: "b", content: MALFORMED, want: [] },
  { name: "at line ends", query: "a", content: "a\ra\r\na\n", want: ["0-1", "2-3", "5-6"] },
];

for (
  const [kind, rows, fixed] of [
    ["regex", REGEX, { patternType: "regex" }],
    ["literal", LITERAL, { patternType: "literal" }],
    ["whole word", WORD, { word: true }],
  ] as const
) {
  Deno.test(`compilePattern() finds: ${kind}`, async (t) => {
    for (const { name, query, options, content, want } of rows) {
      await t.step(name, () => {
        const pattern = patternOf(query, { ...fixed, ...options });
        assert.deepEqual(rangesOf(pattern, content), want);
      });
    }
  });
}

const REFUSED = [
  { query: "a*", code: "regex_empty_pattern" },
  { query: "^$", code: "regex_empty_pattern" },
  { query: "a|", code: "regex_empty_pattern" },
  { query: "(?i)", code: "regex_empty_pattern" },
  { query: "a".repeat(513), code: "regex_pattern_too_long" },
  { query: "é".repeat(257), code: "regex_pattern_too_long" },
  { query: Array(34).fill("a").join("|"), code: "regex_too_many_alternations" },
  { query: "(a)".repeat(33), code: "regex_too_many_groups" },
  { query: "a+".repeat(65), code: "regex_too_many_quantifiers" },
  { query: "(a)\\1", code: "regex_unsupported_construct" },
  { query: "(?<x>a)\\k<x>", code: "regex_unsupported_construct" },
  { query: "(?=a)b", code: "regex_unsupported_construct" },
  { query: "a(?!b)", code: "regex_unsupported_construct" },
  { query: "(?<=a)b", code: "regex_unsupported_construct" },
  { query: "(?s).", code: "regex_unsupported_construct" },
  { query: "(?i:a)", code: "regex_unsupported_construct" },
  { query: "a(?i)b", code: "regex_unsupported_construct" },
  { query: "(?-i)a", code: "regex_unsupported_construct" },
  { query: "a\\n", code: "regex_unsupported_construct" },
  { query: "(a{1,100}){1,100}", code: "regex_unsupported_construct" },
  { query: "(a?){500}b", code: "regex_unsupported_construct" },
  { query: "a\nb", code: "regex_unsupported_construct" },
  { query: "[\\r]", code: "regex_unsupported_construct" },
  { query: "[\\x00-\\x1f]", code: "regex_unsupported_construct" },
  { query: "\\x0a", code: "regex_unsupported_construct" },
  { query: "[[:alpha:]]", code: "regex_unsupported_construct" },
  { query: "[a-z&&[^b]]", code: "regex_unsupported_construct" },
  { query: "\\p{L}", code: "regex_unsupported_construct" },
  { query: "\\<a\\>", code: "regex_unsupported_construct" },
  { query: "a{1,2000}", code: "regex_unsupported_construct" },
  { query: "((a{30}){30}){30}", code: "regex_unsupported_construct" },
  { query: "a(", code: "regex_invalid_pattern" },
  { query: "a{", code: "regex_invalid_pattern" },
  { query: "[b-a]", code: "regex_invalid_pattern" },
  { query: "[]", code: "regex_invalid_pattern" },
  { query: "*a", code: "regex_invalid_pattern" },
  { query: "\\q", code: "regex_invalid_pattern" },
  { query: "a\\", code: "regex_invalid_pattern" },
  { query: "(?P<x>a)", code: "regex_invalid_pattern" },
  { query: "\ud800", code: "regex_invalid_pattern" },
];

Deno.test("compilePattern() refuses patterns by code", async (t) => {
  for (const { query, code } of REFUSED) {
    await t.step(JSON.stringify(query).slice(0, 40), () => {
      assert.throws(() => patternOf(query), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, "invalid_params");
        assert.deepEqual(error.data, { field: "query", regex_error_code: code });
        return true;
      });
    });
  }
});

Deno.test("compilePattern() takes patterns at the very bounds", () => {
  for (
    const query of [
      "a".repeat(512),
      Array(33).fill("a").join("|"),
      "(a)".repeat(32),
      "a?".repeat(63) + "a+",
      "[^]",
      "a{1000}",
    ]
  ) patternOf(query);
});

Deno.test("compilePattern() refuses literals no line can hold", async (t) => {
  for (const query of ["", "a\nb", "a\r", "\udc00"]) {
    await t.step(JSON.stringify(query), () => {
      assert.throws(
        () => patternOf(query, { patternType: "literal" }),
        (error) => error instanceof ToolError && error.data["field"] === "query",
      );
    });
  }
});

const REQUIRED = [
  { query: "foo.*bar", want: [["foo", "bar"]] },
  { query: "(?:foo|bar)baz", want: [["foobaz"], ["barbaz"]] },
  { query: "\\bFunction\\s+\\w+Handler\\(", want: [["function", "handler("]] },
  { query: "abc(?:def|xyz)+\\d", want: [["abc", "def"], ["abc", "xyz"]] },
  { query: "abc?d*efg", want: [["efg"]] },
  { query: "foo|ba", want: undefined },
  { query: "\\w+", want: undefined },
  { query: "x{3}y", want: [["xxxy"]] },
  {
    query: "(?i)ask",
    want: [["ask"], ["as\xe2\x84\xaa"], ["a\xc5\xbfk"], ["a\xc5\xbf\xe2\x84\xaa"]],
  },
  { query: "é+é", want: undefined },
  { query: "éa[BC]", want: [["\xc3\xa9ab"], ["\xc3\xa9ac"]] },
];

Deno.test("compilePattern() knows what a matching file contains", async (t) => {
  for (const { query, want } of REQUIRED) {
    await t.step(query, () => assert.deepEqual(patternOf(query).required, want));
  }
});

/** Each would take from minutes to the age of the universe with plain backtracking; the runner's patience is the limit. */
const HOSTILE = [
  { query: "(x+x+)+y", text: "x".repeat(100_000) },
  { query: "(a+)+$", text: "a".repeat(100_000) + "b" },
  { query: "([a-z]+)*[0-9]", text: "a".repeat(100_000) },
  { query: "[a-z]+[0-9]", text: "a".repeat(1_000_000) },
  { query: ".*.*.*=é", text: "é".repeat(300_000) },
  { query: "(.*)*x", text: ("a".repeat(2000) + "\n").repeat(50) },
  { query: "\\w+\\s*\\w+!", text: "a".repeat(1_000_000), word: true },
  { query: "(a{1,30}){1,30}b", text: "a".repeat(1_000_000) },
  { query: "[^#]{300}#", text: "é".repeat(500_000) },
  { query: "(.{0,30}a.{0,30}b){8}a{7}#", text: "abaab".repeat(100_000) },
];

Deno.test("matches() ends soon on hostile text", async (t) => {
  for (const { query, text, word = false } of HOSTILE) {
    await t.step(query, () => assert.deepEqual(rangesOf(patternOf(query, { word }), text), []));
  }
});

Deno.test("a match that looks to the line's end does so once for all", () => {
  const text = "x".repeat(300_000);
  const pattern = patternOf("x(.*y)?");
  assert.equal(rangesOf(pattern, text).length, text.length);
  assert.deepEqual(sum(pattern.counts(text, () => {})), text.length);
});

Deno.test("counts() counts what matches() gives", async (t) => {
  const text = "ab aab\nb é ab\n" + "ab".repeat(30_000) + "\naab ab\n".repeat(3_000);
  const shown = latin1(bytesOf(text));
  for (const query of ["a+b", "(a|b)+", "é", "a", "zz"]) {
    await t.step(query, () => {
      const pattern = patternOf(query);
      assert.equal(sum(pattern.counts(shown, () => {})), rangesOf(pattern, text).length);
    });
  }
  await t.step("a literal", () => {
    const pattern = compilePattern({
      query: "ab",
      patternType: "literal",
      ignoreCase: false,
      word: false,
    });
    assert.equal(sum(pattern.counts(shown, () => {})), rangesOf(pattern, text).length);
  });
});

function sum(parts: Iterable<number>): number {
  let total = 0;
  for (const part of parts) total += part;
  return total;
}

Deno.test("matches() can be stopped between pieces and matches", () => {
  const stop = new Error("stop");
  let calls = 0;
  const tick = (): void => {
    calls++;
    if (calls > 2) throw stop;
  };
  const pattern = patternOf("[ab]");
  assert.throws(() => [...pattern.matches("a\n".repeat(1000), tick)], stop);
  assert.equal(calls, 3);
});
