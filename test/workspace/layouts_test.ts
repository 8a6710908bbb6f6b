/** Submodules, worktrees, folders without git and repositories in repositories, as workspaces that are watched. */
import assert from "node:assert/strict";
import type { Repository } from "../../src/workspace/workspace.ts";
import { CALL, literal } from "../engine/support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { git, ScratchWorkspace, SURFACE } from "./support.ts";

const WATCH = { debounceMs: 40, retryMs: 80 };

async function found(repository: Repository): Promise<string[]> {
  const { rows } = await repository.engine.search("text", literal("needle"), CALL);
  return rows.map(({ path }) => path);
}

async function settled(repository: Repository): Promise<void> {
  const endMs = Date.now() + 20_000;
  for (;;) {
    const { dirty_scope: dirty, continuous } = await repository.freshness(SURFACE, CALL);
    if (dirty === "clean" && continuous.state === "active") return;
    assert(Date.now() < endMs, `${dirty} ${continuous.state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("a submodule is part of its parent, and a repository of its own", async () => {
  using library = new ScratchTree({ "lib.ts": "needle\n" });
  await git(library, "init", "-q");
  await git(library, "add", ".");
  await git(library, "commit", "-qm", "one");
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await git(tree, "init", "-q");
  await git(
    tree,
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "-q",
    "add",
    library.root,
    "sub",
  );
  await using scratch = new ScratchWorkspace(tree.root, { watch: WATCH });
  const parent = await scratch.adopt({ path: ".", resolveMode: "git_root" });
  const module = await scratch.adopt({ path: tree.at("sub"), resolveMode: "git_root" });
  assert.deepEqual([parent.root, module.root], [tree.root, tree.at("sub")]);
  for (const repository of [parent, module]) await repository.prepare(CALL, 60_000);
  for (const repository of [parent, module]) await settled(repository);
  assert.deepEqual(await found(module), ["lib.ts"]);
  assert.deepEqual(await found(parent), ["a.ts", "sub/lib.ts"]);
  tree.write("sub/new.ts", "needle\n");
  for (const repository of [parent, module]) await settled(repository);
  assert.deepEqual(await found(module), ["lib.ts", "new.ts"]);
  assert.deepEqual(await found(parent), ["a.ts", "sub/lib.ts", "sub/new.ts"]);
  const head = await git(library, "rev-parse", "HEAD");
  assert.deepEqual(await module.vcs(CALL), { commit: head, dirty: true, remote: undefined });
});

Deno.test("two worktrees of one repository are two repositories", async () => {
  using tree = new ScratchTree({ "main/a.ts": "needle\n" });
  const main = { root: tree.at("main") };
  const run = async (...args: string[]): Promise<string> => {
    return await git(tree, "-C", main.root, ...args);
  };
  await run("init", "-q");
  await run("add", ".");
  await run("commit", "-qm", "one");
  await run("worktree", "add", "-q", "-b", "other", tree.at("other"));
  await using scratch = new ScratchWorkspace(tree.root, { watch: WATCH });
  const first = await scratch.adopt({ path: "main", resolveMode: "git_root" });
  const second = await scratch.adopt({ path: "other", resolveMode: "git_root" });
  assert.deepEqual([first.root, second.root], [main.root, tree.at("other")]);
  for (const repository of [first, second]) await repository.prepare(CALL, 60_000);
  for (const repository of [first, second]) await settled(repository);
  tree.write("other/b.ts", "needle\n");
  await settled(second);
  assert.deepEqual([await found(first), await found(second)], [["a.ts"], ["a.ts", "b.ts"]]);
  // The exclude file of both lies in the first one's git folder, out of the second one's sight.
  tree.write("main/.git/info/exclude", "b.ts\n");
  await settled(second);
  assert.deepEqual(await found(second), ["a.ts"]);
});

Deno.test("a folder without git is adopted directly and watched like any other", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n", ".ignore": "out\n", "out/x.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { watch: WATCH });
  await assert.rejects(scratch.adopt({ path: ".", resolveMode: "git_root" }), {
    code: "invalid_params",
  });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  assert.equal(await repository.vcs(CALL), undefined);
  tree.write(".ignore", "");
  await settled(repository);
  assert.deepEqual(await found(repository), ["a.ts", "out/x.ts"]);
});

Deno.test("each repository has its own watch", async () => {
  using tree = new ScratchTree({ "one/a.ts": "needle\n", "two/a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { watch: { ...WATCH, debounceMs: 2_000 } });
  const one = await scratch.adopt({ path: "one" });
  const two = await scratch.adopt({ path: "two" });
  for (const repository of [one, two]) await repository.prepare(CALL, 60_000);
  for (const repository of [one, two]) await settled(repository);
  tree.write("one/b.ts", "needle\n");
  assert.equal((await one.freshness(SURFACE, CALL)).continuous.state, "debouncing");
  assert.equal((await two.freshness(SURFACE, CALL)).continuous.state, "active");
});

Deno.test("two programs that watch one tree do not wake each other for ever", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using first = new ScratchWorkspace(tree.root, { watch: WATCH });
  await using second = new ScratchWorkspace(tree.root, { watch: WATCH });
  const repositories = [await first.adopt({ path: "." }), await second.adopt({ path: "." })];
  await Promise.all(repositories.map((repository) => repository.prepare(CALL, 60_000)));
  for (const n of [1, 2, 3]) {
    tree.write(`n${n}.ts`, "needle\n");
    await Promise.all(repositories.map(settled));
    for (const repository of repositories) assert.equal((await found(repository)).length, n + 1);
  }
  const tokens = async (): Promise<unknown[]> => {
    const statuses = await Promise.all(repositories.map(({ engine }) => engine.status(CALL)));
    return statuses.map(({ builtAtMs }) => builtAtMs);
  };
  // One may still take over what the other stored last; they are at rest once a while brings nothing new.
  for (let round = 0; round < 50; round++) {
    const before = await tokens();
    await new Promise((resolve) => setTimeout(resolve, 10 * WATCH.debounceMs));
    if (JSON.stringify(await tokens()) === JSON.stringify(before)) return;
  }
  assert.fail("they never came to rest");
});
