/** Watching real trees, and what the shell does when the system lets it down. */
import assert from "node:assert/strict";
import type { Freshness } from "../../src/contract/freshness.ts";
import { startEngine } from "../../src/engine/host.ts";
import { type Spawn, spawnWorker } from "../../src/engine/spawn.ts";
import type { NoticeTaker, WatchFiles } from "../../src/platform/watch_files.ts";
import { Adopted } from "../../src/session/adopted.ts";
import type { Repository } from "../../src/workspace/workspace.ts";
import { CALL, literal } from "../engine/support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { git, ScratchWorkspace, SURFACE } from "./support.ts";

const TIMES = { debounceMs: 60, retryMs: 120 };
const DEADLINE_MS = 20_000;

/** Waits until the watch is in a state; a state that never comes fails the test. */
async function until(repository: Repository, state: string, holds = true): Promise<void> {
  const endMs = Date.now() + DEADLINE_MS;
  while ((repository.watch.state === state) !== holds) {
    assert(Date.now() < endMs, `${repository.watch.state}, not ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until the index has the tree and the watch is at rest. */
async function settled(repository: Repository): Promise<Freshness> {
  const endMs = Date.now() + DEADLINE_MS;
  for (;;) {
    const fresh = await repository.freshness(SURFACE, CALL);
    if (fresh.dirty_scope === "clean" && fresh.continuous.state === "active") return fresh;
    assert(Date.now() < endMs, JSON.stringify({ ...fresh, tool_capabilities: [] }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function found(repository: Repository, word: string): Promise<string[]> {
  const { rows, coverage } = await repository.engine.search("text", literal(word), CALL);
  assert.deepEqual(coverage.reasons, []);
  return rows.map(({ path }) => path);
}

Deno.test("a watched tree is followed through everything that happens to files", async (t) => {
  using tree = new ScratchTree({
    ".gitignore": "out\n",
    "a.ts": "needle\n",
    "d/x.ts": "needle\n",
    "out/o.ts": "needle\n",
  });
  await git(tree, "init", "-q");
  await git(tree, "add", ".");
  await git(tree, "commit", "-qm", "one");
  await using scratch = new ScratchWorkspace(tree.root, { watch: TIMES });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  const cases: readonly {
    readonly name: string;
    readonly act: () => unknown;
    readonly want: readonly string[];
  }[] = [
    {
      name: "new file",
      act: () => tree.write("n.ts", "needle\n"),
      want: ["a.ts", "d/x.ts", "n.ts"],
    },
    {
      name: "edit",
      act: () => tree.write("n.ts", "noodle\n"),
      want: ["a.ts", "d/x.ts"],
    },
    {
      name: "renamed file",
      act: () => Deno.renameSync(tree.at("a.ts"), tree.at("b.ts")),
      want: ["b.ts", "d/x.ts"],
    },
    {
      name: "renamed folder",
      act: () => Deno.renameSync(tree.at("d"), tree.at("e")),
      want: ["b.ts", "e/x.ts"],
    },
    {
      name: "file in the renamed folder",
      act: () => tree.write("e/y.ts", "needle\n"),
      want: ["b.ts", "e/x.ts", "e/y.ts"],
    },
    {
      name: "folders made and filled at once",
      act: () => tree.write("p/q/r/s.ts", "needle\n"),
      want: ["b.ts", "e/x.ts", "e/y.ts", "p/q/r/s.ts"],
    },
    {
      name: "removed folder",
      act: () => Deno.removeSync(tree.at("p"), { recursive: true }),
      want: ["b.ts", "e/x.ts", "e/y.ts"],
    },
    {
      name: "ignore file",
      act: () => tree.write(".gitignore", "e\n"),
      want: ["b.ts", "out/o.ts"],
    },
    {
      name: "exclude of git",
      act: () => tree.write(".git/info/exclude", "out\n"),
      want: ["b.ts"],
    },
    {
      name: "everything reverted",
      act: async () => {
        tree.write(".git/info/exclude", "");
        await git(tree, "reset", "-q", "--hard");
        await git(tree, "clean", "-qfd");
      },
      want: ["a.ts", "d/x.ts"],
    },
    {
      name: "other branch",
      act: async () => {
        await git(tree, "switch", "-qc", "other");
        await git(tree, "rm", "-qr", "d");
        await git(tree, "commit", "-qm", "two");
      },
      want: ["a.ts"],
    },
    { name: "back", act: () => git(tree, "switch", "-q", "-"), want: ["a.ts", "d/x.ts"] },
    {
      name: "removed index",
      act: async () => {
        // Nobody waits for the last snapshot to be stored.
        await repository.engine.refresh(CALL);
        await Deno.remove(tree.at(".frigg"), { recursive: true });
      },
      want: ["a.ts", "d/x.ts"],
    },
  ];
  for (const { name, act, want } of cases) {
    await t.step(name, async () => {
      await act();
      await settled(repository);
      assert.deepEqual(await found(repository, "needle"), want);
    });
  }
  assert.deepEqual(scratch.log, []);
});

Deno.test("freshness promises convergence from the first answer after an edit", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { watch: { ...TIMES, debounceMs: 300 } });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  tree.write("b.ts", "needle\n");
  const fresh = await repository.freshness(SURFACE, CALL);
  assert.equal(fresh.dirty_scope, "known_changed_paths");
  assert.deepEqual(fresh.changed_paths_since_snapshot, ["b.ts"]);
  assert.deepEqual(fresh.continuous, { state: "debouncing", can_converge_by_waiting: true });
  assert.equal(fresh.post_edit.strategy, "wait_for_refresh");
  const run = await repository.freshness(SURFACE, CALL, { unwatched: true });
  assert.deepEqual(run.continuous, { state: "mode_off", can_converge_by_waiting: false });
  assert.equal((await settled(repository)).post_edit.strategy, "use_snapshot");
});

Deno.test("sessions hold leases, and the last one ends the watch", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { watch: TIMES });
  const repository = await scratch.adopt({ path: "." });
  await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  const other = new Adopted();
  const request = {
    repositoryId: repository.id,
    resolveMode: "direct",
    makeDefault: true,
  } as const;
  await scratch.workspace.adopt(other, request, CALL);
  await settled(repository);
  assert.deepEqual([repository.watch.active, repository.watch.leaseCount], [true, 2]);
  scratch.workspace.release(scratch.session);
  assert.deepEqual([repository.watch.active, repository.watch.leaseCount], [true, 1]);
  scratch.workspace.release(other);
  const { state, active, leaseCount } = repository.watch;
  assert.deepEqual([state, active, leaseCount], ["no_lease", false, 0]);
  tree.write("b.ts", "needle\n");
  const fresh = await repository.freshness(SURFACE, CALL);
  assert.deepEqual(fresh.continuous, { state: "no_lease", can_converge_by_waiting: false });
  assert.equal(fresh.post_edit.strategy, "use_live_disk_for_touched_files");
  // Somebody who comes later gets what happened in between.
  await scratch.workspace.adopt(other, request, CALL);
  await settled(repository);
  assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts"]);
});

Deno.test("without a watch nothing is promised", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root);
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  assert.deepEqual(repository.watch, {
    state: "mode_off",
    active: false,
    leaseCount: 0,
    queueDepth: 0,
  });
});

/** A system whose notices the test gives itself. */
class FakeSystem {
  taker: NoticeTaker | undefined;
  refuses = false;
  starts = 0;

  readonly watch: WatchFiles = (_root, taker) => {
    this.starts++;
    if (this.refuses) throw new Error("no watches left");
    this.taker = taker;
    return () => this.taker = undefined;
  };
}

Deno.test("a system that tells nothing is made up for", async (t) => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  const system = new FakeSystem();
  await using scratch = new ScratchWorkspace(tree.root, { watch: TIMES, watchFiles: system.watch });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  await t.step("a change without a notice, by the next look", async () => {
    tree.write("b.ts", "needle\n");
    const { continuous } = await repository.freshness(SURFACE, CALL);
    assert.equal(continuous.state, "debouncing");
    await settled(repository);
    assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts"]);
  });
  await t.step("dropped notices, by a look at everything", async () => {
    tree.write("c.ts", "needle\n");
    system.taker?.noticed({ kind: "overflow" });
    assert.deepEqual([repository.watch.state, repository.watch.pendingPaths], [
      "debouncing",
      undefined,
    ]);
    await until(repository, "active");
    assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts", "c.ts"]);
  });
  await t.step("our own index, by nothing", () => {
    for (const how of ["changed", "renamed", "removed"] as const) {
      const paths = [tree.at(".frigg/CURRENT.tmp"), tree.at(".git/index"), tree.at(".frigg/LOCK")];
      system.taker?.noticed({ kind: "paths", paths, how });
    }
    assert.equal(repository.watch.state, "active");
  });
  await t.step("a watch that failed, by looks from time to time", async () => {
    system.refuses = true;
    system.taker?.ended("it broke");
    assert.equal(repository.watch.state, "notify_degraded");
    assert.match(repository.watch.trouble ?? "", /it broke/);
    const clean = await repository.freshness(SURFACE, CALL);
    const { state, can_converge_by_waiting: converging } = clean.continuous;
    assert.equal(converging, state === "refreshing");
    tree.write("d.ts", "needle\n");
    const starts = system.starts;
    const endMs = Date.now() + DEADLINE_MS;
    while ((await found(repository, "needle")).length < 4) {
      assert(Date.now() < endMs);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert(system.starts > starts);
  });
  await t.step("until the system can again", async () => {
    system.refuses = false;
    await until(repository, "active");
    assert.equal(repository.watch.trouble, undefined);
  });
  await t.step("each trouble is logged once", () => {
    assert.deepEqual(scratch.log.map((line) => line.replace(tree.root, "ROOT")), [
      'Cannot watch "ROOT": it broke',
      'Cannot watch "ROOT": no watches left',
    ]);
  });
});

Deno.test("what a refresh cannot help blocks it until that is mended", async (t) => {
  using tree = new ScratchTree({ "repo/a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { watch: TIMES });
  const repository = await scratch.adopt({ path: "repo" });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  await t.step("a damaged index", async () => {
    tree.write("repo/.frigg/CURRENT", "nonsense");
    tree.write("repo/b.ts", "needle\n");
    await until(repository, "blocked");
    assert.equal(repository.watch.active, false);
    assert.equal((await repository.engine.status(CALL)).state, "error");
    await repository.engine.refresh(CALL, { force: true });
    await settled(repository);
    assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts"]);
  });
  await t.step("a root that is gone, and another in its place", async () => {
    await Deno.rename(tree.at("repo"), tree.at("moved"));
    await until(repository, "blocked");
    await Deno.rename(tree.at("moved"), tree.at("repo"));
    await settled(repository);
    tree.write("repo/c.ts", "needle\n");
    await settled(repository);
    assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts", "c.ts"]);
  });
  await t.step("each trouble is logged once", () => {
    // The index could not be refreshed, was mended, and then the folder was gone.
    const count = (part: string): number =>
      scratch.log.filter((line) => line.includes(part)).length;
    assert.deepEqual(["Cannot refresh", "was removed"].map(count), [2, 1]);
    assert(scratch.log.length <= 4, scratch.log.join("\n"));
  });
});

Deno.test("a refresh that fails is tried again, and nobody is told to wait for that", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  const builders = { fail: false };
  const spawn: Spawn = (access) => {
    if (builders.fail && access.mayWrite) throw new Error("no memory for a worker");
    return spawnWorker(access);
  };
  await using scratch = new ScratchWorkspace(tree.root, {
    watch: { debounceMs: 40, retryMs: 400 },
    startEngine: (options) => startEngine({ ...options, spawn, builderIdleMs: 0 }),
  });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  builders.fail = true;
  tree.write("b.ts", "needle\n");
  await until(repository, "retry_backoff");
  const fresh = await repository.freshness(SURFACE, CALL);
  const { state, can_converge_by_waiting: converging } = fresh.continuous;
  assert.equal(converging, state === "refreshing");
  assert.equal(fresh.post_edit.strategy === "wait_for_refresh", converging);
  assert.match(repository.watch.trouble ?? "", /no memory/);
  builders.fail = false;
  await settled(repository);
  assert.deepEqual(await found(repository, "needle"), ["a.ts", "b.ts"]);
  assert.deepEqual([repository.watch.trouble, repository.watch.pendingPaths], [undefined, 0]);
});

Deno.test("an edit during a refresh is not lost", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 300; n++) tree.write(`f${n}.ts`, "function f() {}\n".repeat(20));
  await using scratch = new ScratchWorkspace(tree.root, { watch: TIMES });
  const repository = await scratch.adopt({ path: "." });
  await repository.prepare(CALL, 60_000);
  await settled(repository);
  for (let n = 0; n < 300; n++) tree.write(`f${n}.ts`, "function g() {}\n".repeat(20));
  await until(repository, "refreshing");
  tree.write("late.ts", "needle\n");
  await settled(repository);
  assert.deepEqual(await found(repository, "needle"), ["late.ts"]);
});
