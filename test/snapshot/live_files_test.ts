import assert from "node:assert/strict";
import type { Files } from "../../src/platform/files.ts";
import { LiveFiles, unchangedEntry } from "../../src/snapshot/live_files.ts";
import type { OpenedSnapshot } from "../../src/snapshot/opened_snapshot.ts";
import { ScratchTree, snapshotOf } from "./scratch_tree.ts";

const HOUR_MS = 3_600_000;

/** Files that count reads, and a clock that says when the files count as old. */
function counting(tree: ScratchTree): { files: Files; reads: string[] } {
  const { files } = tree;
  const reads: string[] = [];
  const readFound: Files["readFound"] = (path, maxBytes) => {
    reads.push(path);
    return files.readFound(path, maxBytes);
  };
  return { files: { ...files, readFound }, reads };
}

const LATER = { now: (): number => Date.now() + HOUR_MS };
const NOW = { now: (): number => Date.now() };

Deno.test("read() gives bytes, digests, lines and the searched form", () => {
  using tree = new ScratchTree({ "a.txt": Uint8Array.of(0xe9, 13, 10, 98, 13, 10) });
  const file = new LiveFiles(tree.files, NOW).read("a.txt").value;
  assert.equal(file?.latin1, "\xe9\r\nb\r\n");
  assert.equal(file?.lines.count, 2);
  assert.equal(file?.lines.eol, "crlf");
  assert.equal(file?.bytes.length, 6);
});

Deno.test("proof is of the raw bytes", () => {
  using tree = new ScratchTree({ "crlf.txt": "a\r\nb\r\n" });
  assert.deepEqual(new LiveFiles(tree.files, NOW).read("crlf.txt").value?.proof, {
    sha256: "58055bdcc73787eb88c78d36f0b4939e9c5dc1c3ad17e25cc85a6833cf1a0cab",
    bytes: 6,
    git_blob: "c30dea8a3641ea99b125d04d599d843712292759",
  });
});

Deno.test("read() names failures", async (t) => {
  using tree = new ScratchTree({ "a.txt": "12345", "d/x": "" });
  const live = new LiveFiles(tree.files, NOW);
  const rows = [
    { path: "none", maxBytes: 9, want: "absent" },
    { path: "d", maxBytes: 9, want: "absent" },
    { path: "../a.txt", maxBytes: 9, want: "outside" },
    { path: "a.txt", maxBytes: 4, want: "too_large" },
    { path: "a.txt", maxBytes: 5, want: undefined },
  ];
  for (const { path, maxBytes, want } of rows) {
    await t.step(`${path} ${maxBytes}`, () => {
      assert.equal(live.read(path, maxBytes).failure, want);
    });
  }
});

Deno.test("read() keeps contents of files that are old enough", () => {
  using tree = new ScratchTree({ "a.txt": "one" });
  const { files, reads } = counting(tree);
  const live = new LiveFiles(files, LATER);
  assert.equal(live.read("a.txt").value, live.read("a.txt").value);
  assert.equal(reads.length, 1);
});

Deno.test("read() reads young files each time", () => {
  using tree = new ScratchTree({ "a.txt": "one" });
  const live = new LiveFiles(tree.files, NOW);
  assert.equal(live.read("a.txt").value?.latin1, "one");
  tree.write("a.txt", "two");
  assert.equal(live.read("a.txt").value?.latin1, "two");
});

Deno.test("read() notices what the system says has changed", async (t) => {
  const rows = [
    { name: "size", change: (tree: ScratchTree) => tree.write("a.txt", "longer"), want: "longer" },
    { name: "time", change: (tree: ScratchTree) => tree.age("a.txt", 1000), want: "one" },
    {
      name: "another file in its place",
      change: (tree: ScratchTree): void => {
        tree.write("b.txt", "two");
        tree.age("b.txt", 1_000_000);
        Deno.renameSync(tree.at("b.txt"), tree.at("a.txt"));
      },
      want: "two",
    },
    {
      name: "gone",
      change: (tree: ScratchTree): void => Deno.removeSync(tree.at("a.txt")),
      want: undefined,
    },
    {
      name: "a link that leaves the root",
      change: (tree: ScratchTree): void => {
        Deno.removeSync(tree.at("a.txt"));
        Deno.symlinkSync("/etc/hostname", tree.at("a.txt"));
      },
      want: undefined,
    },
  ];
  for (const { name, change, want } of rows) {
    await t.step(name, () => {
      using tree = new ScratchTree({ "a.txt": "one" });
      tree.age("a.txt", 1_000_000);
      const { files, reads } = counting(tree);
      const live = new LiveFiles(files, LATER);
      live.read("a.txt");
      change(tree);
      assert.equal(live.read("a.txt").value?.latin1, want);
      assert.equal(reads.length, want === undefined ? 1 : 2);
    });
  }
});

Deno.test("read() keeps no more than it may, and for half a minute what was used", async (t) => {
  const rows = [
    { name: "what is in use stays", seconds: 1, want: ["a", "b", "c", "c"] },
    { name: "least recently used first out", seconds: 31, want: ["a", "b", "c", "b"] },
  ];
  for (const { name, seconds, want } of rows) {
    await t.step(name, () => {
      using tree = new ScratchTree({
        "a": "a".repeat(1000),
        "b": "b".repeat(1000),
        "c": "c".repeat(1000),
      });
      const { files, reads } = counting(tree);
      let nowMs = Date.now() + HOUR_MS;
      // Each file costs its bytes and 512 more.
      const live = new LiveFiles(files, { now: () => nowMs, cacheBytes: 3_500 });
      for (const path of ["a", "b", "a", "c", "a", "c", "b"]) {
        nowMs += seconds * 1000;
        live.read(path);
      }
      assert.deepEqual(reads, want);
    });
  }
});

Deno.test("the text takes the place of the bytes, which can still be had", () => {
  using tree = new ScratchTree({ "a.txt": Uint8Array.of(0xe9, 0, 0xff) });
  const file = new LiveFiles(tree.files, NOW).read("a.txt").value;
  assert.equal(file?.latin1, "\xe9\0\xff");
  assert.deepEqual(file?.bytes, Uint8Array.of(0xe9, 0, 0xff));
});

Deno.test("read() does not keep a file larger than all it may keep", () => {
  using tree = new ScratchTree({ "a": "a", "b": "b".repeat(1000) });
  const { files, reads } = counting(tree);
  const live = new LiveFiles(files, { ...LATER, cacheBytes: 1_000 });
  for (const path of ["a", "b", "a", "b"]) live.read(path);
  assert.deepEqual(reads, ["a", "b", "b"]);
});

Deno.test("unchangedEntry() knows files that nobody can have touched since the build", async () => {
  using tree = new ScratchTree({ "a.txt": "one", "b.txt": "one" });
  const entryOf = (path: string, snapshot: OpenedSnapshot): string | undefined => {
    const file = new LiveFiles(tree.files, NOW).read(path).value;
    return file && unchangedEntry(file, snapshot)?.path;
  };
  const young = await snapshotOf(tree, { startedMs: 1 });
  assert.equal(entryOf("a.txt", young), undefined);
  const old = await snapshotOf(tree, { startedMs: Date.now() + HOUR_MS });
  assert.deepEqual([entryOf("a.txt", old), entryOf("b.txt", old)], ["a.txt", "b.txt"]);
  tree.write("a.txt", "longer");
  tree.write("c.txt", "one");
  const names = ["a.txt", "b.txt", "c.txt"].map((path) => entryOf(path, old));
  assert.deepEqual(names, [undefined, "b.txt", undefined]);
});
