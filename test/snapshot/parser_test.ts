import assert from "node:assert/strict";
import type { Grammar } from "../../src/languages/language.ts";
import { outline, parser } from "../languages/outline_rows.ts";
import { assetBytes } from "../../src/platform/assets.ts";
import { SourceParser } from "../../src/snapshot/parser.ts";

const JAVASCRIPT: Grammar = {
  embedded: "javascript",
  module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm",
  extensions: ["js"],
};

const LONG = "function f() { return [1, 2, 3]; }\n".repeat(20_000);

Deno.test("parse() gives nothing when time is over, and reads the next text afresh", async () => {
  const late = await parser.parse(LONG, JAVASCRIPT, { budgetMs: 0 }, () => "seen");
  assert.deepEqual(late, { timedOut: true });
  const { symbols, partial } = await outline("a.js", "class Next {}");
  assert.deepEqual(symbols.map((symbol) => symbol.name), ["Next"]);
  assert.equal(partial, false);
});

Deno.test("parse() rejects when cancelled, and reads the next text afresh", async () => {
  let asked = 0;
  const isCancelled = (): boolean => ++asked > 100;
  await assert.rejects(
    parser.parse(LONG, JAVASCRIPT, { isCancelled }, () => "seen"),
    { name: "AbortError" },
  );
  const { symbols } = await outline("a.rs", "struct Next;");
  assert.deepEqual(symbols.map((symbol) => symbol.name), ["Next"]);
});

Deno.test("parse() gives nothing when time runs out in a query", async () => {
  const query = await parser.query("(_) @any", JAVASCRIPT);
  let slow = false;
  const limits = { budgetMs: 60_000, isCancelled: (): boolean => slow };
  await assert.rejects(
    parser.parse(LONG, JAVASCRIPT, limits, (tree) => {
      slow = true;
      return tree.matches(query).length;
    }),
    { name: "AbortError" },
  );
});

Deno.test("outlineOf() says that it timed out and shows no half", async () => {
  assert.deepEqual(await outline("a.js", LONG, { budgetMs: 0 }), {
    symbols: [],
    partial: true,
    timedOut: true,
  });
});

Deno.test("query() compiles a query once", async () => {
  const source = "(identifier) @a";
  assert.equal(await parser.query(source, JAVASCRIPT), await parser.query(source, JAVASCRIPT));
});

Deno.test("a grammar that is none is refused by name", async () => {
  const broken = await SourceParser.init((asset) =>
    asset.embedded === "none" ? Promise.resolve(Uint8Array.of(0, 1, 2)) : assetBytes(asset)
  );
  await assert.rejects(
    broken.parse("", { embedded: "none", module: "none", extensions: [] }, {}, () => ""),
    { message: 'Cannot load grammar "none"' },
  );
  broken.close();
});
