import assert from "node:assert/strict";
import { isOn, parseConfig, valuesOf } from "../../../src/platform/git/config.ts";
import { applyDelta } from "../../../src/platform/git/delta.ts";
import { readIgnoreContext } from "../../../src/platform/git/ignore_context.ts";
import { findGitRoot, locate } from "../../../src/platform/git/locate.ts";
import { publicRemote } from "../../../src/platform/git/remote.ts";
import { GitRepository } from "../../../src/platform/git/repository.ts";
import { Sandbox } from "./git_fixture.ts";

Deno.test("publicRemote() shows no secret and no local path", async (t) => {
  const CASES = [
    ["https://example.org/a/b.git", "https://example.org/a/b.git"],
    ["https://me:secret@example.org/a/b.git?token=x#y", "https://example.org/a/b.git"],
    ["https://token@example.org:8443/a", "https://example.org:8443/a"],
    ["https://example.org/@scope/a", "https://example.org/@scope/a"],
    ["https://a:b@c@example.org/x", "https://example.org/x"],
    ["https://user:pass/word@example.org/x", undefined],
    ["ssh://git@[::1]:22/a", "ssh://[::1]:22/a"],
    ["git@example.org:a/b.git", "example.org:a/b.git"],
    ["example.org:a/b.git", "example.org:a/b.git"],
    ["file:///home/me/a", undefined],
    ["/home/me/a", undefined],
    ["../a", undefined],
    ["C:\\a", undefined],
  ] as const;
  for (const [address, want] of CASES) {
    await t.step(address, () => assert.equal(publicRemote(address), want));
  }
});

Deno.test("parseConfig() reads what git reads", () => {
  const text = [
    "\uFEFF# comment \\",
    "[core] bare = false ; end",
    "\tsparseCheckout",
    '[remote "a \\"b\\" C"]',
    '  url = "x # y" \\',
    "  z # comment",
    "  Url=second\\n",
    "[Section.Sub]key=v",
    "not a setting!",
  ].join("\n");
  const entries = parseConfig(text);
  assert.deepEqual(valuesOf(entries, "core", "bare"), ["false"]);
  assert.equal(isOn(entries, "core", "sparsecheckout"), true);
  assert.equal(isOn(entries, "core", "bare"), false);
  assert.deepEqual(valuesOf(entries, "remote", "url", 'a "b" C'), ["x # y   z", "second\n"]);
  assert.deepEqual(valuesOf(entries, "section", "key", "sub"), ["v"]);
});

Deno.test("applyDelta()", async (t) => {
  const base = new TextEncoder().encode("hello world");
  const apply = (...delta: number[]): string =>
    new TextDecoder().decode(applyDelta(base, Uint8Array.from(delta)));
  await t.step("copies and inserts", () => {
    assert.equal(apply(11, 7, 0x91, 6, 5, 2, 33, 33), "world!!");
  });
  const bad = [
    { name: "another base", delta: [10, 1, 1, 33] },
    { name: "copy past the base", delta: [11, 5, 0x91, 8, 5] },
    { name: "reserved instruction", delta: [11, 1, 0] },
    { name: "longer than it says", delta: [11, 1, 2, 33, 33] },
    { name: "shorter than it says", delta: [11, 2, 1, 33] },
    { name: "cut off", delta: [11, 2, 2, 33] },
    { name: "empty", delta: [] },
    { name: "too large a result", delta: [11, 255, 255, 255, 255, 15] },
  ];
  for (const { name, delta } of bad) {
    await t.step(name, () => assert.throws(() => apply(...delta), { name: "GitError" }));
  }
});

Deno.test("GitRepository.remote() and isSparse() read the settings git writes", () => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q", "r");
  const location = locate(sandbox.at("r"));
  if (location.kind !== "git") throw new Error(location.kind);
  using repository = new GitRepository(location);
  assert.deepEqual([repository.remote(), repository.isSparse()], [undefined, false]);
  sandbox.git("r", "remote", "add", "origin", "https://me:pw@example.org/x.git");
  sandbox.git("r", "config", "core.sparseCheckout", "true");
  assert.deepEqual([repository.remote(), repository.isSparse()], [
    "https://example.org/x.git",
    true,
  ]);
});

Deno.test("readIgnoreContext() reads what lies outside the workspace root", async (t) => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q", "r");
  sandbox.commit("r", "first");
  sandbox.git("r", "worktree", "add", "-q", "../linked");
  sandbox.write("r/.git/info/exclude", "*.tmp\n");
  sandbox.write("linked/.gitignore", "top\n");
  sandbox.write("linked/a/.ignore", "mid\n");
  sandbox.write("linked/a/b/.gitignore", "own\n");
  await t.step("linked worktree, two folders down", () => {
    const root = sandbox.at("linked/a/b");
    assert.deepEqual(readIgnoreContext(root, findGitRoot(root)), {
      prefix: "a/b",
      exclude: "*.tmp\n",
      parents: [{ dir: "", gitignore: "top\n" }, { dir: "a", ignore: "mid\n" }],
    });
  });
  await t.step("at the git root", () => {
    const root = sandbox.at("linked");
    const want = { prefix: "", exclude: "*.tmp\n", parents: [] };
    assert.deepEqual(readIgnoreContext(root, findGitRoot(root)), want);
  });
  await t.step("a link in place of an ignore file is not followed", () => {
    Deno.removeSync(sandbox.at("linked/.gitignore"));
    Deno.symlinkSync(sandbox.at("r/.git/info/exclude"), sandbox.at("linked/.gitignore"));
    const root = sandbox.at("linked/a");
    assert.deepEqual(readIgnoreContext(root, findGitRoot(root)).parents, [{ dir: "" }]);
  });
  await t.step("without git", () => {
    const want = { prefix: "", exclude: undefined, parents: [] };
    assert.deepEqual(readIgnoreContext(sandbox.folder, undefined), want);
  });
});
