import assert from "node:assert/strict";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

Deno.test("without an index workspace and the searches say the same", async (t) => {
  using repo = tempRepo({ "src/a.ts": "export function needle(): void {}\n" });
  await using connection = await connect([repo.root]);
  repo.remove(".frigg");

  await t.step("workspace", async () => {
    const answer = await connection.call("workspace");
    assert.deepEqual(
      pick(object(object(answer, "repository"), "storage"), "exists", "index_state"),
      [false, "missing_db"],
    );
    assert.deepEqual(pick(answer, "recommended_action", "lexical_ready"), ["reindex", false]);
    assert.deepEqual(answer["fresh_enough_for"], ["explore", "list_files", "read_file"]);
  });
  const reason = "backend_failure";
  const probes = [
    { id: "a", kind: "text", query: "needle" },
    { id: "b", kind: "symbol", query: "needle" },
  ];
  const requests = [
    { tool: "search_text", args: { query: "needle" }, reason },
    { tool: "search_symbol", args: { query: "needle" }, reason },
    { tool: "search_batch", args: { probes }, reason: "child_incomplete" },
    { tool: "document_symbols", args: { path: "src/a.ts" }, reason },
  ];
  for (const { tool, args, reason } of requests) {
    await t.step(tool, async () => {
      const answer = await connection.call(tool, args);
      assert.deepEqual(pick(answer, "error_code", "zero_hit_reason"), [
        "TOOL_UNAVAILABLE",
        "tool_unavailable",
      ]);
      assert.equal(object(answer, "index")["index_state"], "missing_db");
      assert.deepEqual(
        pick(object(answer, "completeness"), "complete", "total", "incomplete_reasons"),
        [false, undefined, [reason]],
      );
    });
  }
  await t.step("impact_bundle", async () => {
    const answer = await connection.call("impact_bundle", { symbol: "needle" });
    assert.deepEqual(pick(answer, "error_code", "zero_hit_reason", "target_selection"), [
      "TOOL_UNAVAILABLE",
      "tool_unavailable",
      undefined,
    ]);
    assert.deepEqual(
      pick(object(answer, "completeness"), "complete", "total", "incomplete_reasons"),
      [false, 5, ["child_incomplete"]],
    );
    assert.equal(list(answer, "sections")[0]?.["execution"], "not_run_target_unresolved");
  });
  await t.step("live tools go on", async () => {
    const files = await connection.call("list_files");
    assert.equal(files["total_files"], 1);
    assert.equal((await connection.text("read_file", { path: "src/a.ts" })).length, 1);
  });
  await t.step("an index that somebody else builds is noticed", async () => {
    await using another = await connect([repo.root]);
    assert.equal((await another.call("workspace"))["recommended_action"], "ready");
    assert.equal((await connection.call("workspace"))["recommended_action"], "ready");
    const answer = await connection.call("search_text", { query: "needle" });
    assert.equal(answer["total_matches"], 1);
  });
});

Deno.test("a search sent together with workspace waits for the first index", async () => {
  using repo = tempRepo({ "a.txt": "needle\n", "b.ts": "export function needle() {}\n" });
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(
    ...INITIALIZE,
    callMessage(1, "workspace", {}),
    callMessage(2, "search_text", { query: "needle" }),
    callMessage(3, "impact_bundle", { symbol: "needle" }),
  );
  const answer = object(object(await server.answer(2), "result"), "structuredContent");
  assert.equal(list(answer, "matches").length, 2);
  assert.equal(object(answer, "completeness")["complete"], true);
  const bundle = object(object(await server.answer(3), "result"), "structuredContent");
  assert.equal(list(bundle, "symbols").length, 1);
  await server.end();
});
