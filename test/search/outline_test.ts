import assert from "node:assert/strict";
import type { OutlineRequest } from "../../src/search/requests.ts";
import { outlineFile } from "../../src/search/outline.ts";
import { type FakeOptions, fakeWorld } from "./support/fake_world.ts";

const TREE: FakeOptions = {
  maxFileBytes: 60,
  files: {
    "a.ts": "class A\n fn b\n  fn c\n fn d\nfn e\n",
    "x.txt": "fn a\n",
    "big.ts": "fn a\n".repeat(20),
    "broken.ts": { content: "fn a\n!broken\n", outline: "partial" },
    "slow.ts": { content: "fn a\n", outline: "timed_out" },
    "notes.md": "fn heading\n",
  },
};

function request(path: string, topLevelOnly = false, offset = 0, limit = 200): OutlineRequest {
  return { path, topLevelOnly, slice: { offset, limit } };
}

const OUTLINES = [
  {
    name: "in pre-order",
    request: request("a.ts"),
    want: ["0 A", "1 b", "2 c", "1 d", "0 e"],
    total: 5,
  },
  { name: "the top level", request: request("a.ts", true), want: ["0 A", "0 e"], total: 2 },
  { name: "a slice", request: request("a.ts", false, 2, 2), want: ["2 c", "1 d"], total: 5 },
  {
    name: "a language outside the symbol corpus",
    request: request("notes.md"),
    want: ["0 heading"],
    total: 1,
  },
  { name: "a second try after a timeout", request: request("slow.ts"), want: ["0 a"], total: 1 },
] as const;

Deno.test("outlineFile() lists symbols", async (t) => {
  for (const { name, request, want, total } of OUTLINES) {
    await t.step(name, async () => {
      const { rows, totalRows, partial, coverage } = await outlineFile(fakeWorld(TREE), request);
      assert.deepEqual(rows.map(({ depth, symbol }) => `${depth} ${symbol}`), want);
      assert.equal(totalRows, total);
      assert.equal(partial, false);
      assert.deepEqual(coverage.reasons, []);
    });
  }
});

Deno.test("outlineFile() parses a changed file anew and names it", async () => {
  const world = fakeWorld({ ...TREE, now: { "a.ts": "\nfn z\n" } });
  const { rows, coverage } = await outlineFile(world, request("a.ts"));
  assert.deepEqual(rows.map(({ line, symbol }) => [line, symbol]), [[2, "z"]]);
  assert.deepEqual(coverage.changed, ["a.ts"]);
  assert.deepEqual(coverage.reasons, []);
});

Deno.test("outlineFile() admits errors and text it cannot read", async () => {
  const broken = await outlineFile(fakeWorld(TREE), request("broken.ts"));
  assert.equal(broken.partial, true);
  assert.deepEqual(broken.coverage.reasons, ["diagnostic_coverage"]);
  const wide = fakeWorld({ ...TREE, now: { "a.ts": Uint8Array.of(0xff, 0xfe, 0x61, 0) } });
  const unread = await outlineFile(wide, request("a.ts"));
  assert.deepEqual([unread.rows, unread.partial], [[], true]);
});

const REFUSED = [
  {
    path: "x.txt",
    want: {
      code: "invalid_params",
      data: { field: "path", path: "x.txt", supported_extensions: ["md", "rs", "ts"] },
    },
  },
  {
    path: "big.ts",
    want: {
      code: "invalid_params",
      data: { field: "path", path: "big.ts", bytes: 100, config_max_file_bytes: 60 },
    },
  },
  { path: "gone.ts", want: { code: "resource_not_found", message: "file not found" } },
  { path: "out.ts", want: { code: "access_denied", message: "path is outside workspace roots" } },
  { path: "out", want: { code: "access_denied", message: "path is outside workspace roots" } },
];

Deno.test("outlineFile() refuses", async (t) => {
  for (const { path, want } of REFUSED) {
    await t.step(path, async () => {
      const outside = { failure: "outside" } as const;
      const world = fakeWorld({ ...TREE, now: { "out.ts": outside, out: outside } });
      await assert.rejects(outlineFile(world, request(path)), want);
    });
  }
});
