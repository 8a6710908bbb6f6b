/** What the program makes of a store of another version, and of a state folder that it cannot use. */
import assert from "node:assert/strict";
import { SCHEMA_VERSION } from "../../src/snapshot/codec.ts";
import { checkout, frigg } from "./frigg.ts";
import { setSchema } from "./index_version.ts";

const CALL = ["call", "search_text", '{"query":"needle"}'];

Deno.test("an index of another version is refused with both versions, and built anew by index", async (t) => {
  for (const schema of [SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]) {
    await t.step(`schema ${schema}`, async () => {
      using repo = checkout({ "a.txt": "needle\n" });
      const at = { cwd: repo.root };
      await frigg(["index"], at);
      await setSchema(repo, schema);
      const { code, stdout } = await frigg(CALL, at);
      const { error } = JSON.parse(stdout);
      assert.equal(code, 1);
      assert.equal(error.data.error_code, "storage_schema_incompatible");
      assert.match(error.data.found_version, new RegExp(`^${schema}/`));
      assert.match(error.data.expected_version, new RegExp(`^${SCHEMA_VERSION}/`));
      assert.equal(error.data.db_path, `${repo.root}/.frigg`);
      await frigg(["index"], at);
      assert.equal(JSON.parse((await frigg(CALL, at)).stdout).total_matches, 1);
    });
  }
});

Deno.test("a state folder holds one folder a repository, from flag or environment", async () => {
  using one = checkout({ "a.txt": "needle\n" });
  using two = checkout({ "b.txt": "needle\n" });
  using state = checkout();
  await frigg(["index", "--state-dir", `${state.root}/s`], { cwd: one.root });
  await frigg(["index"], { cwd: two.root, env: { FRIGG_STATE_DIR: `${state.root}/s` } });
  assert.equal((await Array.fromAsync(Deno.readDir(`${state.root}/s`))).length, 2);
  assert.deepEqual([one.exists(".frigg"), two.exists(".frigg")], [false, false]);
});

Deno.test("a state folder that cannot be used costs the storage, not the answers", async (t) => {
  const rows = [
    { name: "a file in its place", path: ".frigg", text: "mine" },
    { name: "a folder in the lock's place", path: ".frigg/LOCK/x", text: "" },
  ];
  for (const { name, path, text } of rows) {
    await t.step(name, async () => {
      using repo = checkout({ "a.txt": "needle\n", [path]: text });
      const at = { cwd: repo.root };
      const built = await frigg(["index"], at);
      assert.equal(built.code, 3);
      assert.match(built.stderr, /Cannot store the index.*--state-dir/s);
      assert.equal(JSON.parse((await frigg(CALL, at)).stdout).total_matches, 1);
      assert.equal(repo.read(path), text);
    });
  }
});
