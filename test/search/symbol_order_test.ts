/** Symbol search counts all hits and orders few; a search that reads, ranks and sorts everything must say the same. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { LineIndex } from "../../src/contract/lines.ts";
import { excerptOf } from "../../src/search/excerpt.ts";
import type { SymbolRow } from "../../src/search/requests.ts";
import { searchSymbols } from "../../src/search/symbol.ts";
import { withContainers } from "../../src/search/symbol_row.ts";
import { symbolQuery } from "../../src/search/symbol_tiers.ts";
import type { SearchWorld } from "../../src/search/world.ts";
import { comparePaths } from "../../src/snapshot/path_order.ts";
import { fakeWorld } from "./support/fake_world.ts";

const PATHS = ["a.ts", "lib/b.ts", "src/c.rs", "src/d.ts", "src/é.ts", "test/e.ts", "z.rs"];
const CLASSES = ["runtime", "project", "support"];

const name = fc.constantFrom(
  "get",
  "Get",
  "getAll",
  "forget",
  "g",
  "é",
  "É",
  "a$get",
  "x\\get",
  "S",
);
const line = fc.tuple(fc.constantFrom("", " "), fc.constantFrom("class", "fn", "test"), name)
  .map(([indent, kind, text]) => `${indent}${kind} ${text}`);
const content = fc.tuple(
  fc.array(line, { maxLength: 8 }),
  fc.constantFrom("\n", "\r\n", "\r"),
  fc.constantFrom("", "\ufeff"),
).map(([lines, end, mark]) => mark + lines.join(end));
const tree = fc.dictionary(fc.constantFrom(...PATHS), content, { noNullPrototype: true });
const query = fc.constantFrom(
  "get",
  "GET",
  "g",
  "e",
  "é",
  "É",
  "$",
  "x\\g",
  "S::g",
  "s::G",
  "::",
  "q",
);
const slice = fc.record({ offset: fc.nat(12), limit: fc.nat(12) });

/** What the module's own words say, without any shortcut. */
async function simply(world: SearchWorld, asked: string): Promise<SymbolRow[]> {
  const { snapshot, live, outliner } = world;
  const { tierOf } = symbolQuery(asked);
  const rows: (SymbolRow & { readonly endByte: number })[] = [];
  for (const [at, entry] of snapshot.files.entries()) {
    const { start, end } = snapshot.symbolsOf(at);
    const stored = Array.from({ length: end - start }, (_, n) => snapshot.symbol(start + n));
    if (stored.every((symbol) => tierOf(symbol) === undefined)) continue;
    const { value: file } = { value: undefined, ...live.read(entry.path, 1e9) };
    if (file === undefined) continue;
    const lines = new LineIndex(file.bytes);
    for (const { symbol, container } of withContainers((await outliner.outline(file)).symbols)) {
      const tier = tierOf(symbol);
      if (tier === undefined) continue;
      const { name, startByte, endByte, stableId, testContext, ...place } = symbol;
      const { kind, line, column, endLine, endColumn, signature } = place;
      rows.push({
        path: entry.path,
        symbol: name,
        ...{ kind, line, column, endLine, endColumn },
        ...(container === undefined ? {} : { container }),
        signature,
        stableSymbolId: stableId,
        pathClass: entry.pathClass,
        ...excerptOf(file.bytes, lines, { start: startByte, end: endByte }, 0),
        rank: [tier, CLASSES.indexOf(entry.pathClass), testContext ? 1 : 0],
        endByte,
      });
    }
  }
  rows.sort((a, b) =>
    compareAll(a.rank ?? [], b.rank ?? []) || comparePaths(a.path, b.path) || a.line - b.line ||
    compareText(a.kind, b.kind) || compareText(a.symbol, b.symbol) || a.column - b.column ||
    a.endByte - b.endByte
  );
  return rows.map(({ endByte: _, ...row }) => row);
}

function compareAll(a: readonly number[], b: readonly number[]): number {
  return a.map((value, at) => value - (b[at] ?? 0)).find((order) => order !== 0) ?? 0;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

Deno.test("searchSymbols() gives the rows, the order and the total of a search without shortcuts", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, query, slice, async (files, now, asked, part) => {
      const changed = Object.entries(now).filter(([path]) => path in files);
      const world = fakeWorld({ files, now: Object.fromEntries(changed) });
      const scope = { includeHidden: false };
      const found = await searchSymbols(world, { query: asked, scope, slice: part });
      const want = await simply(world, asked);
      assert.deepEqual(found.rows, want.slice(part.offset, part.offset + part.limit));
      assert.equal(found.totalRows, want.length);
    }),
    { numRuns: 500 },
  );
});

Deno.test("searchSymbols() asks again if a file changes after the look at it", async () => {
  const files = { "a.ts": "fn get\n", "b.ts": "fn get\n" };
  const then = fakeWorld({ files });
  const now = fakeWorld({ files, now: { "b.ts": "fn other\nfn get\nfn getAll\n" } });
  const looks: number[] = [];
  const world: SearchWorld = {
    ...now,
    live: {
      ...now.live,
      isSurelyUnchanged: (position) => {
        looks.push(position);
        return then.live.isSurelyUnchanged(position);
      },
    },
  };
  const scope = { includeHidden: false };
  const slice = { offset: 0, limit: 10 };
  const { rows, totalRows, coverage } = await searchSymbols(world, { query: "get", scope, slice });
  assert.deepEqual(rows.map(({ path, line, symbol }) => `${path}:${line} ${symbol}`), [
    "a.ts:1 get",
    "b.ts:2 get",
    "b.ts:3 getAll",
  ]);
  assert.equal(totalRows, 3);
  assert.deepEqual(coverage.changed, ["b.ts"]);
  // The second time nobody asks for a look at the file that was not what the first look said.
  assert.deepEqual(looks, [0, 1, 0]);
});

Deno.test("searchSymbols() leaves out a file that a look finds and nobody can read", async () => {
  const files = { "a.ts": "fn get\n", "b.ts": "fn get\n" };
  const now = fakeWorld({ files, now: { "b.ts": { failure: "unreadable" } } });
  const world: SearchWorld = { ...now, live: { ...now.live, isSurelyUnchanged: () => true } };
  const scope = { includeHidden: false };
  const slice = { offset: 0, limit: 10 };
  const { rows, totalRows, coverage } = await searchSymbols(world, { query: "get", scope, slice });
  assert.deepEqual([rows.map(({ path }) => path), totalRows], [["a.ts"], 1]);
  assert.deepEqual(coverage.skipped, [{ path: "b.ts", reason: "unreadable" }]);
});
