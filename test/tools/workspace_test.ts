import assert from "node:assert/strict";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

Deno.test("workspace reports what can be trusted", async (t) => {
  using repo = tempRepo({ "a.ts": "export const a = 1;\n" });
  await using connection = await connect([repo.root]);

  await t.step("a clean snapshot", async () => {
    const answer = await connection.call("workspace");
    const repository = object(answer, "repository");
    assert.deepEqual(pick(repository, "display_name", "root_path"), ["repo", repo.root]);
    assert.deepEqual(object(repository, "session"), { adopted: true, active_session_count: 1 });
    assert.deepEqual(pick(object(repository, "storage"), "exists", "initialized", "index_state"), [
      true,
      true,
      "ready",
    ]);
    assert.equal(object(object(repository, "health"), "lexical")["state"], "ready");
    assert.deepEqual(
      pick(answer, "session_default", "recommended_action", "gate_hint", "lexical_ready"),
      [true, "ready", undefined, true],
    );
    const freshness = object(answer, "freshness");
    assert.equal(freshness["dirty_scope"], "clean");
    assert.equal(object(freshness, "post_edit")["strategy"], "use_snapshot");
    const names = connection.app.surface.tools.map(({ name }) => name);
    assert.deepEqual(list(freshness, "tool_capabilities").map((row) => row["tool_name"]), names);
  });
  await t.step("an edit is named until the index is refreshed", async () => {
    repo.write("a.ts", "export const b = 2;\n");
    const answer = await connection.call("workspace");
    assert.deepEqual(answer["changed_paths_since_snapshot"], ["a.ts"]);
    assert.equal(answer["recommended_action"], "use_live_disk_for_touched_files");
    assert.deepEqual(answer["fresh_enough_for"], [
      "inspect_syntax_tree",
      "list_files",
      "read_file",
    ]);
    const search = await connection.call("search_text", { query: "export const a" });
    assert.deepEqual(pick(search, "error_code", "zero_hit_reason"), [
      "INDEX_STALE_POSSIBLE",
      "index_stale_possible",
    ]);
    assert.deepEqual(object(search, "index")["changed_paths_since_snapshot"], ["a.ts"]);
  });
});

Deno.test("workspace adopts by path, in either resolve mode", async (t) => {
  using repo = tempRepo({ "a.txt": "a\n" });
  using other = tempRepo({ "sub/b.txt": "b\n" }, "other");
  await using connection = await connect([repo.root]);

  await t.step("git_root outside git is refused", async () => {
    const error = await connection.refused("workspace", { path: other.root });
    assert.equal(error["error_code"], "invalid_params");
  });
  await t.step("direct takes the folder, also under its older name", async () => {
    const answer = await connection.call("workspace", {
      path: `${other.root}/sub`,
      resolve_mode: "dir",
      set_default: false,
    });
    assert.equal(object(answer, "repository")["root_path"], `${other.root}/sub`);
    assert.equal(answer["session_default"], false);
    assert.deepEqual(list(answer, "repositories").map(({ root_path }) => root_path), [repo.root]);
  });
  await t.step("the default stays, until it is set", async () => {
    const status = await connection.call("workspace");
    assert.equal(object(status, "repository")["root_path"], repo.root);
    const made = await connection.call("workspace", { repository_id: "repo-002" });
    assert.equal(made["session_default"], true);
    assert.equal(object(made, "repository")["root_path"], `${other.root}/sub`);
  });
  await t.step("one repository under two spellings is one", async () => {
    const answer = await connection.call("workspace", {
      path: `${other.root}/sub/../sub/`,
      resolve_mode: "direct",
    });
    assert.equal(list(answer, "repositories").length, 1);
  });
});
