import assert from "node:assert/strict";
import type { TextRequest } from "../../src/search/requests.ts";
import { searchText } from "../../src/search/text.ts";
import type { SearchWorld } from "../../src/search/world.ts";
import { bytesOf, type FakeOptions, fakeWorld, proofOf } from "./support/fake_world.ts";

type Change = Partial<Omit<TextRequest, "scope">> & {
  readonly scope?: Partial<TextRequest["scope"]>;
};

function requestOf({ scope, ...rest }: Change): TextRequest {
  return {
    query: "needle",
    patternType: "literal",
    ignoreCase: false,
    word: false,
    shape: "rows",
    contextLines: 0,
    slice: { offset: 0, limit: 200 },
    ...rest,
    scope: { includeHidden: false, ...scope },
  };
}

const TREE: FakeOptions = {
  files: {
    "b.txt": "needle needle\nx needle\n",
    "src/a.ts": "needle\n",
    ".hidden/c.txt": "needle\n",
    "test/d.ts": "// needle\n",
    "pic.png": "needle\0",
    "nul.ts": "// a\0b\nneedle\n",
    "none.txt": "nothing\n",
  },
};

const ROWS = [
  {
    name: "every occurrence by path, line, column",
    change: {},
    want: [
      "b.txt:1:1-7",
      "b.txt:1:8-14",
      "b.txt:2:3-9",
      "nul.ts:2:1-7",
      "src/a.ts:1:1-7",
      "test/d.ts:1:4-10",
    ],
    total: 6,
    matches: 6,
  },
  {
    name: "a slice",
    change: { slice: { offset: 2, limit: 2 } },
    want: ["b.txt:2:3-9", "nul.ts:2:1-7"],
    total: 6,
    matches: 6,
  },
  {
    name: "the first of each file",
    change: { shape: "first_per_file" },
    want: ["b.txt:1:1-7", "nul.ts:2:1-7", "src/a.ts:1:1-7", "test/d.ts:1:4-10"],
    total: 4,
    matches: 6,
  },
  {
    name: "files, paged",
    change: { shape: "files", slice: { offset: 3, limit: 9 } },
    want: ["test/d.ts:1:4-10"],
    total: 4,
    matches: 6,
  },
  { name: "a count", change: { shape: "count" }, want: [], total: 6, matches: 6 },
  {
    name: "a cap per file",
    change: { maxCountPerFile: 1, scope: { pathRegex: "^b" } },
    want: ["b.txt:1:1-7"],
    total: 1,
    matches: 3,
    capped: true,
  },
  {
    name: "a cap nobody meets",
    change: { maxCountPerFile: 3, shape: "count" },
    want: [],
    total: 6,
    matches: 6,
  },
  {
    name: "hidden files on demand",
    change: { scope: { includeHidden: true, glob: "c.txt" } },
    want: [".hidden/c.txt:1:1-7"],
    total: 1,
    matches: 1,
  },
  {
    name: "a path class",
    change: { scope: { pathClass: "support" } },
    want: ["test/d.ts:1:4-10"],
    total: 1,
    matches: 1,
  },
  {
    name: "a language, without a glob",
    change: { scope: { language: "typescript_tsx", excludeGlob: "src/**" } },
    want: ["nul.ts:2:1-7", "test/d.ts:1:4-10"],
    total: 2,
    matches: 2,
  },
] as const;

Deno.test("searchText() gives rows and counts", async (t) => {
  for (const { name, change, want, total, matches, ...rest } of ROWS) {
    await t.step(name, async () => {
      const result = await searchText(fakeWorld(TREE), requestOf(change));
      const rows = result.rows.map((row) =>
        `${row.path}:${row.line}:${row.column}-${row.endColumn}`
      );
      assert.deepEqual(rows, want);
      assert.equal(result.totalRows, total);
      assert.equal(result.totalMatches, matches);
      assert.equal(result.cappedPerFile, "capped" in rest);
      assert.deepEqual(result.coverage.reasons, []);
    });
  }
});

Deno.test("searchText() proves the files of its page and no others", async () => {
  const result = await searchText(fakeWorld(TREE), requestOf({ slice: { offset: 3, limit: 1 } }));
  assert.deepEqual([...result.coverage.sources], [
    ["nul.ts", proofOf(bytesOf("// a\0b\nneedle\n"))],
  ]);
  assert.equal(result.coverage.eligibleFiles, 5);
  assert.equal(result.coverage.fingerprint, "fingerprint");
});

Deno.test("searchText() shows the file as it is now and admits the change", async () => {
  const world = fakeWorld({ ...TREE, now: { "src/a.ts": "new\nneedle\n" } });
  const { rows, coverage } = await searchText(world, requestOf({ scope: { glob: "src/*" } }));
  assert.deepEqual(rows.map(({ line, excerpt }) => [line, excerpt]), [[2, "needle"]]);
  assert.deepEqual(coverage.reasons, ["diagnostic_coverage"]);
  assert.deepEqual(coverage.changed, ["src/a.ts"]);
  assert.deepEqual(coverage.sources.get("src/a.ts"), proofOf(bytesOf("new\nneedle\n")));
});

const LOST = [
  {
    name: "gone",
    now: { failure: "absent" },
    reasons: ["diagnostic_coverage"],
    changed: ["src/a.ts"],
    skipped: [],
  },
  {
    name: "outside",
    now: { failure: "outside" },
    reasons: ["diagnostic_coverage"],
    changed: ["src/a.ts"],
    skipped: [],
  },
  {
    name: "unreadable",
    now: { failure: "unreadable" },
    reasons: ["unreadable_candidate"],
    changed: [],
    skipped: [{ path: "src/a.ts", reason: "unreadable" }],
  },
  {
    name: "binary",
    now: Uint8Array.of(0xff, 0xfe, 0x41, 0),
    reasons: ["diagnostic_coverage"],
    changed: ["src/a.ts"],
    skipped: [],
  },
] as const;

Deno.test("searchText() admits a candidate that is lost", async (t) => {
  for (const { name, now, reasons, changed, skipped } of LOST) {
    await t.step(name, async () => {
      const world = fakeWorld({ ...TREE, now: { "src/a.ts": now } });
      const { rows, coverage } = await searchText(
        world,
        requestOf({ scope: { pathRegex: "^src/" } }),
      );
      assert.deepEqual(rows, []);
      assert.deepEqual(coverage.reasons, reasons);
      assert.deepEqual(coverage.changed, changed);
      assert.deepEqual(coverage.skipped, skipped);
    });
  }
});

const file = { hidden: false, folder: false } as const;
const SKIPPED = [
  { path: "big.sql", reason: "too_large", limit: 67_108_864, ...file },
  { path: ".secret", reason: "unreadable", hidden: true, folder: false },
  { path: "locked", reason: "unreadable", hidden: false, folder: true },
  { path: "src/odd\ufffd.ts", reason: "name_not_utf8", ...file },
] as const;

const SCOPES = [
  {
    name: "everything",
    scope: {},
    reasons: ["diagnostic_coverage", "walk_failure"],
    skipped: ["big.sql", "locked", "src/odd\ufffd.ts"],
  },
  { name: "another file", scope: { pathRegex: "^src/a" }, reasons: [], skipped: [] },
  {
    name: "hidden files too",
    scope: { glob: ".secret", includeHidden: true },
    reasons: ["unreadable_candidate", "walk_failure"],
    skipped: [".secret", "locked"],
  },
  {
    name: "a folder that may hide it",
    scope: { glob: "locked/deep/*.ts" },
    reasons: ["walk_failure"],
    skipped: ["locked"],
  },
  {
    name: "a folder beside",
    scope: { glob: "src/*.ts" },
    reasons: ["walk_failure"],
    skipped: ["src/odd\ufffd.ts"],
  },
  {
    name: "a folder shut out",
    scope: { excludeGlob: "locked/**", glob: "*.md" },
    reasons: [],
    skipped: [],
  },
  {
    name: "a regex that may go anywhere",
    scope: { pathRegex: "z$" },
    reasons: ["walk_failure"],
    skipped: ["locked"],
  },
] as const;

Deno.test("searchText() admits skipped files if the scope selects them", async (t) => {
  for (const { name, scope, reasons, skipped } of SCOPES) {
    await t.step(name, async () => {
      const world = fakeWorld({ ...TREE, skipped: SKIPPED });
      const { coverage } = await searchText(world, requestOf({ scope }));
      assert.deepEqual(coverage.reasons, reasons);
      assert.deepEqual(coverage.skipped.map(({ path }) => path), skipped);
    });
  }
});

Deno.test("searchText() names eight skipped files at most, and any file beyond the limit counts", async () => {
  const many = Array.from(
    { length: 9 },
    (_, at) => ({ path: `${9 - at}.x`, reason: "unreadable" as const, ...file }),
  );
  const limit = { path: "z", reason: "file_limit" as const, limit: 9, ...file };
  const world = fakeWorld({ ...TREE, skipped: [...many, limit] });
  const all = await searchText(world, requestOf({}));
  assert.deepEqual(all.coverage.skipped.map(({ path }) => path), [
    "1.x",
    "2.x",
    "3.x",
    "4.x",
    "5.x",
    "6.x",
    "7.x",
    "8.x",
  ]);
  const few = await searchText(world, requestOf({ scope: { glob: "src/*" } }));
  assert.deepEqual(few.coverage.reasons, ["walk_failure"]);
});

Deno.test("searchText() ends when its budget does", async () => {
  const stop = new Error("stop");
  const check = (): void => {
    throw stop;
  };
  const budget = { check, breathe: () => Promise.resolve() };
  await assert.rejects(searchText(fakeWorld({ ...TREE, budget }), requestOf({})), stop);
});

/** A world whose files keep what is noted about them, as those of a worker do. */
function notingWorld(options: FakeOptions): SearchWorld {
  const world = fakeWorld(options);
  const kept = new Map<string, Map<string, number>>();
  const read: SearchWorld["live"]["read"] = (path, maxBytes) => {
    const found = world.live.read(path, maxBytes);
    if (found.failure !== undefined) return found;
    const counts = kept.get(path) ?? new Map<string, number>();
    kept.set(path, counts);
    return { value: { ...found.value, counts } };
  };
  return { ...world, live: { ...world.live, read } };
}

Deno.test("pages are the same whether matches were counted before or not", async (t) => {
  const changes: Change[] = [
    {},
    { shape: "first_per_file" },
    { shape: "files" },
    { shape: "count" },
    { maxCountPerFile: 1 },
    { query: "n[e]+", patternType: "regex" },
    { query: "NEEDLE", ignoreCase: true },
  ];
  const noting = notingWorld(TREE);
  for (const change of changes) {
    await t.step(JSON.stringify(change), async () => {
      for (const offset of [3, 0, 1, 2, 5, 9]) {
        const request = requestOf({ ...change, slice: { offset, limit: 2 } });
        assert.deepEqual(
          await searchText(noting, request),
          await searchText(fakeWorld(TREE), request),
        );
      }
    });
  }
});
