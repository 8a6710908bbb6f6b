import assert from "node:assert/strict";
import type { FileScope, SymbolRequest } from "../../src/search/requests.ts";
import { searchSymbols } from "../../src/search/symbol.ts";
import { findSymbolById } from "../../src/search/symbol_id.ts";
import { type FakeOptions, fakeWorld } from "./support/fake_world.ts";

const TREE: FakeOptions = {
  files: {
    "src/a.ts": "class Parser\n fn parse\n fn reparse\n fn Parse\nfn parseAll\n",
    "lib/b.ts": "fn parse\n",
    "test/c.ts": "fn parse\n",
    "src/d.rs": "fn other\ntest parse\n",
    "src/e.ts": "class A\n fn run$x\nfn A::ru\n",
    "notes.md": "fn parse\n",
  },
};

function request(
  query: string,
  scope: Partial<FileScope> = {},
  offset = 0,
  limit = 200,
): SymbolRequest {
  return { query, scope: { includeHidden: false, ...scope }, slice: { offset, limit } };
}

const TIERS = [
  {
    name: "exact, case, prefix, part; class and test code break ties",
    query: "parse",
    scope: {},
    want: [
      "src/a.ts:2 parse 0,0,0",
      "src/d.rs:2 parse 0,0,1",
      "lib/b.ts:1 parse 0,1,0",
      "test/c.ts:1 parse 0,2,0",
      "src/a.ts:4 Parse 1,0,0",
      "src/a.ts:1 Parser 2,0,0",
      "src/a.ts:5 parseAll 2,0,0",
      "src/a.ts:3 reparse 3,0,0",
    ],
  },
  {
    name: "runtime leaves test modules out",
    query: "parse",
    scope: { pathClass: "runtime", pathRegex: "d\\.rs" },
    want: [],
  },
  {
    name: "canonical names come first",
    query: "A::ru",
    scope: {},
    want: ["src/e.ts:3 A::ru 0,0,0", "src/e.ts:2 run$x 2,0,0"],
  },
  {
    name: "a name that looks canonical",
    query: "n$x",
    scope: {},
    want: ["src/e.ts:2 run$x 6,0,0"],
  },
  { name: "nothing", query: "zzz", scope: {}, want: [] },
] as const;

Deno.test("searchSymbols() ranks by tier", async (t) => {
  for (const { name, query, scope, want } of TIERS) {
    await t.step(name, async () => {
      const { rows, totalRows, coverage } = await searchSymbols(
        fakeWorld(TREE),
        request(query, scope),
      );
      assert.deepEqual(
        rows.map((row) => `${row.path}:${row.line} ${row.symbol} ${row.rank}`),
        want,
      );
      assert.equal(totalRows, want.length);
      assert.deepEqual(coverage.reasons, []);
    });
  }
});

Deno.test("searchSymbols() pages without loss and counts all", async () => {
  const page = await searchSymbols(fakeWorld(TREE), request("parse", {}, 6, 2));
  assert.deepEqual(page.rows.map(({ symbol }) => symbol), ["parseAll", "reparse"]);
  assert.equal(page.totalRows, 8);
  assert.deepEqual([...page.coverage.sources.keys()], ["src/a.ts"]);
});

Deno.test("searchSymbols() gives whole rows", async () => {
  const { rows, snapshotToken } = await searchSymbols(fakeWorld(TREE), request("reparse"));
  assert.equal(snapshotToken, "token");
  assert.deepEqual(rows, [{
    path: "src/a.ts",
    symbol: "reparse",
    kind: "fn",
    line: 3,
    column: 2,
    endLine: 3,
    endColumn: 12,
    container: "Parser",
    signature: "Parser::reparse",
    stableSymbolId: "src/a.ts#Parser::reparse",
    pathClass: "runtime",
    excerpt: " fn reparse",
    excerptTruncated: false,
    rank: [0, 0, 0],
  }]);
});

Deno.test("searchSymbols() takes the symbols of a changed file from its new bytes", async () => {
  const world = fakeWorld({ ...TREE, now: { "lib/b.ts": "\nfn x\nfn parse\nfn parse2\n" } });
  const { rows, coverage } = await searchSymbols(world, request("parse", { pathRegex: "^lib" }));
  assert.deepEqual(rows.map(({ line, symbol }) => [line, symbol]), [[3, "parse"], [4, "parse2"]]);
  assert.deepEqual(coverage.reasons, ["diagnostic_coverage"]);
  assert.deepEqual(coverage.changed, ["lib/b.ts"]);
});

const GAPS: FakeOptions = {
  maxFileBytes: 100,
  files: {
    "big.ts": { content: "fn big\n", outline: "too_large" },
    "slow.rs": { content: "fn slow\n", outline: "timed_out" },
    "broken.rs": { content: "fn broken\n", outline: "partial" },
    "fine.ts": "fn fine\n",
  },
  skipped: [{ path: "huge.csv", reason: "too_large", limit: 9, hidden: false, folder: false }],
};

const SELECTED = [
  {
    name: "a file too large",
    pathRegex: "big|fine|huge",
    reasons: ["diagnostic_coverage"],
    skipped: [{ path: "big.ts", reason: "too_large", limit: 100 }],
    rows: 1,
  },
  {
    name: "a file that took too long",
    pathRegex: "slow",
    reasons: ["diagnostic_coverage"],
    skipped: [],
    rows: 0,
  },
  {
    name: "a file with errors",
    pathRegex: "broken",
    reasons: ["diagnostic_coverage"],
    skipped: [],
    rows: 0,
  },
  {
    name: "files that are well, or no source",
    pathRegex: "fine|huge",
    reasons: [],
    skipped: [],
    rows: 1,
  },
] as const;

Deno.test("searchSymbols() admits what was not parsed, if the scope selects it", async (t) => {
  for (const { name, pathRegex, reasons, skipped, rows } of SELECTED) {
    await t.step(name, async () => {
      const result = await searchSymbols(fakeWorld(GAPS), request("fi", { pathRegex }));
      assert.deepEqual(result.coverage.reasons, reasons);
      assert.deepEqual(result.coverage.skipped, skipped);
      assert.equal(result.rows.length, rows);
    });
  }
});

Deno.test("findSymbolById() follows a symbol to where it is now", async () => {
  const stableSymbolId = "lib/b.ts#parse";
  const moved = fakeWorld({ ...TREE, now: { "lib/b.ts": "\n\nfn parse\n" } });
  const gone = fakeWorld({ ...TREE, now: { "lib/b.ts": "fn renamed\n" } });
  assert.equal((await findSymbolById(fakeWorld(TREE), { stableSymbolId })).symbol?.line, 1);
  assert.equal((await findSymbolById(moved, { stableSymbolId })).symbol?.line, 3);
  assert.deepEqual(await findSymbolById(gone, { stableSymbolId }), { snapshotToken: "token" });
  assert.deepEqual(await findSymbolById(moved, { stableSymbolId: "?" }), {
    snapshotToken: "token",
  });
});
