import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

Deno.test("several repositories are searched in adoption order", async (t) => {
  using first = tempRepo({ "b.ts": "export const needle = 1;\n", "c.txt": "needle\n" }, "zeta");
  using second = tempRepo({
    "a.ts": "export const needleTwo = 1;\nexport function needle(): void {}\n",
    "only.txt": "alone\n",
  }, "alpha");
  await using connection = await connect([first.root, second.root]);
  const firstId = object(await connection.call("workspace"), "repository")["repository_id"];

  await t.step("text rows", async () => {
    const answer = await connection.call("search_text", { query: "needle" });
    const ids = list(answer, "matches").map(({ repository_id }) => repository_id === firstId);
    assert.deepEqual(ids, [true, true, false, false]);
    assert.equal(object(answer, "completeness")["total"], 4);
  });
  await t.step("a page may span them, and each row comes once", async () => {
    const seen: unknown[] = [];
    let token: JsonObject = {};
    for (;;) {
      const page = await connection.call("search_text", { query: "needle", limit: 3, ...token });
      seen.push(...list(page, "matches").map((row) => pick(row, "path", "line").join(":")));
      const { continuation, total } = object(page, "completeness");
      assert.equal(total, 4);
      if (continuation === undefined) break;
      token = { continuation };
    }
    assert.deepEqual(seen, ["b.ts:1", "c.txt:1", "a.ts:1", "a.ts:2"]);
  });
  await t.step("symbols are ranked over all of them", async () => {
    const answer = await connection.call("search_symbol", { query: "needle" });
    assert.deepEqual(list(answer, "matches").map(({ symbol, path }) => `${symbol} ${path}`), [
      "needle b.ts",
      "needle a.ts",
      "needleTwo a.ts",
    ]);
  });
  await t.step("an alias or an id scopes a request, and is echoed as id", async () => {
    const byAlias = await connection.call("list_files", { repository_id: "repo-002" });
    assert.deepEqual(list(byAlias, "files").map(({ path }) => path), ["a.ts", "only.txt"]);
    const id = object(byAlias, "scope")["repository_id"] ?? "";
    const byId = await connection.call("list_files", { repository_id: id });
    assert.deepEqual(byId, byAlias);
  });
  await t.step("a zero in one of them points at the others", async () => {
    const answer = await connection.call("search_text", {
      query: "alone",
      repository_id: "repo-001",
    });
    assert.equal(answer["error_code"], "WRONG_REPOSITORY_POSSIBLE");
    assert.deepEqual(list(answer, "next_actions").map((action) => action["arguments"]), [
      { query: "alone" },
    ]);
  });
  await t.step("a path is looked up in the default repository first", async () => {
    assert.deepEqual(await connection.text("read_file", { path: "only.txt" }), ["alone\n"]);
    const [content] = await connection.text("read_file", {
      path: "a.ts",
      repository_id: "repo-002",
      start_line: 2,
    });
    assert.equal(content, "export function needle(): void {}\n");
  });
  await t.step("an unknown repository is refused", async () => {
    const error = await connection.refused("search_text", {
      query: "x",
      repository_id: "repo-009",
    });
    assert.deepEqual(pick(error, "error_code", "repository_id"), [
      "resource_not_found",
      "repo-009",
    ]);
  });
});

Deno.test("a continuation belongs to its request, its session and its snapshot", async (t) => {
  using repo = tempRepo({ "a.txt": "needle\n".repeat(5) });
  await using connection = await connect([repo.root]);
  const request = { query: "needle", limit: 2 };
  const first = await connection.call("search_text", request);
  const { continuation = "" } = object(first, "completeness");

  await t.step("spelled-out defaults are the same request", async () => {
    const page = await connection.call("search_text", {
      ...request,
      word: false,
      case_sensitive: true,
      repository_id: "repo-001",
      continuation,
    });
    assert.equal(list(page, "matches")[0]?.["line"], 3);
  });
  await t.step("another name of a value is the same request", async () => {
    repo.write("one.ts", "");
    repo.write("two.ts", "");
    const files = await connection.call("list_files", { language: "ts", limit: 1 });
    const page = await connection.call("list_files", {
      language: "typescript",
      path_class: "any",
      limit: 1,
      continuation: object(files, "completeness")["continuation"] ?? "",
    });
    assert.deepEqual(list(page, "files").map(({ path }) => path), ["two.ts"]);
  });
  const other = await connection.another();
  await other.call("workspace");
  const cases = [
    {
      name: "another query",
      who: connection,
      tool: "search_text",
      args: { query: "need", limit: 2 },
    },
    { name: "another tool", who: connection, tool: "list_files", args: {} },
    { name: "another session", who: other, tool: "search_text", args: request },
  ];
  for (const { name, who, tool, args } of cases) {
    await t.step(name, async () => {
      const error = await who.refused(tool, { ...args, continuation });
      assert.equal(error["error_code"], "CONTINUATION_SCOPE_MISMATCH");
      assert.equal(object(error, "continuation")["kind"], "scope_mismatch");
    });
  }
  await other.client.close();
  await t.step("list_files is bound to the walked list", async () => {
    const files = { include_hidden: true, limit: 1 };
    repo.write("b.txt", "x\n");
    const page = await connection.call("list_files", files);
    const { continuation: token = "" } = object(page, "completeness");
    repo.write("c.txt", "x\n");
    const error = await connection.refused("list_files", { ...files, continuation: token });
    assert.equal(error["error_code"], "STALE_CONTINUATION");
    const older = await connection.call("list_files", {
      ...files,
      resume_from: page["resume_from"] ?? "",
    });
    assert.deepEqual(list(older, "files").map(({ path }) => path), ["b.txt"]);
  });
  await t.step("both cursors are refused before anything else", async () => {
    const error = await connection.refused("list_files", { continuation: "x", resume_from: "y" });
    assert.equal(error["error_code"], "MIXED_CONTINUATION_FORMS");
  });
});

Deno.test("one tree gives the same page cuts under two folder names", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [`src/file_with_a_long_name_${index}.txt`, "x"]),
  );
  const cuts: number[] = [];
  for (const name of ["a", "a-very-long-folder-name-that-makes-the-repository-id-longer"]) {
    using repo = tempRepo(files, name);
    await using connection = await connect([repo.root]);
    const page = await connection.call("list_files");
    cuts.push(list(page, "files").length);
    assert.equal(page["total_files"], 900);
  }
  const [cut = 0] = cuts;
  assert.deepEqual(cuts, [cut, cut]);
  assert(cut > 400 && cut < 900, String(cut));
});
