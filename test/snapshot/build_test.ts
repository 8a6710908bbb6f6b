import assert from "node:assert/strict";
import fc from "fast-check";
import { contentDigests } from "../../src/platform/digest.ts";
import type { Files } from "../../src/platform/files.ts";
import type { Built } from "../../src/snapshot/build.ts";
import { openSnapshot } from "../../src/snapshot/opened_snapshot.ts";
import { LATE_SECTION_NAMES, SECTION_NAMES } from "../../src/snapshot/sections.ts";
import type { FileEntry } from "../../src/snapshot/snapshot.ts";
import { build, LIMITS, outlineByWords, ScratchTree, snapshotOf } from "./scratch_tree.ts";

/** Far enough ahead that every file counts as old. */
const LATER_MS = Date.now() + 1_000_000;

/** The sections that must not depend on the way a snapshot came about. */
function identity({ sections, fingerprint }: Built): unknown[] {
  const names = [...SECTION_NAMES, ...LATE_SECTION_NAMES].filter((name) => name !== "stats");
  return [fingerprint, ...names.map((name) => sections.get(name))];
}

/** Files that note which contents were read. */
function watched(tree: ScratchTree): { files: Files; reads: string[] } {
  const { files } = tree;
  const reads: string[] = [];
  const read: Files["read"] = (path, maxBytes) => {
    reads.push(path);
    return files.read(path, maxBytes);
  };
  return { files: { ...files, read }, reads };
}

Deno.test("buildSnapshot() describes each file", async () => {
  const source = "\ufeffdef one\r\n";
  using tree = new ScratchTree({
    "src/a.py": source,
    "test/b.py": "def two !!\n",
    "lib/c.bin": Uint8Array.of(0),
    ".hidden.py": "def three",
  });
  const { files } = await snapshotOf(tree);
  const bytes = new TextEncoder().encode(source);
  const rest: Partial<FileEntry> = { encoding: "utf-8", eol: "none", hidden: false, binary: false };
  const want = [
    { path: ".hidden.py", pathClass: "runtime", language: "python", hidden: true, outline: "none" },
    { path: "lib/c.bin", pathClass: "project", encoding: "binary", binary: true, outline: "none" },
    { path: "src/a.py", encoding: "utf-8-bom", eol: "crlf", language: "python", outline: "whole" },
    { path: "test/b.py", pathClass: "support", eol: "lf", language: "python", outline: "partial" },
  ];
  const digests = [
    contentDigests(new TextEncoder().encode("def three")),
    contentDigests(Uint8Array.of(0)),
    contentDigests(bytes),
    contentDigests(new TextEncoder().encode("def two !!\n")),
  ];
  const sizes = [9, 1, bytes.length, 11];
  assert.deepEqual(
    files,
    want.map((row, at) => ({
      ...rest,
      pathClass: "runtime",
      bytes: sizes[at],
      ...digests[at],
      ...row,
    })),
  );
});

Deno.test("buildSnapshot() finds symbols in source that can be parsed", async () => {
  using tree = new ScratchTree({
    "a.py": "def one\nx def test_two",
    "big.py": `def three${" ".repeat(100)}`,
    "c.txt": "def four",
    ".d.py": "def five",
  });
  const snapshot = await snapshotOf(tree, { limits: { ...LIMITS, maxFileBytes: 50 } });
  const found = Array.from({ length: snapshot.symbolCount }, (_, at) => snapshot.symbol(at).name);
  assert.deepEqual(found, ["one", "test_two"]);
  const outlines = snapshot.files.map(({ path, outline }) => [path, outline]);
  assert.deepEqual(outlines, [
    [".d.py", "none"],
    ["a.py", "whole"],
    ["big.py", "too_large"],
    ["c.txt", "none"],
  ]);
  assert.deepEqual([...snapshot.candidates([["three"]])], [2]);
});

Deno.test("buildSnapshot() names what it could not read", async () => {
  using tree = new ScratchTree({ "a": "", "b.txt": "text", "gone": "", "z": "" });
  const { files } = tree;
  const failing: Files = {
    ...files,
    stat: (path) => path === "gone" ? { failure: "absent" } : files.stat(path),
    read: (path, max) =>
      path === "b.txt" || path === "a" ? { failure: "unreadable" } : files.read(path, max),
    list: (path) => files.list(path),
  };
  const snapshot = await snapshotOf(tree, { files: failing });
  assert.deepEqual(snapshot.files.map(({ path }) => path), ["z"]);
  assert.deepEqual(snapshot.skipped, [
    { path: "a", reason: "unreadable", hidden: false, folder: false },
    { path: "b.txt", reason: "unreadable", hidden: false, folder: false },
  ]);
  assert.equal(snapshot.walkFailed, false);
});

Deno.test("buildSnapshot() leaves out text of more than 64 MiB, but digests such binaries", async () => {
  using tree = new ScratchTree({ "text": "a", "binary": Uint8Array.of(0, 1) });
  const huge = 64 * 1024 * 1024 + 1;
  for (const path of ["text", "binary"]) await Deno.truncate(tree.at(path), huge);
  // A sparse tail is full of zeros: they must not stand in the part that is judged.
  tree.write("text", new Uint8Array(10_000).fill(97));
  await Deno.truncate(tree.at("text"), huge);
  const snapshot = await snapshotOf(tree);
  assert.deepEqual(snapshot.files.map(({ path, bytes }) => [path, bytes]), [["binary", huge]]);
  assert.deepEqual(snapshot.skipped, [
    { path: "text", reason: "too_large", limit: huge - 1, hidden: false, folder: false },
  ]);
});

Deno.test("the fingerprint changes with content, names and what was left out, not with times", async () => {
  using tree = new ScratchTree({ "a.txt": "a", "b.txt": "b" });
  const first = await build(tree);
  tree.age("a.txt", 1_000_000);
  assert.deepEqual(identity(await build(tree, { startedMs: 5 })), identity(first));
  const limited = await build(tree, { limits: { ...LIMITS, maxFiles: 1 } });
  await Deno.rename(tree.at("b.txt"), tree.at("c.txt"));
  const renamed = await build(tree);
  tree.write("c.txt", "c");
  const edited = await build(tree);
  const prints = [first, limited, renamed, edited].map(({ fingerprint }) => fingerprint);
  assert.equal(new Set(prints).size, 4);
});

Deno.test("the symbol token changes with parsed files only", async () => {
  using tree = new ScratchTree({ "a.py": "def one", "b.txt": "b" });
  const first = await snapshotOf(tree);
  tree.write("b.txt", "other");
  const second = await snapshotOf(tree);
  tree.write("a.py", "def two");
  const third = await snapshotOf(tree);
  assert.equal(first.symbolToken, second.symbolToken);
  assert.notEqual(first.fingerprint, second.fingerprint);
  assert.notEqual(second.symbolToken, third.symbolToken);
});

Deno.test("a refresh reads only files that may have changed", async (t) => {
  const rows = [
    { name: "old files are trusted", startedMs: LATER_MS, edit: false, want: [] },
    { name: "young files are read again", startedMs: 1, edit: false, want: ["a.py", "b.txt"] },
    { name: "another size shows", startedMs: LATER_MS, edit: true, want: ["b.txt"] },
  ];
  for (const { name, startedMs, edit, want } of rows) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.py": "def one", "b.txt": "b" });
      const previous = await snapshotOf(tree, { startedMs });
      if (edit) tree.write("b.txt", "longer");
      const { files, reads } = watched(tree);
      const built = await build(tree, { files, previous });
      assert.deepEqual(reads, want);
      assert.deepEqual([built.reparsed, built.reused], edit ? [1, 1] : [0, 2]);
      assert.deepEqual(identity(built), identity(await build(tree)));
    });
  }
});

Deno.test("a refresh sees a changed byte under the old size and time", async () => {
  using tree = new ScratchTree({ "a.txt": "old" });
  tree.age("a.txt", 1_000_000);
  const previous = await snapshotOf(tree);
  tree.write("a.txt", "new");
  tree.age("a.txt", 1_000_000);
  const built = await build(tree, { previous });
  assert.deepEqual(identity(built), identity(await build(tree)));
  assert.notEqual(built.fingerprint, previous.fingerprint);
});

Deno.test("a refresh parses again what another limit lets in", async () => {
  using tree = new ScratchTree({ "a.py": `def one${" ".repeat(100)}` });
  const previous = await snapshotOf(tree, {
    startedMs: LATER_MS,
    limits: { ...LIMITS, maxFileBytes: 10 },
  });
  assert.equal(previous.symbolCount, 0);
  const built = await build(tree, { previous });
  assert.equal(openSnapshot(built.sections).symbolCount, 1);
  assert.deepEqual(identity(built), identity(await build(tree)));
});

Deno.test("what the parser throws ends the build", async () => {
  using tree = new ScratchTree({ "a.py": "def one" });
  const outline = (): Promise<never> => Promise.reject(new Error("no grammar"));
  await assert.rejects(build(tree, { outline }), { message: "no grammar" });
});

Deno.test("tick() ends a build between files", async () => {
  using tree = new ScratchTree({ "a": "", "b": "", "c": "" });
  let left = 4;
  const tick = (): void => {
    if (left-- === 0) throw new RangeError("cancelled");
  };
  const outline = outlineByWords;
  await assert.rejects(build(tree, { tick, outline }), { message: "cancelled" });
});

const path = fc.constantFrom(
  "a.py",
  "b.py",
  "d/a.py",
  "d/e/x.txt",
  "d-x.txt",
  "é.py",
  ".h.py",
  "n.bin",
);
const text = fc.constantFrom(
  "def one",
  "def two def one",
  "def x !!",
  "needle",
  "",
  "a\0b",
  "ABCabc",
);
const edit = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path, text }),
  fc.record({ kind: fc.constant("remove" as const), path }),
  fc.record({ kind: fc.constant("rename" as const), path, to: path }),
  fc.record({
    kind: fc.constant("ignore" as const),
    rule: fc.constantFrom("", "d/\n", "*.py\n!a.py\n"),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(tree: ScratchTree, change: Edit): void {
  if (change.kind === "write") tree.write(change.path, change.text);
  else if (change.kind === "ignore") tree.write(".gitignore", change.rule);
  else {
    const bytes = tree.files.read(change.path, 1000).value?.bytes;
    if (bytes === undefined) return;
    Deno.removeSync(tree.at(change.path));
    if (change.kind === "rename") tree.write(change.to, bytes);
  }
}

Deno.test("any sequence of refreshes gives the bytes of a fresh build", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (rounds) => {
        using tree = new ScratchTree({ "a.py": "def one", "d/a.py": "def two", "d-x.txt": "x" });
        let previous = await snapshotOf(tree);
        for (const edits of rounds) {
          for (const change of edits) apply(tree, change);
          const built = await build(tree, { previous });
          assert.deepEqual(identity(built), identity(await build(tree)));
          previous = openSnapshot(built.sections);
        }
      },
    ),
    { numRuns: 40 },
  ));

Deno.test("openSnapshot() refuses sections that are missing or do not belong together", async () => {
  using tree = new ScratchTree({ "a.py": "def one", "b.py": "def two" });
  const { sections } = await build(tree);
  tree.write("c.py", "def three");
  const other = await build(tree);
  for (const name of SECTION_NAMES) {
    const without = new Map([...sections].filter(([key]) => key !== name));
    assert.throws(() => openSnapshot(without), { name: "CorruptSection" }, name);
  }
  for (const part of ["files", "symbols", "chunks"] as const) {
    const name = `ranked_${part}`;
    const mixed = new Map([...sections, [name, other.sections.get(name) ?? new Uint8Array()]]);
    for (const wrong of [mixed, new Map([...sections].filter(([key]) => key !== name))]) {
      const { ranking } = openSnapshot(wrong);
      assert.throws(() => ranking[part], { name: "CorruptSection" }, name);
    }
  }
  for (const name of ["symbols", "stats"]) {
    const mixed = new Map([...sections, [name, other.sections.get(name) ?? new Uint8Array()]]);
    assert.throws(() => openSnapshot(mixed), { name: "CorruptSection" }, name);
  }
});
