import assert from "node:assert/strict";
import {
  eolOf,
  isBinary,
  isHidden,
  pathClassOf,
  textEncodingOf,
} from "../../src/snapshot/classify.ts";

Deno.test("pathClassOf() takes the first rule that applies", async (t) => {
  const rows = [
    ["test/a.ts", "support"],
    ["src/tests/a.ts", "support"],
    ["benches/x.rs", "support"],
    ["a/example/b.txt", "support"],
    ["app/tests/a.php", "support"],
    ["testing/a.ts", "project"],
    ["resources/views/home.blade.php", "support"],
    ["resources/viewsx/home.blade.php", "project"],
    ["app/Http/a.php", "runtime"],
    ["database/migrations/1.php", "runtime"],
    ["database/other/1.php", "project"],
    ["web/app/a.php", "project"],
    ["platform/main.roc", "runtime"],
    ["platform/main.zig", "project"],
    ["src/a.unknown", "runtime"],
    ["packages/x/src/a.ts", "runtime"],
    ["srcs/a.ts", "project"],
    ["main.ts", "runtime"],
    ["README.md", "runtime"],
    ["Makefile", "project"],
    ["lib/a.ts", "project"],
  ];
  for (const [path, want] of rows) {
    await t.step(`${path}`, () => assert.equal(pathClassOf(path ?? ""), want));
  }
});

Deno.test("isHidden() looks at every component", async (t) => {
  const rows = [
    { path: ".env", want: true },
    { path: "a/.b/c", want: true },
    { path: "a/b.c", want: false },
    { path: "a./b", want: false },
  ];
  for (const { path, want } of rows) await t.step(path, () => assert.equal(isHidden(path), want));
});

Deno.test("isBinary() judges the start of a file", async (t) => {
  const late = new Uint8Array(8193).fill(97);
  late[8192] = 0;
  const last = late.slice(0, 8192);
  last[8191] = 0;
  const rows = [
    { name: "text", path: "a.txt", bytes: Uint8Array.of(97, 10), want: false },
    { name: "empty", path: "a.bin", bytes: new Uint8Array(), want: false },
    { name: "NUL", path: "a.txt", bytes: Uint8Array.of(97, 0), want: true },
    { name: "NUL at the end of the probe", path: "a.txt", bytes: last, want: true },
    { name: "NUL behind the probe", path: "a.txt", bytes: late, want: false },
    { name: "NUL in source", path: "a.ts", bytes: Uint8Array.of(97, 0), want: false },
    {
      name: "UTF-16 LE in source",
      path: "a.ts",
      bytes: Uint8Array.of(255, 254, 97, 0),
      want: true,
    },
    { name: "UTF-16 BE", path: "a.txt", bytes: Uint8Array.of(254, 255, 0, 97), want: true },
    { name: "UTF-32 BE in source", path: "a.ts", bytes: Uint8Array.of(0, 0, 254, 255), want: true },
    { name: "Latin-1", path: "a.txt", bytes: Uint8Array.of(0xe9, 10), want: false },
  ];
  for (const { name, path, bytes, want } of rows) {
    await t.step(name, () => assert.equal(isBinary(path, bytes), want));
  }
});

Deno.test("textEncodingOf() and eolOf()", async (t) => {
  const rows = [
    { name: "empty", text: "", encoding: "utf-8", eol: "none" },
    { name: "LF", text: "é\n", encoding: "utf-8", eol: "lf" },
    { name: "CRLF", text: "a\r\nb\r\n", encoding: "utf-8", eol: "crlf" },
    { name: "CR", text: "a\rb", encoding: "utf-8", eol: "cr" },
    { name: "mixed", text: "a\nb\r\n", encoding: "utf-8", eol: "mixed" },
    { name: "only a look-alike", text: "a\u2028b\f\u0085", encoding: "utf-8", eol: "none" },
    { name: "mark", text: "\ufeffa\n", encoding: "utf-8-bom", eol: "lf" },
  ];
  for (const { name, text, encoding, eol } of rows) {
    await t.step(name, () => {
      const bytes = new TextEncoder().encode(text);
      assert.equal(textEncodingOf(bytes), encoding);
      assert.equal(eolOf(bytes), eol);
    });
  }
  await t.step("malformed", () => {
    assert.equal(textEncodingOf(Uint8Array.of(0xe9, 10)), "utf-8-lossy");
  });
});
