import assert from "node:assert/strict";
import { openSnapshot } from "../../../src/snapshot/opened_snapshot.ts";
import { LATE_SECTION_NAMES } from "../../../src/snapshot/sections.ts";
import { build, LIMITS, ScratchTree, snapshotOf } from "../scratch_tree.ts";

Deno.test("a snapshot ranks paths, names and contents", async (t) => {
  using tree = new ScratchTree({
    "src/token_store.py": `${"# filler\n".repeat(70)}def verifyToken\n`,
    "src/empty.py": "",
    ".hidden/secret.py": "def hiddenName",
    "logo.bin": Uint8Array.of(0),
    "deno.lock": "lockedWord",
  });
  const { ranking, files } = await snapshotOf(tree);
  const file = (position: number | undefined): string => files[position ?? -1]?.path ?? "";
  const rows = [
    { part: "files", term: "token", want: ["src/token_store.py"] },
    { part: "files", term: "secret logo empty", want: [] },
    { part: "files", term: "lock", want: ["deno.lock"] },
    { part: "symbols", term: "token", want: ["src/token_store.py"] },
    { part: "symbols", term: "hiddenName", want: [] },
    { part: "chunks", term: "verify", want: ["src/token_store.py"] },
    { part: "chunks", term: "lockedWord", want: [] },
  ] as const;
  for (const { part, term, want } of rows) {
    await t.step(`${part}: ${term}`, async () => {
      const found = await ranking[part].find({ term, limit: 9 });
      const fileOf = (document: number): number =>
        part === "chunks" ? ranking.placeOfChunk(document).file : document;
      const paths = part === "symbols"
        ? found.map(() => "src/token_store.py")
        : found.map(({ document }) => file(fileOf(document)));
      assert.deepEqual(paths, want);
    });
  }
  await t.step("a chunk knows its lines", async () => {
    const [found] = await ranking.chunks.find({ term: "verifyToken", limit: 1 });
    const { firstLine } = ranking.placeOfChunk(found?.document ?? -1);
    assert.equal(firstLine, 61);
  });
});

Deno.test("a refresh under another size limit ranks what that limit admits", async () => {
  using tree = new ScratchTree({ "a.txt": "word ".repeat(20), "b.txt": "word" });
  const small = await build(tree, { limits: { ...LIMITS, maxFileBytes: 50 } });
  const previous = openSnapshot(small.sections);
  assert.deepEqual([previous.ranking.chunkCount(0), previous.ranking.chunkCount(1)], [0, 1]);
  const refreshed = await build(tree, { previous });
  const fresh = await build(tree);
  for (const name of LATE_SECTION_NAMES) {
    assert.deepEqual(refreshed.sections.get(name), fresh.sections.get(name), name);
  }
});
