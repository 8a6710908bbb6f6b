import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { gzip, listAssets, packAssets } from "../../scripts/pack_assets.ts";

Deno.test("gzip() writes neither time nor operating system", () => {
  const [id1, id2, method, flags, t1, t2, t3, t4, , system] = gzip(new Uint8Array(1000));
  assert.deepEqual([id1, id2, method, flags], [0x1f, 0x8b, 8, 0]);
  assert.deepEqual([t1, t2, t3, t4, system], [0, 0, 0, 0, 255]);
});

Deno.test("gzip() keeps every byte", () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) % 251);
  assert.deepEqual(new Uint8Array(gunzipSync(gzip(bytes))), bytes);
});

Deno.test("listAssets() is sorted by name, and no name is a module's", () => {
  const names = listAssets().map(({ embedded }) => embedded);
  assert.deepEqual(names, names.toSorted());
  assert.equal(new Set(names).size, names.length);
  for (const name of ["tree_sitter_core", "typescript", "tsx", "go"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of names) assert.match(name, /^[a-z0-9_]+$/);
});

Deno.test("packAssets() writes each asset once, the same bytes each time", async () => {
  const folders = [await Deno.makeTempDir(), await Deno.makeTempDir()] as const;
  try {
    await Promise.all(folders.map(packAssets));
    for (const { embedded } of listAssets()) {
      const [one, other] = await Promise.all(
        folders.map((at) => Deno.readFile(`${at}/${embedded}.bin`)),
      );
      assert.ok(one !== undefined && other !== undefined);
      assert.deepEqual(one, other);
    }
  } finally {
    await Promise.all(folders.map((at) => Deno.remove(at, { recursive: true })));
  }
});
