/** Judged against git itself where git has the same notion. */
import assert from "node:assert/strict";
import type { Vcs } from "../../src/workspace/workspace.ts";
import { CALL } from "../engine/support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { git, ScratchWorkspace } from "./support.ts";

async function committed(): Promise<ScratchTree> {
  const tree = new ScratchTree({
    ".gitignore": "*.log\n",
    "a.txt": "a\n",
    "kept.log": "tracked though ignored\n",
    "sub/b.txt": "b\n",
  });
  await Deno.symlink("a.txt", tree.at("link"));
  await git(tree, "init", "-q", "-b", "main");
  await git(tree, "add", "-f", ".");
  await git(tree, "commit", "-q", "-m", "first");
  return tree;
}

async function vcsOf(root: string): Promise<Vcs | undefined> {
  await using scratch = new ScratchWorkspace(root);
  return await (await scratch.adopt({ path: root })).vcs(CALL);
}

const CASES: readonly { name: string; dirty: boolean; change: (tree: ScratchTree) => void }[] = [
  { name: "nothing", dirty: false, change: () => {} },
  { name: "ignored file", dirty: false, change: (tree) => tree.write("x.log", "x") },
  { name: "line endings", dirty: false, change: (tree) => tree.write("a.txt", "a\r\n") },
  { name: "index folder", dirty: false, change: (tree) => tree.write(".frigg/x", "x") },
  { name: "modified", dirty: true, change: (tree) => tree.write("a.txt", "b\n") },
  { name: "untracked", dirty: true, change: (tree) => tree.write("new.txt", "") },
  { name: "deleted", dirty: true, change: (tree) => Deno.removeSync(tree.at("a.txt")) },
  { name: "tracked though ignored", dirty: true, change: (tree) => tree.write("kept.log", "x") },
  {
    name: "link to another target",
    dirty: true,
    change: (tree) => {
      Deno.removeSync(tree.at("link"));
      Deno.symlinkSync("sub/b.txt", tree.at("link"));
    },
  },
  {
    name: "file in a link's place",
    dirty: true,
    change: (tree) => {
      Deno.removeSync(tree.at("link"));
      tree.write("link", "a.txt");
    },
  },
  {
    name: "folder replaced by a link to its copy",
    dirty: true,
    change: (tree) => {
      Deno.renameSync(tree.at("sub"), tree.at(".git/sub"));
      Deno.symlinkSync(".git/sub", tree.at("sub"));
    },
  },
];

Deno.test("vcs() tells whether the tree has other bytes than HEAD", async (t) => {
  for (const { name, dirty, change } of CASES) {
    await t.step(name, async () => {
      using tree = await committed();
      change(tree);
      assert.equal((await vcsOf(tree.root))?.dirty, dirty);
    });
  }
});

Deno.test("vcs() gives commit and remote, without user and password", async () => {
  using tree = await committed();
  await git(tree, "remote", "add", "origin", "https://me:secret@example.org/a/b.git");
  assert.deepEqual(await vcsOf(tree.root), {
    commit: await git(tree, "rev-parse", "HEAD"),
    dirty: false,
    remote: "https://example.org/a/b.git",
  });
});

Deno.test("vcs() of a folder below the git root is about that folder", async () => {
  using tree = await committed();
  tree.write("a.txt", "changed\n");
  assert.equal((await vcsOf(tree.at("sub")))?.dirty, false);
  tree.write("sub/b.txt", "changed\n");
  assert.equal((await vcsOf(tree.at("sub")))?.dirty, true);
});

Deno.test("vcs() of a linked worktree reads git's data outside of it", async () => {
  using tree = await committed();
  using other = new ScratchTree();
  await git(tree, "worktree", "add", "-q", other.at("wt"), "-b", "side");
  const vcs = await vcsOf(other.at("wt"));
  assert.deepEqual([vcs?.commit, vcs?.dirty], [await git(tree, "rev-parse", "HEAD"), false]);
});

Deno.test("vcs() before the first commit, and outside git", async () => {
  using tree = new ScratchTree();
  assert.equal(await vcsOf(tree.root), undefined);
  await git(tree, "init", "-q");
  assert.deepEqual(await vcsOf(tree.root), { commit: undefined, dirty: false, remote: undefined });
  tree.write("a.txt", "a\n");
  assert.deepEqual(await vcsOf(tree.root), { commit: undefined, dirty: true, remote: undefined });
});
