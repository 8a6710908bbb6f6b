import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import { joinPath } from "../../src/platform/os_paths.ts";
import { stateFolder } from "../../src/platform/state_folder.ts";
import { LATE_SECTION_NAMES, SECTION_NAMES } from "../../src/snapshot/sections.ts";
import { type Saved, SnapshotStore } from "../../src/snapshot/store.ts";
import { build, ScratchTree } from "./scratch_tree.ts";

const FILES = { "a.py": "def one def two", "b.txt": "needle", "c.bin": Uint8Array.of(0, 1) };

function storeOf(tree: ScratchTree, engine = "1.0.0"): SnapshotStore {
  return new SnapshotStore(stateFolder(tree.at(".frigg")), engine);
}

async function saveNow(tree: ScratchTree, store: SnapshotStore): Promise<Saved> {
  assert.equal(stateFolder(tree.at(".frigg")).prepare(), undefined);
  const { sections, fingerprint } = await build(tree, { startedMs: 1 });
  return await store.locked(() => Promise.resolve(store.save(sections, fingerprint)));
}

function nameOf(saved: Saved): string {
  assert.equal(saved.kind, "stored");
  return saved.name;
}

function foldersOf(tree: ScratchTree): string[] {
  return stateFolder(tree.at(".frigg")).folders();
}

/** The refusal of a load, which must be one of the two that clients know. */
function refusalOf(store: SnapshotStore): ToolError {
  try {
    store.load();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error("load() accepted the store");
}

function assertCorrupt(store: SnapshotStore, tree: ScratchTree, what: string): void {
  const { code, data } = refusalOf(store);
  assert.deepEqual(
    [code, data["error_class"], data["db_path"]],
    ["internal", "storage_corrupt", tree.at(".frigg")],
    what,
  );
  assert.match(`${data["correction_hint"]}`, /`frigg index`/);
}

Deno.test("load() gives what save() stored", async () => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  assert.equal(store.currentName(), undefined);
  assert.equal(store.load(), undefined);
  const name = nameOf(await saveNow(tree, store));
  assert.equal(store.currentName(), name);
  const loaded = store.load();
  assert.deepEqual(loaded?.snapshot.files.map(({ path }) => path), ["a.py", "b.txt", "c.bin"]);
  const { sections } = await build(tree, { startedMs: 1 });
  const unpacked = new Map(SECTION_NAMES.map((section) => [section, sections.get(section)]));
  assert.deepEqual(loaded?.sections, unpacked);
  assert.equal(loaded?.snapshot.ranking.chunks.index.documents, 2);
});

Deno.test("save() keeps the current snapshot and its predecessor", async () => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  const names: string[] = [];
  for (const content of ["1", "2", "3"]) {
    tree.write("b.txt", content);
    names.push(nameOf(await saveNow(tree, store)));
  }
  assert.deepEqual(foldersOf(tree), names.slice(1).sort());
  assert.deepEqual(names.map((name) => name.slice(-2)), ["-1", "-2", "-3"]);
  assert.equal(store.currentName(), names[2]);
});

Deno.test("a reader notices a store that was deleted and made anew", async () => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  const first = nameOf(await saveNow(tree, store));
  tree.write("b.txt", "other");
  await Deno.remove(tree.at(".frigg"), { recursive: true });
  assert.equal(store.currentName(), undefined);
  const second = nameOf(await saveNow(tree, store));
  assert.notEqual(second, first);
  assert.equal(store.currentName(), second);
});

Deno.test("load() goes on with the new snapshot if the old one is removed while it reads", async () => {
  using tree = new ScratchTree(FILES);
  const folder = stateFolder(tree.at(".frigg"));
  const first = nameOf(await saveNow(tree, storeOf(tree)));
  tree.write("b.txt", "other");
  const second = nameOf(await saveNow(tree, storeOf(tree)));
  await Deno.remove(tree.at(`.frigg/${first}`), { recursive: true });
  let reads = 0;
  const racing = new SnapshotStore({
    ...folder,
    read: (...names: string[]) =>
      names[0] === "CURRENT" && reads++ === 0
        ? Uint8Array.from(new TextEncoder().encode(`${first}\n`))
        : folder.read(...names),
  }, "1.0.0");
  assert.equal(racing.load()?.name, second);
});

Deno.test("load() refuses another version with both names", async () => {
  using tree = new ScratchTree(FILES);
  await saveNow(tree, storeOf(tree));
  const { code, data } = refusalOf(storeOf(tree, "2.0.0"));
  assert.equal(code, "storage_schema_incompatible");
  assert.deepEqual(data, {
    found_version: "2/1.0.0",
    expected_version: "2/2.0.0",
    db_path: tree.at(".frigg"),
  });
});

Deno.test("load() refuses every damaged section", async (t) => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  const name = nameOf(await saveNow(tree, store));
  for (const section of [...SECTION_NAMES, ...LATE_SECTION_NAMES]) {
    const path = tree.at(joinPath(".frigg", name, section));
    const good = await Deno.readFile(path);
    await t.step(`${section}: flipped bytes`, () => {
      for (let at = 0; at < good.length; at += 7) {
        const bad = good.slice();
        bad[at] = (bad[at] ?? 0) ^ 0x41;
        Deno.writeFileSync(path, bad);
        assertCorrupt(store, tree, `byte ${at}`);
      }
    });
    await t.step(`${section}: truncated`, () => {
      for (let length = 0; length < good.length; length += 13) {
        Deno.writeFileSync(path, good.subarray(0, length));
        assertCorrupt(store, tree, `length ${length}`);
      }
    });
    await t.step(`${section}: missing, foreign or a link`, () => {
      Deno.removeSync(path);
      assertCorrupt(store, tree, "missing");
      Deno.symlinkSync(tree.at("b.txt"), path);
      assertCorrupt(store, tree, "link");
      Deno.removeSync(path);
      Deno.writeTextFileSync(path, "SQLite format 3\0");
      assertCorrupt(store, tree, "foreign");
    });
    await Deno.writeFile(path, good);
  }
  assert.equal(store.load()?.name, name);
});

Deno.test("load() refuses sections of different snapshots", async () => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  const first = nameOf(await saveNow(tree, store));
  tree.write("b.txt", "other");
  const second = nameOf(await saveNow(tree, store));
  await Deno.copyFile(tree.at(`.frigg/${first}/trigrams`), tree.at(`.frigg/${second}/trigrams`));
  assertCorrupt(store, tree, "mixed");
});

Deno.test("load() refuses a damaged CURRENT", async (t) => {
  using tree = new ScratchTree(FILES);
  const store = storeOf(tree);
  const name = nameOf(await saveNow(tree, store));
  const rows = ["", "\n", name, `${name}\n\n`, "../../etc\n", `${name}/..\n`, "snap-0123-1\n"];
  for (const text of rows) {
    await t.step(JSON.stringify(text), () => {
      Deno.writeTextFileSync(tree.at(".frigg/CURRENT"), text);
      assertCorrupt(store, tree, text);
    });
  }
  await t.step("and a build mends it", async () => {
    const mended = nameOf(await saveNow(tree, store));
    assert.equal(store.load()?.name, mended);
  });
});

Deno.test("a state folder that is no plain folder is refused", () => {
  using tree = new ScratchTree(FILES);
  Deno.mkdirSync(tree.at("elsewhere"));
  Deno.symlinkSync("elsewhere", tree.at(".frigg"));
  assert.equal(refusalOf(storeOf(tree)).code, "unavailable");
  assert.match(stateFolder(tree.at(".frigg")).prepare() ?? "", /not a plain folder/);
  assert.deepEqual([...Deno.readDirSync(tree.at("elsewhere"))], []);
});

Deno.test("save() says why the disk refuses", async () => {
  using tree = new ScratchTree(FILES);
  const { sections, fingerprint } = await build(tree);
  const folder = stateFolder(tree.at(".frigg"));
  folder.prepare();
  const full = new SnapshotStore({
    ...folder,
    writeFolder: () => {
      throw new Deno.errors.WriteZero("disk is full");
    },
  }, "1.0.0");
  assert.deepEqual(full.save(sections, fingerprint), {
    kind: "unusable",
    reason: `Cannot write to "${tree.at(".frigg")}": disk is full`,
  });
  assert.equal(storeOf(tree).load(), undefined);
});
