import assert from "node:assert/strict";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const SHOP = `export class Cart {
  items = [];
  add(item: string): void {
    this.items.push(item);
  }
}
export function total(cart: Cart): number {
  return cart.items.length;
}
`;

/** Name and children of each symbol. */
function tree(symbols: readonly JsonObject[]): unknown[] {
  return symbols.map((symbol) => [symbol["symbol"], tree(list(symbol, "children"))]);
}

Deno.test("document_symbols shows a file as a tree", async (t) => {
  using repo = tempRepo({ "src/shop.ts": SHOP, "src/cr.rs": "fn foo() {}\rfn bar() {}\r" });
  await using connection = await connect([repo.root]);

  await t.step("all levels, ids in pre-order", async () => {
    const answer = await connection.call("document_symbols", {
      path: "src/shop.ts",
      top_level_only: false,
    });
    assert.deepEqual(tree(list(answer, "symbols")), [
      ["Cart", [["items", []], ["add", []]]],
      ["total", []],
    ]);
    const [cart = {}, total = {}] = list(answer, "symbols");
    assert.deepEqual(list(cart, "children").map((child) => child["match_id"]), [
      "symbols:m2",
      "symbols:m3",
    ]);
    assert.equal(total["match_id"], "symbols:m4");
    assert.deepEqual(pick(cart, "kind", "line", "column", "end_line", "end_column"), [
      "class",
      1,
      8,
      6,
      2,
    ]);
    assert.deepEqual(pick(answer, "total_symbols", "returned", "truncated", "top_level_only"), [
      4,
      4,
      false,
      false,
    ]);
    assert.equal(object(answer, "completeness")["complete"], true);
    assert.equal(answer["handle_scope"], "symbols");
  });
  await t.step("a link is as the file it leads to", async () => {
    await Deno.writeTextFile(`${repo.root}/notes.txt`, "class Cart {}\n");
    await Deno.symlink("notes.txt", `${repo.root}/link.ts`);
    await Deno.symlink("src/shop.ts", `${repo.root}/link`);
    const refused = await connection.refused("document_symbols", { path: "link.ts" });
    assert.equal(refused["error_code"], "invalid_params");
    const answer = await connection.call("document_symbols", { path: "link" });
    assert.deepEqual(tree(list(answer, "symbols")), [["Cart", []], ["total", []]]);
  });
  await t.step("top level only by default", async () => {
    const answer = await connection.call("document_symbols", { path: "src/shop.ts" });
    assert.deepEqual(tree(list(answer, "symbols")), [["Cart", []], ["total", []]]);
  });
  await t.step("pages are cut in pre-order", async () => {
    const request = { path: "src/shop.ts", top_level_only: false, limit: 2 };
    const first = await connection.call("document_symbols", request);
    assert.deepEqual(tree(list(first, "symbols")), [["Cart", [["items", []]]]]);
    const { continuation = "" } = object(first, "completeness");
    const second = await connection.call("document_symbols", { ...request, continuation });
    assert.deepEqual(tree(list(second, "symbols")), [["add", []], ["total", []]]);
    assert.equal(object(second, "completeness")["complete"], true);
    const older = await connection.call("document_symbols", { ...request, resume_from: 2 });
    assert.deepEqual(tree(list(older, "symbols")), [["add", []], ["total", []]]);
    assert.equal(first["resume_from"], 2);
    assert.equal(second["resume_from"], undefined);
  });
  await t.step("a lone CR ends a line", async () => {
    const answer = await connection.call("document_symbols", { path: "src/cr.rs" });
    assert.deepEqual(list(answer, "symbols").map((row) => pick(row, "symbol", "line")), [
      ["foo", 1],
      ["bar", 2],
    ]);
  });
  await t.step("full mode says where the symbols come from", async () => {
    const answer = await connection.call("document_symbols", {
      path: "src/shop.ts",
      response_mode: "full",
    });
    const metadata = object(answer, "metadata");
    assert.deepEqual(metadata, {
      source: "tree_sitter",
      language: "typescript_tsx",
      partial: false,
    });
    assert.equal(answer["note"], JSON.stringify(metadata));
  });
});

Deno.test("a target leads to its file as long as it holds", async (t) => {
  using repo = tempRepo({ "src/shop.ts": SHOP, "notes.ts": "// needle\n" });
  await using connection = await connect([repo.root]);
  const targetOf = async (tool: string, args: JsonObject): Promise<JsonObject> => {
    const answer = await connection.call(tool, args);
    return object(list(answer, "matches")[0] ?? {}, "target_ref");
  };
  const symbol = await targetOf("search_symbol", { query: "total" });
  const match = await targetOf("search_text", { query: "push" });

  await t.step("both kinds", async () => {
    assert.deepEqual(pick(symbol, "kind"), ["stable_symbol"]);
    assert.deepEqual(pick(match, "kind"), ["result_match"]);
    for (const target of [symbol, match]) {
      const answer = await connection.call("document_symbols", { target });
      assert.equal(list(answer, "symbols")[0]?.["path"], "src/shop.ts");
    }
  });
  const other = await connection.another();
  const cases: readonly { name: string; args: JsonObject; code: string }[] = [
    {
      name: "beside a path",
      args: { target: symbol, path: "src/shop.ts" },
      code: "CONFLICTING_TARGET_INPUT",
    },
    {
      name: "another scope",
      args: { target: { ...match, target_scope: "f".repeat(32) } },
      code: "TARGET_SCOPE_MISMATCH",
    },
    {
      name: "an unknown handle",
      args: { target: { ...match, result_handle: "result-x" } },
      code: "STALE_HANDLE",
    },
    {
      name: "a match of another answer",
      args: { target: { ...match, match_id: "search:m7" } },
      code: "MIXED_HANDLE",
    },
    {
      name: "another repository is asserted",
      args: { target: match, repository_id: "repo-002" },
      code: "TARGET_REPOSITORY_MISMATCH",
    },
    {
      name: "an unknown repository",
      args: { target: { ...symbol, repository_id: "shop-000000000000" } },
      code: "REPOSITORY_NOT_FOUND",
    },
    {
      name: "another snapshot",
      args: { target: { ...symbol, snapshot_token: "0".repeat(64) } },
      code: "STALE_TARGET_SNAPSHOT",
    },
    {
      name: "an unknown symbol",
      args: { target: { ...symbol, stable_symbol_id: `sym-${"0".repeat(32)}` } },
      code: "TARGET_NOT_FOUND",
    },
  ];
  for (const { name, args, code } of cases) {
    await t.step(name, async () => {
      const error = await connection.refused("document_symbols", args);
      assert.deepEqual(pick(error, "error_code", "retryable", "next_actions", "suggested_next"), [
        code,
        false,
        [],
        [],
      ]);
      assert.deepEqual(error["related_tools"], ["search_symbol", "search_text"]);
    });
  }
  await t.step("an alias is a repository's name too", async () => {
    const answer = await connection.call("document_symbols", {
      target: match,
      repository_id: "repo-001",
    });
    assert.equal(answer["returned"], 2);
  });
  await t.step("another session cannot use it", async () => {
    const error = await other.refused("document_symbols", { target: match });
    assert.equal(error["error_code"], "TARGET_SCOPE_MISMATCH");
    await other.client.close();
  });
  await t.step("not after its source changed", async () => {
    repo.write("src/shop.ts", SHOP.replace("length", "size"));
    const error = await connection.refused("document_symbols", { target: match });
    assert.equal(error["error_code"], "STALE_PROOF_ANCHOR");
    assert(!JSON.stringify(error).includes("Cart"));
  });
  await t.step("rows of a changed file are bound to their source", async () => {
    const answer = await connection.call("document_symbols", { path: "src/shop.ts" });
    const [row = {}] = list(answer, "symbols");
    const target = object(row, "target_ref");
    assert(isJsonObject(target));
    assert.equal(target["kind"], "result_match");
    const again = await connection.call("document_symbols", { target });
    assert.equal(again["returned"], 2);
  });
});

Deno.test("document_symbols offers structural requests that find the symbol and its like", async () => {
  using repo = tempRepo({
    "a.ts": "export class Cart {\n  add(): void {}\n}\nexport const limit = 1;\n",
  });
  await using connection = await connect([repo.root]);
  const args = { path: "a.ts", top_level_only: false };
  const plain = await connection.call("document_symbols", args);
  assert(!JSON.stringify(plain).includes("follow_up_structural"));
  const answer = await connection.call("document_symbols", {
    ...args,
    include_follow_up_structural: true,
  });
  const [cart, limit] = list(answer, "symbols");
  const rows = [cart, list(cart ?? {}, "children")[0], limit];
  const queries = rows.map((row) =>
    object(list(row ?? {}, "follow_up_structural")[0] ?? {}, "params")
  );
  assert.deepEqual(queries.map(({ query }) => query), [
    "(class_declaration) @match",
    "(method_definition) @match",
    "(lexical_declaration) @match",
  ]);
  for (const [index, query] of queries.entries()) {
    const found = await connection.call("search_structural", query);
    assert.equal(list(found, "matches")[0]?.["line"], rows[index]?.["line"]);
  }
});
