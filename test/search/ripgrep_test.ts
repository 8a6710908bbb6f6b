import assert from "node:assert/strict";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { type Options, patternOf, rangesOf } from "./support/matches.ts";

/*
 * Ripgrep as the reference, over generated files. Its classes are Unicode where ours are ASCII, so the classes are
 * spelt out for it; its only line end is LF, so the files have no other.
 */
const FILES = 300;
const SEED = 20_240_501;

const TOKENS = [
  ..."foo foobar FooBar foo_bar fooé éfoo Foo FOO bar_1 x1 42 0x1F 3.14 return function new Exception"
    .split(" "),
  ..."Handler TODO FIXME timeout Timeout straße STRASSE κόσμος ΚΌΣΜΟΣ naïve 名前 💎 a.b a+b $x Ns\\Type"
    .split(" "),
  ..."() ( ) { } [ ] ; , -> :: => == != // # \" ' - -- é e\u0301 ſ \u212a \t \u2028 \f".split(" "),
];

const content = fc.array(
  fc.array(fc.tuple(fc.constantFrom(...TOKENS), fc.constantFrom("", " ", "  ")), { maxLength: 8 })
    .map((tokens) => tokens.flat().join("")),
  { minLength: 1, maxLength: 12 },
).map((lines) => lines.join("\n") + "\n");

const LITERALS: { query: string; options?: Options }[] = [
  { query: "foo" },
  { query: "foo", options: { word: true } },
  { query: "foo", options: { ignoreCase: true } },
  { query: "FOO", options: { ignoreCase: true, word: true } },
  { query: "é" },
  { query: "É", options: { ignoreCase: true } },
  { query: "a.b" },
  { query: "--", options: { word: true } },
  { query: "straße", options: { ignoreCase: true } },
  { query: "κόσμοσ", options: { ignoreCase: true } },
  { query: "💎", options: { word: true } },
  { query: "Ns\\Type" },
  { query: "sk", options: { ignoreCase: true } },
];

const REGEXES: { query: string; options?: Options }[] = [
  { query: "fo+" },
  { query: "^foo" },
  { query: "foo$" },
  { query: "^.{3}$" },
  { query: "^[^a-z]+$" },
  { query: "f.*r" },
  { query: "f.*?r" },
  { query: "\\bfoo\\b" },
  { query: "\\w+Handler" },
  { query: "\\bnew\\s+[A-Z]\\w+" },
  { query: "(TODO|FIXME|XXX)\\b" },
  { query: "[A-Z]{2,}" },
  { query: "[0-9]+\\.[0-9]{2}" },
  { query: "0x[0-9a-fA-F]+" },
  { query: "foo|foobar" },
  { query: "foobar|foo" },
  { query: "foo|foobar", options: { word: true } },
  { query: "f\\w*", options: { word: true } },
  { query: "[é💎]+" },
  { query: "[^\\x00-\\x7f]+" },
  { query: "[α-ω]+" },
  { query: "[α-ω]+", options: { ignoreCase: true } },
  { query: "(?i)timeout\\b" },
  { query: "[a-k]+s", options: { ignoreCase: true } },
  { query: "\\(\\s*\\)" },
  { query: "-> ?|::|=>" },
  { query: '"[^"]*"' },
  { query: "\\d+\\D" },
  { query: "(?:foo|bar)_?(?:bar|1)" },
  { query: "(?:a|ab)(?:c|bcd)?" },
  { query: "\\S+é" },
  { query: "e\u0301|é" },
  { query: "..$" },
  { query: "\\x{1f48e}|名".replace("x{", "u{") },
];

/** The same pattern with ASCII classes in ripgrep's syntax. */
function forRipgrep(query: string): string {
  return query
    .replaceAll("\\w", "[0-9A-Za-z_]")
    .replaceAll("\\W", "[^0-9A-Za-z_]")
    .replaceAll("\\d", "[0-9]")
    .replaceAll("\\D", "[^0-9]")
    .replaceAll("\\s", "[\\t\\x0b\\x0c ]")
    .replaceAll("\\S", "[^\\t\\x0b\\x0c ]")
    .replaceAll("\\b", "(?-u:\\b)");
}

interface MatchEvent {
  readonly type: string;
  readonly data: {
    readonly path: { readonly text: string };
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

async function ripgrep(folder: string, args: readonly string[]): Promise<string[]> {
  const all = ["--json", "--no-config", "--no-ignore", "--sort", "path", ...args, "--", folder];
  const { code, stdout, stderr } = await new Deno.Command(rgPath, { args: all }).output();
  assert.ok(code < 2, new TextDecoder().decode(stderr));
  const events: MatchEvent[] = new TextDecoder().decode(stdout).trim().split("\n").filter(Boolean)
    .map((text) => JSON.parse(text));
  return events.filter(({ type }) => type === "match").flatMap(({ data }) =>
    data.submatches.map(({ start, end }) => {
      const name = data.path.text.slice(folder.length + 1);
      return `${name}:${data.absolute_offset + start}-${data.absolute_offset + end}`;
    })
  );
}

Deno.test("patterns match what ripgrep matches", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const texts = fc.sample(content, { numRuns: FILES, seed: SEED });
    const files = texts.map((text, at) => ({ name: `${String(at).padStart(3, "0")}.txt`, text }));
    for (const { name, text } of files) await Deno.writeTextFile(`${folder}/${name}`, text);
    for (
      const { query, options = {}, patternType } of [
        ...LITERALS.map((row) => ({ ...row, patternType: "literal" as const })),
        ...REGEXES.map((row) => ({ ...row, patternType: "regex" as const })),
      ]
    ) {
      await t.step(`${patternType} ${query} ${JSON.stringify(options)}`, async () => {
        const literal = patternType === "literal";
        const want = await ripgrep(folder, [
          ...(literal ? ["--fixed-strings"] : []),
          ...(options.ignoreCase === true ? ["--ignore-case"] : []),
          ...(options.word === true ? ["--word-regexp"] : []),
          "--regexp",
          literal ? query : forRipgrep(query),
        ]);
        const pattern = patternOf(query, { ...options, patternType });
        const have = files.flatMap(({ name, text }) =>
          rangesOf(pattern, text).map((range) => `${name}:${range}`)
        );
        assert.deepEqual(have, want);
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
