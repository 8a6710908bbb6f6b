import assert from "node:assert/strict";
import { SYMBOL_KINDS } from "../../src/languages/language.ts";
import {
  extractableLanguages,
  grammarOf,
  isExtractable,
  languageByName,
  languageOf,
  LANGUAGES,
  supportedLanguageNames,
} from "../../src/languages/registry.ts";

const PATHS = [
  { path: "src/a.ts", want: "typescript_tsx" },
  { path: "a.tsx", want: "typescript_tsx" },
  { path: "a.d.mts", want: "typescript_tsx" },
  { path: "a.cts", want: "typescript_tsx" },
  { path: "a.jsx", want: "javascript" },
  { path: "a.cjs", want: "javascript" },
  { path: "a.py", want: "python" },
  { path: "a.go", want: "go" },
  { path: "a.rs", want: "rust" },
  { path: "A.java", want: "java" },
  { path: "build.gradle.kts", want: "kotlin" },
  { path: "a.php", want: "php" },
  { path: "resources/views/a.blade.php", want: "blade" },
  { path: "a.blade.PHP", want: "blade" },
  { path: "a.lua", want: "lua" },
  { path: "a.rake", want: "ruby" },
  { path: "a.h", want: "c" },
  { path: "a.hxx", want: "cpp" },
  { path: "a.cs", want: "csharp" },
  { path: "a.swift", want: "swift" },
  { path: "a.dart", want: "dart" },
  { path: "a.bash", want: "bash" },
  { path: "a.css", want: "css" },
  { path: "README.md", want: "markdown" },
  { path: "a.json", want: "json" },
  { path: "a.yml", want: "yaml" },
  { path: "Cargo.toml", want: "toml" },
  { path: "a.roc", want: "roc" },
  { path: "a.nims", want: "nim" },
  { path: ".github/a.yaml", want: "yaml" },
  { path: ".hidden.ts", want: "typescript_tsx" },
  { path: ".ts", want: undefined },
  { path: "dir.ts/Makefile", want: undefined },
  { path: "ts", want: undefined },
  { path: "a.", want: undefined },
  { path: "a.txt", want: undefined },
  { path: "", want: undefined },
];

Deno.test("languageOf()", async (t) => {
  for (const { path, want } of PATHS) {
    await t.step(path || "(empty)", () => assert.equal(languageOf(path)?.id, want));
  }
});

const NAMES = [
  { name: "typescript_tsx", want: "typescript_tsx" },
  { name: "typescript", want: "typescript_tsx" },
  { name: "tsx", want: "typescript_tsx" },
  { name: "Golang", want: "go" },
  { name: "C#", want: "csharp" },
  { name: "c++", want: "cpp" },
  { name: "shell", want: "bash" },
  { name: "md", want: "markdown" },
  { name: "cobol", want: undefined },
  { name: "", want: undefined },
];

Deno.test("languageByName()", async (t) => {
  for (const { name, want } of NAMES) {
    await t.step(name || "(empty)", () => assert.equal(languageByName(name)?.id, want));
  }
});

Deno.test("registry knows every language of the contract, in its order of classes", () => {
  const ids = (wanted: string): string[] =>
    LANGUAGES.filter((language) => language.class === wanted).map((language) => language.id);
  assert.deepEqual(ids("tree_sitter").sort(), [
    "bash",
    "c",
    "cpp",
    "csharp",
    "css",
    "dart",
    "go",
    "java",
    "javascript",
    "kotlin",
    "lua",
    "php",
    "python",
    "ruby",
    "rust",
    "swift",
    "typescript_tsx",
  ]);
  assert.deepEqual(ids("outline_only"), ["markdown", "json", "yaml", "toml"]);
  assert.deepEqual(ids("bounded_scanner"), ["blade", "roc", "nim"]);
});

Deno.test("registry gives no name and no extension twice", () => {
  const names = LANGUAGES.flatMap(({ id, aliases }) => [...new Set([id, ...aliases])]);
  const extensions = LANGUAGES.flatMap((language) => language.extensions);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(extensions).size, extensions.length);
  assert.deepEqual(supportedLanguageNames(), names);
});

Deno.test("grammarOf() finds one grammar for each extension of an extractable language", async (t) => {
  for (const language of extractableLanguages()) {
    for (const extension of language.extensions) {
      await t.step(`${language.id} ${extension}`, () => {
        const grammar = grammarOf(language, `dir/a.${extension}`);
        assert.ok(grammar.extensions.includes(extension));
      });
    }
  }
});

Deno.test("grammarOf() tells TSX from TypeScript", () => {
  const language = languageOf("a.ts");
  assert.ok(language !== undefined && isExtractable(language));
  assert.equal(grammarOf(language, "a.ts").embedded, "typescript");
  assert.equal(grammarOf(language, "a.tsx").embedded, "tsx");
  assert.throws(() => grammarOf(language, "a.py"), RangeError);
});

Deno.test("kinds are named once each", () => {
  assert.equal(new Set(SYMBOL_KINDS).size, SYMBOL_KINDS.length);
});
