import assert from "node:assert/strict";
import {
  firstShards,
  type IndexWay,
  listedBy,
  OTHER_WAY,
  USUAL_WAY,
} from "../../src/engine/other_way.ts";
import { diskFiles, type Files } from "../../src/platform/files.ts";
import type { Sections } from "../../src/snapshot/sections.ts";
import { walk } from "../../src/snapshot/walk.ts";
import { NO_IGNORES, ScratchTree } from "../snapshot/scratch_tree.ts";
import { LocalWorker } from "./support.ts";

const TREE = {
  ".gitignore": "skipped.ts\n",
  "a/one.ts": "export function one(): number {\n  return 1;\n}\n",
  "a/two.ts": "import { one } from './one.ts';\nexport const two = one() + 1;\n",
  "b.md": "# one and two\n",
  "c/d/three.py": "def three():\n    return 3\n",
  "c/.gitignore": "*.log\n",
  "c/four.log": "four\n",
  "skipped.ts": "export const skipped = 1;\n",
  "z.txt": "one two three\n",
};

function names(files: Files, folder: string): string[] {
  return (files.list(folder).value ?? []).map(({ name }) => name);
}

function walked(files: Files): string[] {
  const options = { ignores: NO_IGNORES, maxFiles: 99, tick: (): void => {} };
  return walk(files, options).files.map(({ path }) => path);
}

Deno.test("listedBy() turns the order of every folder around, and a walk does not care", () => {
  using tree = new ScratchTree(TREE);
  const usual = listedBy(USUAL_WAY, diskFiles(tree.root));
  const other = listedBy(OTHER_WAY, diskFiles(tree.root));
  for (const folder of ["", "a", "c"]) {
    assert(names(usual, folder).length > 1);
    assert.deepEqual(names(other, folder), names(usual, folder).reverse());
  }
  assert.deepEqual(walked(other), walked(usual));
  assert.notEqual(other.list("nowhere").failure, undefined);
});

Deno.test("firstShards() grows to the whole tree, and every part has the ignore files", () => {
  using tree = new ScratchTree(TREE);
  const files = diskFiles(tree.root);
  const sizes = [1, 2, 3].map((count) => {
    const part = firstShards(files, count, 3);
    assert(names(part, "").includes(".gitignore") && names(part, "c").includes(".gitignore"));
    return ["", "a", "c", "c/d"].flatMap((folder) => names(part, folder)).length;
  });
  const [first = 0, second = 0, all = 0] = sizes;
  assert(first < second && second < all, sizes.join());
  assert.equal(all, ["", "a", "c", "c/d"].flatMap((folder) => names(files, folder)).length);
});

/** An index that is built in memory, without what differs from build to build. */
async function sectionsBy(tree: ScratchTree, way: IndexWay): Promise<Map<string, Uint8Array>> {
  const worker = await LocalWorker.open(tree, { role: "builder", way });
  const { reparsed, reused } = await worker.get("refresh", { force: false });
  const { built } = worker;
  assert(built !== undefined);
  assert.equal(reparsed + reused, 7);
  // What parts left to be read by the last of them.
  assert.equal(reused > 0, way.shards > 1);
  return withoutTimes(built.sections);
}

function withoutTimes(
  sections: Sections | ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  return new Map([...sections].filter(([name]) => name !== "stats"));
}

Deno.test("every way gives the same index", async (t) => {
  using tree = new ScratchTree(TREE);
  const usual = await sectionsBy(tree, USUAL_WAY);
  const ways: readonly IndexWay[] = [
    OTHER_WAY,
    { listing: "reversed", shards: 1 },
    { listing: "system", shards: 2 },
    { listing: "system", shards: 7 },
  ];
  for (const way of ways) {
    await t.step(`${way.listing}, ${way.shards}`, async () => {
      assert.deepEqual(await sectionsBy(tree, way), usual);
    });
  }
});
