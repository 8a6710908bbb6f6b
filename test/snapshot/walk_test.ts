import assert from "node:assert/strict";
import { walk, type Walked, type WalkOptions, walkSteps } from "../../src/snapshot/walk.ts";
import { NO_IGNORES, ScratchTree } from "./scratch_tree.ts";

const POSIX = Deno.build.os !== "windows";
// Before 2.5 Deno leaves such names out of every listing, so that nobody can know of them.
const DROPS_BAD_NAMES = Deno.version.deno.startsWith("2.4.");

function walkTree(tree: ScratchTree, options: Partial<WalkOptions> = {}): Walked {
  return walk(tree.files, { ignores: NO_IGNORES, maxFiles: 1000, tick: () => {}, ...options });
}

function pathsOf(walked: Walked): string[] {
  return walked.files.map(({ path }) => path);
}

const TREES = [
  {
    name: "order of path bytes, whatever folders are in the way",
    files: { "a/x": "", "a-b": "", "a.c": "", "ab": "", "B": "", "é": "", "\u{1f600}": "" },
    want: ["B", "a-b", "a.c", "a/x", "ab", "é", "\u{1f600}"],
  },
  {
    name: "never .git, .frigg and the root's target",
    files: {
      ".git/HEAD": "",
      ".frigg/CURRENT": "",
      "target/a": "",
      "sub/target/a": "",
      "sub/.git/x": "",
    },
    want: ["sub/target/a"],
  },
  {
    name: "a submodule without its .git file",
    files: { "sub/.git": "gitdir: ../x", "sub/a": "" },
    want: ["sub/a"],
  },
  {
    name: "ignore files at every level",
    files: {
      ".gitignore": "*.log\n",
      "a.log": "",
      "web/.gitignore": ".output\n!keep.log\n",
      "web/.output/x": "",
      "web/keep.log": "",
      "web/x": "",
    },
    want: [".gitignore", "web/.gitignore", "web/keep.log", "web/x"],
  },
  {
    name: ".ignore wins over .gitignore",
    files: { ".gitignore": "a\n", ".ignore": "!a\nb\n", "a": "", "b": "" },
    want: [".gitignore", ".ignore", "a"],
  },
  {
    name: "names that look like patterns",
    files: { "a[1]***/f.ts": "", "a1/f.ts": "" },
    want: ["a1/f.ts", "a[1]***/f.ts"],
  },
  {
    name: "composed and decomposed names as they are",
    files: { "\u00e9.ts": "", "e\u0301.ts": "" },
    want: ["e\u0301.ts", "\u00e9.ts"],
  },
];

Deno.test("walk() lists", { ignore: !POSIX }, async (t) => {
  for (const { name, files, want } of TREES) {
    await t.step(name, () => {
      using tree = new ScratchTree(files);
      const walked = walkTree(tree);
      assert.deepEqual(pathsOf(walked), want);
      assert.deepEqual([walked.skipped, walked.failed], [[], false]);
    });
  }
});

Deno.test("walkSteps() makes a step a folder and gives what walk() gives", () => {
  using tree = new ScratchTree({ "a": "", "d/b": "", "d/e/c": "" });
  const steps = walkSteps(tree.files, { ignores: NO_IGNORES, maxFiles: 9, tick: () => {} });
  const made = [steps.next(), steps.next(), steps.next(), steps.next()];
  assert.deepEqual(made.map(({ done }) => done), [false, false, false, true]);
  assert.deepEqual(made[3]?.value, walkTree(tree));
});

Deno.test("walk() marks hidden entries", () => {
  using tree = new ScratchTree({ ".a/b": "", "c": "", "d/.e": "" });
  assert.deepEqual(walkTree(tree).files, [
    { path: ".a/b", hidden: true },
    { path: "c", hidden: false },
    { path: "d/.e", hidden: true },
  ]);
});

Deno.test("walk() follows no link", { ignore: !POSIX }, () => {
  using tree = new ScratchTree({ "a/b/x": "", "a/f.txt": "needle" });
  Deno.symlinkSync("../..", tree.at("a/b/loop"));
  Deno.symlinkSync("a/f.txt", tree.at("link"));
  Deno.symlinkSync("/", tree.at("top"));
  assert.deepEqual(pathsOf(walkTree(tree)), ["a/b/x", "a/f.txt"]);
});

Deno.test("walk() uses rules from outside the root", () => {
  using tree = new ScratchTree({ "a.log": "", "b.tmp": "", "c": "" });
  const ignores = {
    prefix: "sub",
    exclude: "*.tmp",
    parents: [{ dir: "", gitignore: "/sub/a.log\n" }],
  };
  const walked = walkTree(tree, { ignores });
  assert.deepEqual(pathsOf(walked), ["c"]);
  assert.notEqual(walked.ignoreDigest, walkTree(tree).ignoreDigest);
});

Deno.test("walk() stops at the limit and names the first file left out", () => {
  using tree = new ScratchTree({ ".h": "", "a": "", "b/c": "", "d": "" });
  const walked = walkTree(tree, { maxFiles: 2 });
  assert.deepEqual(pathsOf(walked), [".h", "a"]);
  assert.deepEqual(walked.skipped, [
    { path: "b/c", reason: "file_limit", limit: 2, hidden: false, folder: false },
  ]);
  assert.equal(walked.failed, true);
  const whole = walkTree(tree, { maxFiles: 4 });
  assert.deepEqual([whole.files.length, whole.skipped], [4, []]);
});

Deno.test("walk() names folders it cannot read", { ignore: !POSIX || Deno.uid() === 0 }, () => {
  using tree = new ScratchTree({ "a": "", "locked/b": "" });
  Deno.chmodSync(tree.at("locked"), 0o000);
  try {
    const walked = walkTree(tree);
    assert.deepEqual(walked.skipped, [
      { path: "locked", reason: "unreadable", hidden: false, folder: true },
    ]);
    assert.deepEqual([pathsOf(walked), walked.failed], [["a"], true]);
  } finally {
    Deno.chmodSync(tree.at("locked"), 0o700);
  }
});

Deno.test("walk() names folders that fail while it runs", () => {
  using tree = new ScratchTree({ "a": "", "locked/b": "", "z": "" });
  const { files } = tree;
  const failing = {
    ...files,
    list: (path: string) =>
      path === "locked" ? { failure: "unreadable" as const } : files.list(path),
  };
  const walked = walk(failing, { ignores: NO_IGNORES, maxFiles: 9, tick: () => {} });
  assert.deepEqual(walked.skipped, [
    { path: "locked", reason: "unreadable", hidden: false, folder: true },
  ]);
  assert.deepEqual([pathsOf(walked), walked.failed], [["a", "z"], true]);
});

Deno.test("walk() names files whose names are not valid UTF-8", {
  ignore: !POSIX || DROPS_BAD_NAMES,
}, () => {
  using tree = new ScratchTree({ "a": "", ".gitignore": "ignored*\n" });
  const script = 'cd "$0" && : > "$(printf \'bad\\377\')" && : > "$(printf \'ignored\\377\')"';
  new Deno.Command("sh", { args: ["-c", script, tree.root] }).outputSync();
  const walked = walkTree(tree);
  new Deno.Command("sh", { args: ["-c", 'rm "$0"/bad* "$0"/ignored*', tree.root] }).outputSync();
  assert.deepEqual(walked.skipped, [
    { path: "bad\uFFFD", reason: "name_not_utf8", hidden: false, folder: false },
  ]);
  assert.deepEqual([pathsOf(walked), walked.failed], [[".gitignore", "a"], true]);
});

Deno.test("walk() ends when tick() throws", () => {
  using tree = new ScratchTree({ "a": "", "b": "" });
  const tick = (): void => {
    throw new RangeError("stop");
  };
  assert.throws(() => walkTree(tree, { tick }), { message: "stop" });
});

Deno.test("walk() gives another ignore digest when a rule changes, and only then", () => {
  using tree = new ScratchTree({ "a/.gitignore": "x", "a/b": "" });
  const before = walkTree(tree).ignoreDigest;
  tree.write("a/b", "changed");
  assert.equal(walkTree(tree).ignoreDigest, before);
  tree.write("a/.gitignore", "y");
  assert.notEqual(walkTree(tree).ignoreDigest, before);
});
