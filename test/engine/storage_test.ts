/** What a running server makes of a store that others write, damage or remove. */
import assert from "node:assert/strict";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { CALL, literal, SCOPE, ScratchEngine, SLICE, VERSION } from "./support.ts";
import { ToolError } from "../../src/contract/errors.ts";
import { encodeSection } from "../../src/snapshot/codec.ts";

Deno.test("a store that is replaced while serving is noticed (case 4.3)", async () => {
  using tree = new ScratchTree({ "a.ts": "let old = 1;\n" });
  await using server = new ScratchEngine(tree);
  await using other = new ScratchEngine(tree);
  await server.engine.refresh(CALL);
  assert.deepEqual(await server.find("old"), ["a.ts"]);
  await Deno.remove(tree.at(".frigg"), { recursive: true });
  assert.equal((await server.engine.status(CALL)).state, "missing");
  await other.engine.refresh(CALL);
  tree.write("b.ts", "let brandnew = 1;\n");
  await other.engine.refresh(CALL);
  assert.deepEqual(await server.find("brandnew"), ["b.ts"]);
});

/** The files of the stored snapshot. */
async function storedFiles(tree: ScratchTree): Promise<string[]> {
  const folders = (await Array.fromAsync(Deno.readDir(tree.at(".frigg")))).filter((entry) =>
    entry.isDirectory
  );
  const folder = `.frigg/${folders[0]?.name}`;
  const files = await Array.fromAsync(Deno.readDir(tree.at(folder)));
  return files.map(({ name }) => `${folder}/${name}`);
}

const DAMAGE = [
  { name: "cut off", harm: (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 3) },
  {
    name: "one bit",
    harm: (bytes: Uint8Array) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1),
  },
  { name: "empty", harm: () => new Uint8Array() },
];

Deno.test("a torn store is an error for searches, and live operations go on", async (t) => {
  for (const { name, harm } of DAMAGE) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.ts": "needle\n" });
      {
        await using builder = new ScratchEngine(tree);
        await builder.engine.refresh(CALL);
      }
      for (const file of await storedFiles(tree)) {
        tree.write(file, harm(await Deno.readFile(tree.at(file))));
      }
      await using scratch = new ScratchEngine(tree);
      const { engine } = scratch;
      const status = await engine.status(CALL);
      assert.deepEqual([status.state, status.error?.code, status.error?.data["error_class"]], [
        "error",
        "internal",
        "storage_corrupt",
      ]);
      await assert.rejects(engine.search("text", literal("needle"), CALL), { code: "internal" });
      await assert.rejects(engine.delta(CALL), { code: "internal" });
      assert.equal((await engine.probe("a.ts", CALL)).kind, "file");
      assert.equal((await engine.blobs(CALL)).size, 1);
      assert.equal((await engine.refresh(CALL)).status.state, "ready");
      assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
    });
  }
});

Deno.test("a ranked section that is no index is found out when it is used, and built anew", async () => {
  using tree = new ScratchTree({ "a.ts": "export const needle = 1;\n" });
  await using scratch = new ScratchEngine(tree);
  const { engine } = scratch;
  const { fingerprint = "" } = (await engine.refresh(CALL)).status;
  const file = (await storedFiles(tree)).find((path) => path.endsWith("ranked_chunks"));
  assert(file !== undefined);
  const junk = new Uint8Array(64).fill(7);
  tree.write(file, encodeSection(junk, { section: "ranked_chunks", fingerprint, engine: VERSION }));
  await using server = new ScratchEngine(tree);
  assert.deepEqual(await server.find("needle"), ["a.ts"]);
  const hybrid = {
    query: "needle",
    scope: SCOPE,
    weights: { lexical: 0.5, graph: 0.3, semantic: 0.2 },
    slice: SLICE,
  };
  await assert.rejects(server.engine.search("hybrid", hybrid, CALL), (error) => {
    assert(error instanceof ToolError);
    assert.deepEqual([error.code, error.data["error_class"]], ["internal", "storage_corrupt"]);
    return true;
  });
  assert.equal((await server.engine.status(CALL)).state, "error");
  tree.write("a.ts", "export const needle = 2;\n");
  assert.equal((await server.engine.refresh(CALL)).status.state, "ready");
  const { rows } = await server.engine.search("hybrid", hybrid, CALL);
  assert.deepEqual(rows.map(({ path }) => path), ["a.ts"]);
});

Deno.test("a store of another version is refused until it is built anew", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await using old = new ScratchEngine(tree, { version: "old" });
  await old.engine.refresh(CALL);
  await using scratch = new ScratchEngine(tree);
  assert.equal((await scratch.engine.status(CALL)).error?.code, "storage_schema_incompatible");
  await assert.rejects(scratch.find("needle"), { code: "storage_schema_incompatible" });
  await scratch.engine.refresh(CALL);
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
  await assert.rejects(old.find("needle"), { code: "storage_schema_incompatible" });
});

Deno.test("a link in the state folder's place is not followed", async () => {
  using outer = new ScratchTree();
  using tree = new ScratchTree({ "a.ts": "needle\n" });
  await Deno.symlink(outer.root, tree.at(".frigg"));
  await using scratch = new ScratchEngine(tree);
  const { storageError } = await scratch.engine.refresh(CALL);
  assert.match(storageError ?? "", /not a plain folder/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(outer.root)), []);
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
});

Deno.test("an index in memory gives way to a newer one on disk", async () => {
  using tree = new ScratchTree({ "a.ts": "needle\n", ".frigg/LOCK/x": "" });
  await using scratch = new ScratchEngine(tree);
  assert.match((await scratch.engine.refresh(CALL)).storageError ?? "", /foreign lock/);
  assert.deepEqual(await scratch.find("needle"), ["a.ts"]);
  await Deno.remove(tree.at(".frigg/LOCK"), { recursive: true });
  tree.write("b.ts", "needle\n");
  await using other = new ScratchEngine(tree);
  await other.engine.refresh(CALL);
  assert.deepEqual(await scratch.find("needle"), ["a.ts", "b.ts"]);
});

Deno.test("two processes that build at once both end with a whole index", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 100; n++) tree.write(`f${n}.ts`, `function f${n}() {}\n`);
  const script = new URL("./build_process.ts", import.meta.url).pathname;
  const args = ["run", "--quiet", "--no-check", "--allow-all", "--unstable-worker-options", script];
  const run = (): Promise<Deno.CommandOutput> =>
    new Deno.Command(Deno.execPath(), { args: [...args, tree.root, tree.at(".frigg")] }).output();
  const outputs = await Promise.all([run(), run()]);
  for (const { stdout, stderr } of outputs) {
    assert.equal(new TextDecoder().decode(stdout), "ready 100", new TextDecoder().decode(stderr));
  }
  await using scratch = new ScratchEngine(tree);
  assert.deepEqual(await scratch.find("f99"), ["f99.ts"]);
});
