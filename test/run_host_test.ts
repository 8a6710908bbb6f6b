import assert from "node:assert/strict";
import type { Trace } from "../src/contract/playbook.ts";
import type { CallOptions } from "../src/contract/tool.ts";
import { parsePlaybookValue } from "../src/playbook/load.ts";
import { runPlaybook } from "../src/playbook/run.ts";
import { connect } from "./support/client.ts";
import { object } from "./support/json.ts";
import { tempRepo } from "./support/repo.ts";

const FILES = {
  "src/a.ts": "export function needle(): void {}\n",
  "b.txt": "needle\n",
  "c.txt": "é needle\r\n",
};
const PLAYBOOK = {
  playbook_id: "everything",
  steps: [
    { step_id: "where", tool_name: "workspace" },
    { step_id: "files", tool_name: "list_files", params: { limit: 2 } },
    { step_id: "text", tool_name: "search_text", params: { query: "needle", limit: 2 } },
    {
      step_id: "more",
      tool_name: "search_text",
      params: {
        query: "needle",
        limit: 2,
        continuation: "${steps.text.completeness.continuation}",
      },
    },
    { step_id: "symbol", tool_name: "search_symbol", params: { query: "needle" } },
    {
      step_id: "proof",
      tool_name: "read_match",
      params: { result_handle: "${steps.text.result_handle}", match_id: "search:m1" },
    },
    { step_id: "outline", tool_name: "document_symbols", params: { path: "src/a.ts" } },
    { step_id: "none", tool_name: "search_text", params: { query: "nowhere" } },
    { step_id: "gone", tool_name: "read_file", params: { path: "no.txt" } },
  ],
};

const OPTIONS: CallOptions = { signal: new AbortController().signal };

async function traceIn(folder: string): Promise<Trace> {
  using repo = tempRepo(FILES, folder);
  await using connection = await connect([repo.root]);
  const host = connection.app.playbookHost();
  const loaded = parsePlaybookValue(PLAYBOOK, { surface: host.surface, allowWorkspace: false });
  return await runPlaybook(loaded, {}, host, OPTIONS);
}

Deno.test("one tree gives one trace, whatever its folder and its times are", async () => {
  const first = await traceIn("shop");
  const second = await traceIn("a-copy-with-a-much-longer-name");
  assert.deepEqual(second.steps, first.steps);
  assert.equal(second.digest, first.digest);
  const [one] = first.header.repositories;
  const [two] = second.header.repositories;
  assert.deepEqual({ ...two, name: "" }, { ...one, name: "" });
  assert.deepEqual([one?.alias, one?.name, one?.files, one?.vcs], ["repo-001", "shop", 3, null]);
  const outcomes = first.steps.map(({ outcome }) =>
    outcome.status === "ok" ? "ok" : outcome.error_code
  );
  assert.deepEqual(outcomes, [...Array(8).fill("ok"), "resource_not_found"]);
});

Deno.test("a run sees the tree as it is when it begins, and tells what changed since", async (t) => {
  using repo = tempRepo(FILES);
  using other = tempRepo({ "d.txt": "needle\n" }, "other");
  await using connection = await connect([repo.root]);
  const host = connection.app.playbookHost();
  repo.write("new.txt", "needle\n");
  const run = await host.open(OPTIONS);

  await t.step("an edit before the run is in its snapshot", async () => {
    const outcome = await run.dispatch("search_text", { query: "needle" }, OPTIONS);
    assert(outcome.status === "ok");
    assert.equal(object(outcome.response, "completeness")["total"], 4);
    assert.deepEqual(await run.changedSince(), []);
  });
  await t.step("a step may adopt another repository", async () => {
    await run.dispatch("workspace", { path: other.root, resolve_mode: "direct" }, OPTIONS);
    assert.deepEqual(run.repositories().map(({ alias, root }) => [alias, root]), [
      ["repo-001", repo.root],
      ["repo-002", other.root],
    ]);
  });
  await t.step("an edit during the run is named", async () => {
    repo.write("b.txt", "changed\n");
    other.remove("d.txt");
    assert.deepEqual(await run.changedSince(), ["repo-001:b.txt", "repo-002:d.txt"]);
  });
  await t.step("and not hidden by somebody's refresh", async () => {
    const [{ id } = { id: "" }] = run.repositories();
    await connection.app.workspace.find(id)?.engine.refresh(OPTIONS);
    assert.deepEqual(await run.changedSince(), ["repo-001:*", "repo-002:d.txt"]);
  });
  await run.close();
});

Deno.test("a run that met a changed tree tells so, even if the tree is as it was again", async () => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const run = await connection.app.playbookHost().open(OPTIONS);
  repo.write("b.txt", "changed\n");
  const outcome = await run.dispatch("search_text", { query: "nowhere" }, OPTIONS);
  assert(outcome.status === "ok");
  assert.deepEqual(object(outcome.response, "index")["changed_paths_since_snapshot"], ["b.txt"]);
  repo.write("b.txt", FILES["b.txt"]);
  assert.deepEqual(await run.changedSince(), ["repo-001:*"]);
  await run.close();
});

Deno.test("a run over a caller's repositories keeps their order", async () => {
  using repo = tempRepo(FILES);
  using other = tempRepo({ "d.txt": "needle\n" }, "other");
  await using connection = await connect([repo.root, other.root]);
  const { app } = connection;
  const listed = await connection.call("list_files", { repository_id: "repo-002" });
  const id = String(object(listed, "scope")["repository_id"]);
  const run = await app.playbookHost([id]).open(OPTIONS);
  assert.deepEqual(run.repositories().map(({ root }) => root), [other.root]);
  await run.close();
});
