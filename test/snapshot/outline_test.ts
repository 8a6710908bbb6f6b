import assert from "node:assert/strict";
import { LineIndex } from "../../src/contract/lines.ts";
import { outline } from "../languages/outline_rows.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Rows: name, start byte, end byte, name's start and end byte, line and column. */
const POSITIONS = [
  {
    name: "lone CR, Rust",
    path: "cr.rs",
    bytes: utf8("fn foo() {}\rfn bar() {}\r"),
    want: [["foo", 0, 11, 3, 6, "1:1"], ["bar", 12, 23, 15, 18, "2:1"]],
  },
  {
    name: "lone CR ends a line comment, TypeScript",
    path: "cr.ts",
    bytes: utf8("// c\rfunction f() {}\r"),
    want: [["f", 5, 20, 14, 15, "2:1"]],
  },
  {
    name: "lone CR, Python",
    path: "cr.py",
    bytes: utf8("# c\rclass A:\r    def m(self):\r        pass\rdef f(): pass\r"),
    want: [["A", 4, 42, 10, 11, "2:1"], ["m", 17, 42, 21, 22, "3:5"], ["f", 43, 56, 47, 48, "5:1"]],
  },
  {
    name: "lone CR, Go",
    path: "cr.go",
    bytes: utf8("package p\r// c\rfunc f() {}\rfunc g() {}\r"),
    want: [["p", 0, 9, 8, 9, "1:1"], ["f", 15, 26, 20, 21, "3:1"], ["g", 27, 38, 32, 33, "4:1"]],
  },
  {
    name: "CRLF",
    path: "crlf.ts",
    bytes: utf8("// c\r\nfunction f() {\r\n}\r\nclass A {}\r\n"),
    want: [["f", 6, 23, 15, 16, "2:1"], ["A", 25, 35, 31, 32, "4:1"]],
  },
  {
    name: "mixed line ends",
    path: "mixed.js",
    bytes: utf8("// a\r// b\r\n// c\nfunction f() {}"),
    want: [["f", 16, 31, 25, 26, "4:1"]],
  },
  {
    name: "byte order mark",
    path: "bom.ts",
    bytes: utf8("\uFEFFclass A {}\nclass B {}"),
    want: [["A", 3, 13, 9, 10, "1:1"], ["B", 14, 24, 20, 21, "2:1"]],
  },
  {
    name: "NUL in a comment",
    path: "nul.ts",
    bytes: utf8("// a\0b\nexport function after() {}\n"),
    want: [["after", 14, 33, 23, 28, "2:8"]],
  },
  {
    name: "NUL between definitions",
    path: "nul.rs",
    bytes: utf8("fn a() {}\0fn b() {}"),
    want: [["a", 0, 9, 3, 4, "1:1"], ["b", 10, 19, 13, 14, "1:11"]],
  },
  {
    name: "astral and other characters before and in a name",
    path: "wide.ts",
    bytes: utf8("/* ü😀 */ class Größe {}"),
    want: [["Größe", 13, 29, 19, 26, "1:14"]],
  },
  {
    name: "malformed bytes count one each",
    path: "latin1.py",
    bytes: Uint8Array.of(0x23, 0xe9, 0xe2, 0x82, 0x0a, ...utf8("def f(): pass")),
    want: [["f", 5, 18, 9, 10, "2:1"]],
  },
  {
    name: "no line end at the end, Go",
    path: "end.go",
    bytes: utf8("package p\ntype (\n\tC = int\n)"),
    want: [["p", 0, 9, 8, 9, "1:1"], ["C", 10, 27, 18, 19, "2:1"]],
  },
  {
    name: "other separators open no line",
    path: "odd.ts",
    bytes: utf8("/*\f\v\u0085\u2028*/\nclass A {}"),
    want: [["A", 12, 22, 18, 19, "2:1"]],
  },
] as const;

Deno.test("outlineOf() gives raw bytes that LineIndex reads the same way", async (t) => {
  for (const { name, path, bytes, want } of POSITIONS) {
    await t.step(name, async () => {
      const { symbols, partial } = await outline(path, bytes);
      const lines = new LineIndex(bytes);
      const got = symbols.map((symbol) => {
        const { line, column } = lines.position(symbol.startByte);
        const { startByte, endByte, nameStartByte, nameEndByte } = symbol;
        return [symbol.name, startByte, endByte, nameStartByte, nameEndByte, `${line}:${column}`];
      });
      assert.deepEqual({ got, partial }, { got: want, partial: false });
    });
  }
});

const BROKEN = [
  {
    name: "symbols around an error survive",
    path: "a.ts",
    source: "function before() {}\nconst = = ;;; ] }\nfunction after() {}",
    want: ["before", "after"],
  },
  {
    name: "a missing brace",
    path: "a.go",
    source: "package p\n\nfunc a() {}\n\nfunc b() {\n",
    want: ["p", "a", "b"],
  },
  { name: "no source at all", path: "a.rs", source: "%%%% not rust %%%%", want: [] },
];

Deno.test("outlineOf() marks a file with errors as partial", async (t) => {
  for (const { name, path, source, want } of BROKEN) {
    await t.step(name, async () => {
      const { symbols, partial, timedOut } = await outline(path, source);
      assert.deepEqual(symbols.map((symbol) => symbol.name), want);
      assert.deepEqual({ partial, timedOut }, { partial: true, timedOut: false });
    });
  }
});

Deno.test("outlineOf() of an empty file is empty and whole", async () => {
  for (const path of ["a.ts", "a.js", "a.py", "a.go", "a.rs"]) {
    assert.deepEqual(await outline(path, ""), { symbols: [], partial: false, timedOut: false });
  }
});

Deno.test("outlineOf() survives deep nesting of expressions", async () => {
  const depth = 100_000;
  const source = `x = ${"(".repeat(depth)}1${")".repeat(depth)};\nfunction after() {}`;
  const { symbols, partial } = await outline("a.js", source, { budgetMs: 60_000 });
  assert.deepEqual(symbols.map((symbol) => symbol.name), ["after"]);
  assert.equal(partial, true, "deeper than a query can look");
});

Deno.test("outlineOf() bounds qualified names of deeply nested functions", async () => {
  const depth = 2_000;
  const source = "function name() {".repeat(depth) + "}".repeat(depth);
  const { symbols, partial } = await outline("a.js", source, { budgetMs: 60_000 });
  assert.equal(symbols.length, depth);
  assert.equal(partial, false);
  assert.equal(symbols.at(-1)?.container, depth - 2);
  assert.equal(Math.max(...symbols.map((symbol) => symbol.signature.length)), 259);
});

Deno.test("outlineOf() clips a name that no one wrote by hand", async () => {
  const { symbols } = await outline("a.js", `class A { ["${"x".repeat(1_000)}"]() {} }`);
  assert.equal(symbols[1]?.name, `["${"x".repeat(254)}…`);
});
