/** What is in scope, under which name, and once (cases.md §2). */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { JsonObject } from "../../src/contract/json.ts";
import { checkout, frigg } from "../e2e/frigg.ts";
import { connect } from "../support/client.ts";
import { asList, list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

function paths(answer: JsonObject, rows: string): string[] {
  return list(answer, rows).map((row) => text(row, "path"));
}

Deno.test("a link to an ancestor is not walked (cases.md 2.1)", async (t) => {
  await t.step("over MCP", async () => {
    using repo = tempRepo({ "a/f.txt": "needle\n", "a/b/g.txt": "" });
    await Deno.symlink("../..", `${repo.root}/a/b/loop`);
    await using connection = await connect([repo.root]);
    const listed = await connection.call("list_files");
    assert.deepEqual(paths(listed, "files"), ["a/b/g.txt", "a/f.txt"]);
    const found = await connection.call("search_text", { query: "needle" });
    assert.deepEqual(paths(found, "matches"), ["a/f.txt"]);
    for (const answer of [listed, found]) {
      assert.equal(object(answer, "completeness")["complete"], true);
    }
  });
  await t.step("on the command line", async () => {
    using repo = checkout({ "a/f.txt": "needle\n", "a/b/g.txt": "" });
    await Deno.symlink("../..", `${repo.root}/a/b/loop`);
    const { code, stdout } = await frigg(["index"], { cwd: repo.root });
    assert.equal(code, 0);
    assert.match(stdout, /: 2 files,/);
  });
});

Deno.test("ignore files count at every level, and above the root up to git's (cases.md 2.2)", async (t) => {
  using repo = checkout({
    ".gitignore": "*.log\n",
    "web/.gitignore": ".output\n",
    "web/.output/x.txt": "needle\n",
    "web/x.txt": "needle\n",
    "web/x.log": "needle\n",
  });
  const hidden = { include_hidden: true };
  const cases = [
    { name: "the git root", root: repo.root, found: ["web/x.txt"], files: 3 },
    { name: "a folder below it", root: `${repo.root}/web`, found: ["x.txt"], files: 2 },
  ];
  for (const { name, root, found, files } of cases) {
    await t.step(name, async () => {
      await using connection = await connect([root]);
      const answer = await connection.call("search_text", { query: "needle", ...hidden });
      assert.deepEqual(paths(answer, "matches"), found);
      assert.equal((await connection.call("list_files", hidden))["total_files"], files);
    });
  }
});

Deno.test("a root that is ignored from above proves nothing by having no files", async (t) => {
  using repo = checkout({
    ".gitignore": "build/\n",
    "build/a.ts": "export function needle() {}\n",
    "src/a.ts": "export function needle() {}\n",
  });
  const root = `${repo.root}/build`;
  await using connection = await connect([root]);
  const requests: readonly { tool: string; args: JsonObject }[] = [
    { tool: "list_files", args: {} },
    { tool: "list_files", args: { glob: "*.ts" } },
    { tool: "search_text", args: { query: "needle" } },
    { tool: "search_text", args: { query: "needle", count_only: true } },
    { tool: "search_symbol", args: { query: "needle" } },
    { tool: "search_hybrid", args: { query: "needle" } },
    { tool: "search_structural", args: { query: "(identifier) @id", language: "ts" } },
  ];
  for (const { tool, args } of requests) {
    await t.step(`${tool} ${JSON.stringify(args)}`, async () => {
      const answer = await connection.call(tool, args);
      const envelope = object(answer, "completeness");
      assert.deepEqual(pick(envelope, "returned", "total", "complete"), [0, undefined, false]);
      assert(asList(envelope["incomplete_reasons"]).includes("walk_failure"));
      assert.deepEqual(pick(answer, "error_code", "zero_hit_reason"), ["QUERY_MISS", "query_miss"]);
      assert.match(text(answer, "message"), /ignores the whole workspace root/);
      assert.deepEqual(object(answer, "scope")["excluded_by_policy"], ["workspace_root_ignored"]);
      assert.equal(answer["next_actions"], undefined);
    });
  }
  await t.step("single files can still be read and outlined", async () => {
    assert.equal((await connection.text("read_file", { path: "a.ts" })).length, 1);
    const outline = await connection.call("document_symbols", { path: "a.ts" });
    assert.equal(object(outline, "completeness")["complete"], true);
  });
  await t.step("the repository around it finds what it has", async () => {
    await using whole = await connect([repo.root]);
    const answer = await whole.call("search_text", { query: "needle" });
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [1, true]);
    assert.equal(answer["scope"], undefined);
  });
  await t.step("index says it on stderr", async () => {
    const { code, stdout, stderr } = await frigg(["index", "--workspace-root", root]);
    assert.equal(code, 0);
    assert.match(stdout, /: 0 files/);
    assert.match(stderr, /ignores the whole workspace root/);
  });
});

Deno.test("a name that looks like a pattern is a name (cases.md 2.3)", async (t) => {
  using repo = tempRepo({
    "a[1]***/f.ts": "needle\n",
    "a1/f.ts": "thread\n",
    "src/a.ts": "thread\n",
    "src/x/y.ts": "thread\n",
  });
  await using connection = await connect([repo.root]);
  await t.step("listed, found and read as it is", async () => {
    const path = "a[1]***/f.ts";
    assert(paths(await connection.call("list_files"), "files").includes(path));
    const found = await connection.call("search_text", { query: "needle" });
    assert.deepEqual(paths(found, "matches"), [path]);
    const hit = { result_handle: text(found, "result_handle"), match_id: "search:m1" };
    assert.deepEqual(await connection.text("read_match", hit), ["needle\n"]);
    assert.deepEqual(await connection.text("read_file", { path }), ["needle\n"]);
  });
  const globs = [
    { glob: "src/*.ts", want: ["src/a.ts"] },
    { glob: "src/**/*.ts", want: ["src/a.ts", "src/x/y.ts"] },
  ];
  for (const { glob, want } of globs) {
    await t.step(glob, async () => {
      assert.deepEqual(paths(await connection.call("list_files", { glob }), "files"), want);
      const found = await connection.call("search_text", { query: "thread", glob });
      assert.deepEqual(paths(found, "matches"), want);
    });
  }
});

Deno.test("one repository under several names is one repository (cases.md 2.4)", async () => {
  using repo = tempRepo({ "f.txt": "needle\n" });
  const parent = dirname(repo.root);
  await Deno.symlink("repo", `${parent}/link`);
  await using connection = await connect([repo.root]);
  const adopted: JsonObject[] = [];
  for (const path of [repo.root, `${parent}/link`, `${repo.root}/../repo/`]) {
    const args = { path, resolve_mode: "direct" };
    const answer = await connection.call("workspace", args);
    assert.equal(answer["repositories"], undefined, `${path} is a second repository`);
    adopted.push(object(answer, "repository"));
  }
  const ids = adopted.map(({ repository_id }) => repository_id);
  assert.equal(new Set(ids).size, 1);
  assert(adopted.every(({ root_path }) => root_path === repo.root));

  const found = await connection.call("search_text", { query: "needle" });
  assert.deepEqual(paths(found, "matches"), ["f.txt"]);
  const hit = { result_handle: text(found, "result_handle"), match_id: "search:m1" };
  assert.deepEqual(await connection.text("read_match", hit), ["needle\n"]);
  const other = { path: `${parent}/link/f.txt` };
  assert.deepEqual(await connection.text("read_file", other), ["needle\n"]);
  const store = await Array.fromAsync(Deno.readDir(`${repo.root}/.frigg`));
  assert.equal(store.filter(({ isDirectory }) => isDirectory).length, 1);
});

Deno.test("a filter in one Unicode form finds names in both (cases.md 2.5)", async (t) => {
  const composed = "\u00e9.ts";
  const decomposed = "e\u0301.ts";
  using repo = tempRepo({ [composed]: "needle x\n", [decomposed]: "needle y\n" });
  await using connection = await connect([repo.root]);
  // Rows stand in the byte order of the stored names.
  const both = [decomposed, composed];
  const filters = [
    { path_regex: "^\u00e9\\.ts$" },
    { path_regex: "^e\u0301\\.ts$" },
    { glob: composed },
    { glob: decomposed },
  ];
  for (const filter of filters) {
    await t.step(JSON.stringify(filter), async () => {
      assert.deepEqual(paths(await connection.call("list_files", filter), "files"), both);
      const found = await connection.call("search_text", { query: "needle", ...filter });
      assert.deepEqual(paths(found, "matches"), both);
    });
  }
  await t.step("a stored name reads its own file", async () => {
    const read = (path: string): Promise<string[]> => connection.text("read_file", { path });
    assert.deepEqual(await read(composed), ["needle x\n"]);
    assert.deepEqual(await read(decomposed), ["needle y\n"]);
  });
});
