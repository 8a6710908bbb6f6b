/** Status and searches read one state, whatever happened before (case 4.4). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Repository } from "../../src/workspace/workspace.ts";
import { CALL, literal, SCOPE, SLICE } from "../engine/support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { ScratchWorkspace, SURFACE } from "./support.ts";

/** A repository and what its files hold, as the test knows them. */
interface World {
  readonly tree: ScratchTree;
  readonly scratch: ScratchWorkspace;
  readonly texts: Map<string, string>;
}

const WORDS = ["needle", "noodle"];

const ACTIONS: Readonly<Record<string, (world: World, repository: Repository) => Promise<void>>> = {
  index: async (_world, repository) => {
    await repository.engine.refresh(CALL);
  },
  prepare: async (_world, repository) => {
    await repository.prepare(CALL, 60_000);
  },
  // Of the same length each time: neither size nor a coarse clock gives an edit away.
  edit: (world) => {
    const [first, second] = WORDS;
    const text = world.texts.get("a.ts")?.includes(first ?? "") ? second : first;
    return write(world, "a.ts", `let ${text} = 1;\n`);
  },
  add: (world) => write(world, `f${world.texts.size}.ts`, "function needle() {}\n"),
  remove: async ({ tree, texts }) => {
    const [path] = texts.keys();
    if (path === undefined) return;
    texts.delete(path);
    await Deno.remove(tree.at(path));
  },
  dropStore: async ({ tree }) => {
    await Deno.remove(tree.at(".frigg"), { recursive: true }).catch(ignoreMissing);
  },
  damageStore: async ({ tree }) => {
    await Deno.writeTextFile(tree.at(".frigg/CURRENT"), "nonsense").catch(ignoreMissing);
  },
  adoptSecond: async ({ scratch, tree }) => {
    await Deno.mkdir(tree.at("other/.git"), { recursive: true });
    await scratch.adopt({ path: tree.at("other"), makeDefault: false });
  },
};

async function write({ tree, texts }: World, path: string, text: string): Promise<void> {
  texts.set(path, text);
  await Deno.writeTextFile(tree.at(path), text);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

Deno.test("status, freshness and searches never contradict each other", async () => {
  const sequences = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), {
    minLength: 3,
    maxLength: 8,
  });
  await fc.assert(fc.asyncProperty(sequences, runSequence), { numRuns: 5, endOnFailure: true });
});

async function runSequence(names: readonly string[]): Promise<void> {
  using tree = new ScratchTree();
  await using scratch = new ScratchWorkspace(tree.root);
  const world: World = { tree, scratch, texts: new Map() };
  const repository = await scratch.adopt({ path: "." });
  await write(world, "a.ts", "let needle = 1;\n");
  for (const name of ["edit", ...names]) {
    await ACTIONS[name]?.(world, repository);
    await checkAgreement(world, repository);
  }
}

async function checkAgreement({ texts }: World, repository: Repository): Promise<void> {
  const { engine } = repository;
  const status = await engine.status(CALL);
  const fresh = await repository.freshness(SURFACE, CALL);
  assert.equal(fresh.snapshot.state, status.state);
  if (status.state === "error") {
    assert.ok(status.error);
    const { code } = status.error;
    return await assert.rejects(engine.search("text", literal("needle"), CALL), { code });
  }
  const index = await repository.diagnostics(CALL);
  const text = await engine.search("text", literal("needle"), CALL);
  const symbol = await engine.search(
    "symbol",
    { query: "needle", scope: SCOPE, slice: SLICE },
    CALL,
  );
  const failed = status.state === "missing";
  for (const { coverage } of [text, symbol]) {
    assert.equal(coverage.reasons.includes("backend_failure"), failed);
    // Pages rest on the snapshot and on the bytes of the candidates that differ from it.
    const restsOnSnapshot = coverage.fingerprint === (status.fingerprint ?? "");
    assert.equal(restsOnSnapshot, coverage.changed.length === 0);
  }
  const [, row] = fresh.tool_capabilities;
  assert.equal(row?.availability === "unavailable", failed);
  if (failed) return;

  assert.equal(index.working_tree_dirty, fresh.dirty_scope !== "clean");
  assert.deepEqual(index.changed_paths_since_snapshot, fresh.changed_paths_since_snapshot);
  const changed = fresh.changed_paths_since_snapshot ?? [];
  for (const path of text.coverage.changed) assert.ok(changed.includes(path), path);
  const found = text.rows.map(({ path }) => path);
  for (const path of found) assert.match(texts.get(path) ?? "", /needle/);
  if (fresh.dirty_scope !== "clean") return;

  const holding = [...texts].filter(([, content]) => content.includes("needle"));
  assert.deepEqual(found, holding.map(([path]) => path).sort());
  assert.deepEqual(text.coverage.reasons, []);
}
