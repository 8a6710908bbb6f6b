/** What a server holds and leaves behind (cases.md §10; its memory is measured by the script `memory`). */
import assert from "node:assert/strict";
import { checkout, frigg } from "../e2e/frigg.ts";
import { list, object, text } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

// A host expects the end within a second; a loaded machine gets more, a server that stays forever fails.
const END_MS = 5_000;

Deno.test("a server ends with its host and leaves a sound index (cases.md 10.1)", async (t) => {
  const line = "export function someFunctionName(first: number): number { return first; }\n";
  const slow = { query: "(a|e|i|o|u)+x?.*[0-9]*z", pattern_type: "regex", count_only: true };
  const adopt = callMessage(1, "workspace", {});
  const search = callMessage(2, "search_text", slow);
  const cases = [
    { name: "while idle", watch: "off", first: [adopt], then: [] },
    { name: "while it watches", watch: "on", first: [adopt], then: [] },
    { name: "in the middle of a slow search", watch: "off", first: [adopt], then: [search] },
    { name: "in the middle of indexing", watch: "off", first: [], then: [adopt] },
  ];
  for (const { name, watch, first, then } of cases) {
    await t.step(name, async () => {
      using repo = checkout({ "slow.txt": line.repeat(60_000), "b.txt": "needle\n" });
      const server = new RawServer(["--workspace-root", repo.root, "--watch-mode", watch]);
      await server.send(...INITIALIZE, ...first);
      await server.answer(first.length);
      await server.send(...then);
      const { code, tookMs } = await server.end();
      assert.equal(code, 0);
      assert(tookMs < END_MS, `${tookMs} ms`);
      const found = await frigg(["search", "needle"], { cwd: repo.root });
      assert.equal(found.code, 0, found.stderr);
      assert.match(found.stdout, /b\.txt/);
    });
  }
});

Deno.test("a named root of any size is served up to the limit, and says so (cases.md 10.2)", async (t) => {
  using home = tempRepo({ "a.txt": "needle\n", "b.txt": "needle\n", "c/d.txt": "needle\n" });
  const cases = [
    { name: "the root of the disk", root: "/", limit: 20 },
    { name: "the home folder", root: home.root, limit: 2 },
  ];
  for (const { name, root, limit } of cases) {
    await t.step(name, async () => {
      const stateDir = await Deno.makeTempDir({ prefix: "frigg_state_" });
      const server = new RawServer([
        "--workspace-root",
        root,
        "--max-files",
        String(limit),
        "--state-dir",
        stateDir,
      ]);
      await server.send(...INITIALIZE, callMessage(1, "list_files", { include_hidden: true }));
      const answer = object(object(await server.answer(1), "result"), "structuredContent");
      assert.equal(answer["total_files"], limit);
      const completeness = object(answer, "completeness");
      assert.equal(completeness["complete"], false);
      assert.deepEqual(completeness["incomplete_reasons"], ["walk_failure"]);
      const cut = list(answer, "skipped").filter(({ reason }) => reason === "file_limit");
      assert.deepEqual(cut.map((row) => row["limit"]), [limit]);
      assert.notEqual(text(cut[0] ?? {}, "path"), "");
      await server.end();
      assert.match(await server.stderr, /Only the first/);
      await Deno.remove(stateDir, { recursive: true });
    });
  }
});
