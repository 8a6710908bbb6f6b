/** The host with real Workers. */
import assert from "node:assert/strict";
import { type Spawn, spawnWorker, workerOptions } from "../../src/engine/spawn.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { CALL, literal, SCOPE, ScratchEngine, SLICE } from "./support.ts";

const read = { range: { kind: "whole" }, maxBytes: 1000, fileMaxBytes: 1000 } as const;

/** The first worker of a role misbehaves, later ones do not. */
function misbehaving(role: "query" | "builder"): Spawn {
  let done = false;
  return (access) => {
    if (done || access.mayWrite !== (role === "builder")) return spawnWorker(access);
    done = true;
    const url = new URL("./misbehaving_worker.ts", import.meta.url);
    return new Worker(url, workerOptions(access));
  };
}

Deno.test("a repository is built, searched, changed and refreshed", async () => {
  using tree = new ScratchTree({ "a.ts": "function needle() {}\n" });
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  assert.deepEqual(await engine.status(CALL), { state: "missing" });
  const steps: [number, number | undefined, string][] = [];
  const progress = (...step: [number, number | undefined, string]): void => void steps.push(step);
  const first = await engine.refresh({ ...CALL, progress });
  assert.deepEqual([first.status.state, first.reparsed, first.reused], ["ready", 1, 0]);
  assert.deepEqual(steps.at(-1), [1, 1, "files"]);
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
  const { rows } = await engine.search(
    "symbol",
    { query: "needle", scope: SCOPE, slice: SLICE },
    CALL,
  );
  assert.deepEqual(rows.map(({ symbol, kind }) => [symbol, kind]), [["needle", "function"]]);

  tree.write("b.ts", "let needle = 1;\n");
  assert.deepEqual((await engine.delta(CALL)).changed, ["b.ts"]);
  const second = await engine.refresh(CALL);
  assert.deepEqual([second.reparsed, second.reused], [1, 1]);
  assert.deepEqual(await scratch.find("needle"), ["a.ts", "b.ts"]);
  assert.equal(engine.building, false);
});

Deno.test("refresh with force reads every file again", async () => {
  using tree = new ScratchTree({ "a.ts": "a\n", "b.ts": "b\n" });
  await using scratch = new ScratchEngine(tree);
  await scratch.engine.refresh(CALL);
  const again = await scratch.engine.refresh(CALL);
  const forced = await scratch.engine.refresh(CALL, { force: true });
  assert.deepEqual([again.reparsed, forced.reparsed], [0, 2]);
});

Deno.test("an index that cannot be stored is built in memory, with the reason", async (t) => {
  const obstacles = [
    { name: "lock is a folder", place: ".frigg/LOCK/x", error: /foreign lock/ },
    { name: "state folder is a file", place: ".frigg", error: /not a plain folder/ },
  ];
  for (const { name, place, error } of obstacles) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.ts": "needle\n", [place]: "" });
      await using scratch = new ScratchEngine(tree);
      const { storageError, status } = await scratch.engine.refresh(CALL);
      assert.match(storageError ?? "", error);
      assert.equal(status.state, "ready");
      assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
    });
  }
});

Deno.test("without a state folder the index is in memory and nothing is written", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using scratch = new ScratchEngine(tree, { inMemory: true });
  await scratch.engine.refresh(CALL);
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
  const entries = await Array.fromAsync(Deno.readDir(tree.root));
  assert.deepEqual(entries.map(({ name }) => name), ["a.ts"]);
});

Deno.test("workers reach the repository and nothing else", async (t) => {
  using outer = new ScratchTree({ "secret.txt": "secret" });
  const cases = [
    { name: "query", mayWrite: false, want: ["readInside"] },
    { name: "builder", mayWrite: true, want: ["readInside", "writeState"] },
    { name: "at a commit, not the root", mayWrite: false, objects: "objects", want: [] },
    {
      name: "at a commit, nothing beside git's objects",
      mayWrite: false,
      objects: "objects",
      file: "objects/notes.txt",
      want: [],
    },
    {
      name: "at a commit, packs and loose objects",
      mayWrite: false,
      objects: "objects",
      file: "objects/7f/notes.txt",
      want: ["readInside"],
    },
  ];
  for (const { name, mayWrite, objects, file = "a.txt", want } of cases) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ [file]: "a", "state/.keep": "" });
      const access = {
        root: tree.root,
        stateDir: tree.at("state"),
        mayWrite,
        ...(objects === undefined ? {} : { objectFolders: [tree.at(objects)] }),
      };
      const url = new URL("./narrow_worker.ts", import.meta.url);
      const worker = new Worker(url, workerOptions(access));
      const { promise, resolve } = Promise.withResolvers<unknown>();
      worker.onmessage = ({ data }): void => resolve(data);
      const [inside, outside] = [tree.at(file), outer.at("secret.txt")];
      worker.postMessage({ inside, outside, state: tree.at("state") });
      assert.deepEqual(await promise, want);
      worker.terminate();
    });
  }
});

Deno.test("a crash ends the calls in flight, and the next call gets another worker", async () => {
  using tree = new ScratchTree({ "a.txt": "a\n" });
  await using scratch = new ScratchEngine(tree, { spawn: misbehaving("query") });
  const { engine } = scratch;
  const inFlight = [
    engine.walk({ scope: SCOPE, slice: SLICE }, CALL),
    engine.read({ ...read, path: "a.txt" }, CALL),
  ];
  for (const ended of await Promise.allSettled(inFlight)) {
    assert.equal(ended.status, "rejected");
    assert.deepEqual([ended.reason.code, ended.reason.data], ["internal", {
      error_class: "worker_crash",
    }]);
  }
  assert.equal((await engine.read({ ...read, path: "a.txt" }, CALL)).path, "a.txt");
});

Deno.test("a crash of the builder fails the refresh, and the next one works", async () => {
  using tree = new ScratchTree({ "a.txt": "a\n" });
  const problems: (string | undefined)[] = [];
  await using scratch = new ScratchEngine(tree, {
    spawn: misbehaving("builder"),
    onBuilt: (problem) => problems.push(problem),
  });
  const { engine } = scratch;
  await assert.rejects(engine.refresh(CALL), { code: "internal" });
  assert.deepEqual([engine.building, engine.buildingFirst], [false, false]);
  assert.equal((await engine.refresh(CALL)).status.state, "ready");
  assert.deepEqual(problems, ["A worker died: Uncaught Error: crash", undefined]);
});

Deno.test("a bug in a worker comes with its stack and costs no other call", async () => {
  using tree = new ScratchTree();
  await using scratch = new ScratchEngine(tree, { spawn: misbehaving("query") });
  for (let n = 0; n < 2; n++) {
    await assert.rejects(scratch.engine.status(CALL), {
      name: "Error",
      message: "bug",
      stack: "at x",
    });
  }
});

Deno.test("the host ends calls that the worker never answers", async (t) => {
  using tree = new ScratchTree();
  await using scratch = new ScratchEngine(tree, { spawn: misbehaving("query") });
  const walk = (call: typeof CALL & { deadlineMs?: number }): Promise<unknown> =>
    scratch.engine.walk({ scope: SCOPE, slice: SLICE }, call);
  await t.step(
    "at the deadline",
    () => assert.rejects(walk({ ...CALL, deadlineMs: 1 }), { code: "timeout" }),
  );
  await t.step(
    "when cancelled",
    () => assert.rejects(walk({ signal: AbortSignal.timeout(1) }), { code: "cancelled" }),
  );
  await t.step(
    "when cancelled before",
    () => assert.rejects(walk({ signal: AbortSignal.abort() }), { code: "cancelled" }),
  );
});

Deno.test("a small request is answered while a heavy one runs", async () => {
  using tree = new ScratchTree({ "small.txt": "small\n" });
  for (let n = 0; n < 60; n++) tree.write(`f${n}.txt`, "a".repeat(50_000));
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  await engine.refresh(CALL);
  const order: string[] = [];
  const heavy = engine.search("text", literal("a", { shape: "count" }), CALL)
    .then(({ totalMatches }) => order.push(`heavy ${totalMatches}`));
  const small = engine.read({ ...read, path: "small.txt" }, CALL).then(() => order.push("small"));
  await Promise.all([heavy, small]);
  assert.deepEqual(order, ["small", "heavy 3000001"]);
});

Deno.test("a cancelled search leaves the worker to others", async () => {
  using tree = new ScratchTree({ "small.txt": "small\n" });
  for (let n = 0; n < 60; n++) tree.write(`f${n}.txt`, "a".repeat(50_000));
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  await engine.refresh(CALL);
  const abort = new AbortController();
  const heavy = engine.search("text", literal("a"), { signal: abort.signal });
  await engine.read({ ...read, path: "small.txt" }, CALL);
  abort.abort();
  await assert.rejects(heavy, { code: "cancelled" });
  assert.deepEqual(await scratch.find("small"), ["small.txt"]);
});

Deno.test("an ended build leaves the store as it was", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 300; n++) tree.write(`f${n}.ts`, "function f() {}\n".repeat(50));
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  const abort = new AbortController();
  const progress = (): void => abort.abort();
  await assert.rejects(engine.refresh({ signal: abort.signal, progress }), { code: "cancelled" });
  assert.deepEqual(await engine.status(CALL), { state: "missing" });
  assert.equal((await engine.refresh(CALL)).status.files, 300);
});

Deno.test("a closed engine answers nothing", async () => {
  using tree = new ScratchTree();
  await using scratch = new ScratchEngine(tree);
  const pending = assert.rejects(scratch.engine.refresh(CALL), { code: "cancelled" });
  await scratch.engine.close();
  await pending;
  await assert.rejects(scratch.engine.status(CALL), { code: "cancelled" });
  await assert.rejects(scratch.engine.refresh(CALL), { code: "cancelled" });
});

Deno.test("ignore rules outside the root are looked at anew", async () => {
  using tree = new ScratchTree({ "a.txt": "a\n", "b.txt": "b\n" });
  const ignores = { prefix: "", exclude: undefined as string | undefined, parents: [] };
  await using scratch = new ScratchEngine(tree, { outerIgnores: () => ({ ...ignores }) });
  const list = async (): Promise<string[]> => {
    const { rows } = await scratch.engine.walk({ scope: SCOPE, slice: SLICE }, CALL);
    return rows.map(({ path }) => path);
  };
  assert.deepEqual(await list(), ["a.txt", "b.txt"]);
  ignores.exclude = "b.txt\n";
  assert.deepEqual(await list(), ["a.txt"]);
});

Deno.test("a builder that is kept goes on from what is stored, whoever stored it", async (t) => {
  using tree = new ScratchTree({ "a.ts": "needle\n", "b.ts": "" });
  const spawned: boolean[] = [];
  const spawn: Spawn = (access) => {
    spawned.push(access.mayWrite);
    return spawnWorker(access);
  };
  await using scratch = new ScratchEngine(tree, { spawn });
  await scratch.engine.refresh(CALL);
  await t.step("one builder makes two builds", async () => {
    tree.write("b.ts", "needle in b\n");
    const second = await scratch.engine.refresh(CALL);
    assert.deepEqual([second.reparsed, second.reused], [1, 1]);
    assert.deepEqual(await scratch.find("needle"), ["a.ts", "b.ts"]);
    assert.deepEqual(spawned.filter((mayWrite) => mayWrite), [true]);
  });
  await t.step("another process stores an index in between", async () => {
    tree.write("c.ts", "needle in c\n");
    await using other = new ScratchEngine(tree);
    await other.engine.refresh(CALL);
    assert.deepEqual(await scratch.find("needle"), ["a.ts", "b.ts", "c.ts"]);
    const third = await scratch.engine.refresh(CALL);
    assert.deepEqual([third.reparsed, third.reused], [0, 3]);
  });
  await t.step("the stored index was damaged in between", async () => {
    const { engine } = scratch;
    const current = (await Deno.readTextFile(tree.at(".frigg/CURRENT"))).trim();
    await Deno.writeTextFile(tree.at(`.frigg/${current}/symbols`), "damage");
    tree.write("d.ts", "needle in d\n");
    await using other = new ScratchEngine(tree);
    assert.equal((await other.engine.status(CALL)).state, "error");
    await engine.refresh(CALL);
    assert.equal((await other.engine.status(CALL)).state, "ready");
    assert.deepEqual(await other.find("needle"), ["a.ts", "b.ts", "c.ts", "d.ts"]);
  });
});

Deno.test("queries see a snapshot before it is stored, and the end waits until it is", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  const scratch = new ScratchEngine(tree);
  await scratch.engine.refresh(CALL, { unstored: true });
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
  await scratch.engine.close();
  await using later = new ScratchEngine(tree);
  assert.deepEqual(await later.find("needle"), ["a.ts"]);
});
