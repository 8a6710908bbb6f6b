/** The operations of a worker, without a Worker around them. */
import assert from "node:assert/strict";
import { literal, LocalWorker, SCOPE, SLICE } from "./support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";

const SHA256_A = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7";
const BLOB_A = "78981922613b2afb6025042ff6bd878ac1994e85";
const OUTSIDE = { code: "access_denied", message: "path is outside workspace roots", data: {} };
const read = { range: { kind: "whole" }, maxBytes: 1000, fileMaxBytes: 1000 } as const;

Deno.test("read gives content with the proof of the whole file", async () => {
  using tree = new ScratchTree({ "src/a.ts": "a\n" });
  const worker = await LocalWorker.open(tree);
  const result = await worker.get("read", { ...read, path: "./src/../src/a.ts" });
  assert.deepEqual(result, {
    path: "src/a.ts",
    content: new TextEncoder().encode("a\n"),
    startLine: 1,
    endLine: 1,
    totalLines: 1,
    truncatedBytes: 0,
    source: { sha256: SHA256_A, bytes: 2, git_blob: BLOB_A },
    encoding: "utf-8",
    eol: "lf",
  });
  assert.equal((await worker.get("read", { ...read, path: tree.at("src/a.ts") })).path, "src/a.ts");
});

Deno.test("read refuses what is outside, alike whether or not it is there", async (t) => {
  using tree = new ScratchTree({ "in/a.txt": "a\n" });
  using outer = new ScratchTree({ "secret.txt": "secret\n" });
  await Deno.symlink(outer.at("secret.txt"), tree.at("leak"));
  await Deno.symlink(outer.at("nothing"), tree.at("dangling"));
  await Deno.symlink(outer.root, tree.at("leakdir"));
  const worker = await LocalWorker.open(tree);
  const paths = [
    "../x",
    "in/../../x",
    outer.at("secret.txt"),
    outer.at("nothing"),
    "leak",
    "dangling",
    "leakdir/secret.txt",
    "leakdir/nothing",
  ];
  for (const path of paths) {
    await t.step(path.replace(outer.root, "<outer>"), async () => {
      assert.deepEqual(await worker.refusal("read", { ...read, path }), OUTSIDE);
      assert.deepEqual(await worker.get("probe", { path }), { kind: "outside" });
    });
  }
});

Deno.test("read follows links that stay inside, to the file's own name", async () => {
  using tree = new ScratchTree({ "in/a.txt": "a\n" });
  await Deno.symlink("in/a.txt", tree.at("alias"));
  const worker = await LocalWorker.open(tree);
  assert.equal((await worker.get("read", { ...read, path: "alias" })).path, "in/a.txt");
});

Deno.test("read refuses what is no file", async (t) => {
  using tree = new ScratchTree({ "in/a.txt": "a\n" });
  const worker = await LocalWorker.open(tree);
  for (const path of ["nothing", "in", "in/a.txt/b", "a\0b", "."]) {
    await t.step(JSON.stringify(path), async () => {
      const { code, message } = await worker.refusal("read", { ...read, path });
      assert.deepEqual([code, message], ["resource_not_found", "file not found"]);
    });
  }
});

Deno.test("read refuses a file above its limit without reading it", async () => {
  using tree = new ScratchTree({ "a.txt": "x".repeat(1001) });
  const worker = await LocalWorker.open(tree);
  const { code, data } = await worker.refusal("read", { ...read, path: "a.txt" });
  assert.equal(code, "invalid_params");
  assert.deepEqual(data, {
    field: "max_bytes",
    path: "a.txt",
    bytes: 1001,
    max_bytes: 1000,
    config_max_file_bytes: 2_097_152,
    suggested_max_bytes: 1001,
    limit: 1000,
  });
});

Deno.test("read gives no byte of a file that is not what its proof says", async (t) => {
  using outer = new ScratchTree({ "secret.txt": "a\n" });
  const changes = [
    {
      name: "changed",
      change: (tree: ScratchTree) => tree.write("a.txt", "b\n"),
      code: "STALE_PROOF_ANCHOR",
    },
    {
      name: "grown above the limit",
      change: (tree: ScratchTree) => tree.write("a.txt", "x".repeat(2000)),
      code: "STALE_PROOF_ANCHOR",
    },
    {
      name: "gone",
      change: (tree: ScratchTree) => Deno.removeSync(tree.at("a.txt")),
      code: "STALE_PROOF_ANCHOR",
    },
    {
      name: "swapped for a link to the same bytes outside",
      change: (tree: ScratchTree) => {
        Deno.removeSync(tree.at("a.txt"));
        Deno.symlinkSync(outer.at("secret.txt"), tree.at("a.txt"));
      },
      code: "access_denied",
    },
  ];
  const expect = { sha256: SHA256_A, bytes: 2, git_blob: BLOB_A };
  for (const { name, change, code } of changes) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.txt": "a\n" });
      const worker = await LocalWorker.open(tree);
      const request = { ...read, path: "a.txt", expect };
      assert.equal((await worker.get("read", request)).content.length, 2);
      change(tree);
      assert.equal((await worker.refusal("read", request)).code, code);
    });
  }
});

const span = (startLine: number, startColumn: number, endLine: number, endColumn: number) => ({
  start_line: startLine,
  start_column: startColumn,
  end_line: endLine,
  end_column: endColumn,
});

Deno.test("spans quotes exact bytes with their surroundings", async () => {
  const text = `\uFEFF${"é".repeat(40)}\nkey = 1\r\n${"z".repeat(3000)}`;
  using tree = new ScratchTree({ "a.txt": text });
  const worker = await LocalWorker.open(tree);
  const result = await worker.get("spans", {
    path: "a.txt",
    spans: [span(2, 1, 2, 4), span(1, 1, 1, 3), span(3, 1, 3, 3001)],
  });
  const [key, first, long] = result.spans;
  assert.deepEqual([result.encoding, result.eol], ["utf-8-bom", "mixed"]);
  assert.deepEqual(key, {
    span: span(2, 1, 2, 4),
    sha256: "2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683",
    exact: "key",
    truncated: false,
    prefix: `${"é".repeat(31)}\n`,
    suffix: ` = 1\r\n${"z".repeat(26)}`,
  });
  assert.deepEqual([first?.exact, first?.prefix], ["é", ""]);
  assert.deepEqual([long?.exact.length, long?.truncated, long?.suffix], [2048, true, ""]);
});

Deno.test("spans gives whole lines their columns in raw bytes", async () => {
  using tree = new ScratchTree({});
  await Deno.writeFile(tree.at("bad.txt"), Uint8Array.of(97, 10, 0xe2, 0x82, 98, 13, 10));
  const worker = await LocalWorker.open(tree);
  const { spans } = await worker.get("spans", {
    path: "bad.txt",
    spans: [{ start_line: 1, end_line: 2 }, { start_line: 2, end_line: 2 }],
  });
  assert.deepEqual(spans.map(({ span }) => span), [span(1, 1, 2, 4), span(2, 1, 2, 4)]);
});

Deno.test("spans refuses places that the file does not have", async (t) => {
  using tree = new ScratchTree({ "a.txt": "ab\ncd\n" });
  const worker = await LocalWorker.open(tree);
  const spans = [span(3, 1, 3, 1), span(1, 1, 1, 4), span(2, 1, 1, 1), span(1, 4, 2, 1)];
  for (const wrong of spans) {
    await t.step(JSON.stringify(Object.values(wrong)), async () => {
      const { code } = await worker.refusal("spans", { path: "a.txt", spans: [wrong] });
      assert.equal(code, "invalid_params");
    });
  }
});

Deno.test("probe tells whether a file is in scope", async (t) => {
  using tree = new ScratchTree({
    ".gitignore": "*.log\n",
    "web/.gitignore": "out\n!keep.log\n",
    "a.txt": "a\n",
    "a.log": "a\n",
    "web/keep.log": "a\n",
    "web/out/x.txt": "a\n",
    ".frigg/x": "a\n",
    "pic.png": Uint8Array.of(0, 1),
    "lossy.txt": Uint8Array.of(0xff, 10),
  });
  const worker = await LocalWorker.open(tree);
  const cases = [
    { path: "a.txt", inScope: true, ignored: false, encoding: "utf-8" },
    { path: "a.log", inScope: false, ignored: true, encoding: "utf-8" },
    { path: "web/keep.log", inScope: true, ignored: false, encoding: "utf-8" },
    { path: "web/out/x.txt", inScope: false, ignored: true, encoding: "utf-8" },
    { path: ".frigg/x", inScope: false, ignored: true, encoding: "utf-8" },
    { path: "pic.png", inScope: false, ignored: false, encoding: "binary" },
    { path: "lossy.txt", inScope: true, ignored: false, encoding: "utf-8-lossy" },
  ];
  for (const { path, ...want } of cases) {
    await t.step(path, async () => {
      const { source: _, eol: _eol, eolDigests: _digests, ...probe } = {
        source: 0,
        eol: 0,
        eolDigests: [],
        ...await worker.get("probe", { path }),
      };
      assert.deepEqual(probe, { kind: "file", ...want });
    });
  }
  assert.deepEqual(await worker.get("probe", { path: "nothing" }), { kind: "absent" });
});

Deno.test("walk lists what the scope selects, without an index", async (t) => {
  using tree = new ScratchTree({
    "src/a.ts": "a\n",
    "src/x/y.ts": "yy\n",
    ".hidden/b.ts": "b\n",
    "a[1]***/f.ts": "f\n",
    "pic.png": Uint8Array.of(0, 1),
  });
  const worker = await LocalWorker.open(tree);
  const cases = [
    { name: "all", scope: {}, want: ["a[1]***/f.ts", "pic.png", "src/a.ts", "src/x/y.ts"] },
    { name: "one level", scope: { glob: "src/*.ts" }, want: ["src/a.ts"] },
    { name: "any level", scope: { glob: "src/**/*.ts" }, want: ["src/a.ts", "src/x/y.ts"] },
    {
      name: "language",
      scope: { language: "typescript_tsx", pathRegex: "^src" },
      want: ["src/a.ts", "src/x/y.ts"],
    },
    { name: "hidden", scope: { includeHidden: true, pathRegex: "b" }, want: [".hidden/b.ts"] },
    { name: "class", scope: { pathClass: "project" as const }, want: ["a[1]***/f.ts", "pic.png"] },
  ];
  for (const { name, scope, want } of cases) {
    await t.step(name, async () => {
      const result = await worker.get("walk", { scope: { ...SCOPE, ...scope }, slice: SLICE });
      assert.deepEqual(result.rows.map(({ path }) => path), want);
      assert.deepEqual([result.totalRows, result.coverage.reasons], [want.length, []]);
    });
  }
  const page = await worker.get("walk", { scope: SCOPE, slice: { offset: 2, limit: 1 } });
  assert.deepEqual([page.rows, page.totalRows], [[{ path: "src/a.ts", sizeBytes: 2 }], 4]);
});

Deno.test("walk names what lies beyond FRIGG_MAX_FILES", async () => {
  using tree = new ScratchTree({ "a": "", "b": "", "c": "" });
  const limits = { maxFileBytes: 1000, maxFiles: 2 };
  const worker = await LocalWorker.open(tree, { limits });
  const { rows, coverage } = await worker.get("walk", { scope: SCOPE, slice: SLICE });
  assert.deepEqual(rows.map(({ path }) => path), ["a", "b"]);
  assert.deepEqual([coverage.reasons, coverage.skipped], [
    ["walk_failure"],
    [{ path: "c", reason: "file_limit", limit: 2 }],
  ]);
});

/** A worker with an index in memory. */
async function indexed(tree: ScratchTree): Promise<LocalWorker> {
  const builder = await LocalWorker.open(tree, { role: "builder" });
  await builder.get("refresh", { force: false });
  const worker = await LocalWorker.open(tree);
  if (builder.built !== undefined) await worker.get("adopt", builder.built);
  return worker;
}

Deno.test("delta names what is not as the snapshot has it", async (t) => {
  const changes = [
    { name: "nothing", change: () => {}, want: [] },
    {
      name: "same bytes again",
      change: (tree: ScratchTree) => tree.write("a.ts", "a\n"),
      want: [],
    },
    {
      name: "same size, other bytes",
      change: (tree: ScratchTree) => tree.write("a.ts", "b\n"),
      want: ["a.ts"],
    },
    {
      name: "added",
      change: (tree: ScratchTree) => tree.write("d/new.ts", ""),
      want: ["d/new.ts"],
    },
    {
      name: "removed",
      change: (tree: ScratchTree) => Deno.removeSync(tree.at("a.ts")),
      want: ["a.ts"],
    },
    {
      name: "folder renamed",
      change: (tree: ScratchTree) => Deno.renameSync(tree.at("d"), tree.at("e")),
      want: ["d/x.ts", "e/x.ts"],
    },
    {
      name: "ignored now",
      change: (tree: ScratchTree) => tree.write(".gitignore", "a.ts\n"),
      want: [".gitignore", "a.ts"],
    },
    {
      name: "link in a file's place",
      change: (tree: ScratchTree) => {
        Deno.removeSync(tree.at("a.ts"));
        Deno.symlinkSync("d/x.ts", tree.at("a.ts"));
      },
      want: ["a.ts"],
    },
  ];
  for (const { name, change, want } of changes) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.ts": "a\n", "d/x.ts": "x\n" });
      const worker = await indexed(tree);
      change(tree);
      const first = await worker.get("delta", {});
      assert.deepEqual(first, { changed: want, truncated: false });
      assert.deepEqual(await worker.get("delta", {}), first);
    });
  }
});

Deno.test("delta counts 200 paths and no more", async (t) => {
  for (
    const { count, truncated } of [{ count: 200, truncated: false }, {
      count: 201,
      truncated: true,
    }]
  ) {
    await t.step(String(count), async () => {
      using tree = new ScratchTree();
      const worker = await indexed(tree);
      for (let n = 0; n < count; n++) tree.write(`f${n}`, "");
      const delta = await worker.get("delta", {});
      assert.deepEqual([delta.changed.length, delta.truncated], [200, truncated]);
    });
  }
});

Deno.test("delta without a snapshot is of unknown extent", async () => {
  using tree = new ScratchTree({ "a.ts": "a\n" });
  const worker = await LocalWorker.open(tree);
  assert.deepEqual(await worker.get("delta", {}), { changed: [], truncated: true });
});

Deno.test("blobs are those of the tree now, with or without a snapshot", async (t) => {
  for (const open of [LocalWorker.open, indexed]) {
    await t.step(open.name, async () => {
      using tree = new ScratchTree({ "a.ts": "old\n" });
      const worker = await open(tree);
      tree.write("a.ts", "a\n");
      tree.write("pic.png", Uint8Array.of(0));
      assert.deepEqual([...await worker.get("blobs", {})], [
        ["a.ts", BLOB_A],
        ["pic.png", "f76dd238ade08917e6712764a16a22005a50573d"],
      ]);
    });
  }
});

const SHA256_CONST_NEEDLE = "bf22faf3094f7271f11a8a5ee099f482c62b83bb9c0ce954f18f4861c42b9351";

Deno.test("locate finds a span wherever it is now, in new files as well", async (t) => {
  for (const open of [LocalWorker.open, indexed]) {
    await t.step(open.name, async () => {
      using tree = new ScratchTree({
        "a.ts": "const needle = 1;\n",
        "b.ts": "nothing\n",
        "c.ts": "needl\n",
      });
      const worker = await open(tree);
      tree.write("b.ts", "one\n  const needle = 1; const needle = 1;\n");
      tree.write("new.ts", "\uFEFFconst needle = 1;");
      const request = { exact: "const needle", spanSha256: SHA256_CONST_NEEDLE, limit: 10 };
      const places = [
        { path: "a.ts", span: span(1, 1, 1, 13) },
        { path: "b.ts", span: span(2, 3, 2, 15) },
        { path: "b.ts", span: span(2, 21, 2, 33) },
        { path: "new.ts", span: span(1, 1, 1, 13) },
      ];
      const locate = (more: object): Promise<unknown> =>
        worker.get("locate", { ...request, ...more });
      assert.deepEqual(await locate({}), { places, more: false });
      assert.deepEqual(await locate({ limit: 4 }), { places, more: false });
      assert.deepEqual(await locate({ limit: 3 }), { places: places.slice(0, 3), more: true });
      assert.deepEqual(await locate({ path: "a.ts" }), { places: places.slice(0, 1), more: false });
      const beginning = { exact: "const n", spanBytes: 12, path: "a.ts" };
      assert.deepEqual(await locate(beginning), { places: places.slice(0, 1), more: false });
      const other = { exact: "const n", path: "a.ts" };
      assert.deepEqual(await locate(other), { places: [], more: false });
    });
  }
});

Deno.test("search without a snapshot has no rows and says so", async (t) => {
  using tree = new ScratchTree({ "a.ts": "function needle() {}\n" });
  const worker = await LocalWorker.open(tree);
  const requests = [
    { kind: "text", request: literal("needle") },
    { kind: "symbol", request: { query: "needle", scope: SCOPE, slice: SLICE } },
    { kind: "outline", request: { path: "a.ts", topLevelOnly: false, slice: SLICE } },
  ] as const;
  for (const request of requests) {
    await t.step(request.kind, async () => {
      const result = await worker.get("search", request);
      assert.ok("coverage" in result);
      assert.deepEqual([result.rows, result.coverage.reasons], [[], ["backend_failure"]]);
    });
  }
});

Deno.test("a search ends when it is cancelled", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 40; n++) tree.write(`f${n}.txt`, "a".repeat(20_000));
  const worker = await indexed(tree);
  setTimeout(() => worker.cancel(), 0);
  const reply = await worker.ask("search", { kind: "text", request: literal("a") });
  assert.deepEqual([reply.kind, "code" in reply && reply.code], ["refused", "cancelled"]);
});

Deno.test("an operation whose time is over does not begin", async () => {
  using tree = new ScratchTree({ "a.ts": "a\n" });
  const worker = await LocalWorker.open(tree);
  const reply = await worker.ask("read", { ...read, path: "a.ts" }, 0);
  assert.deepEqual([reply.kind, "code" in reply && reply.code], ["refused", "timeout"]);
});
