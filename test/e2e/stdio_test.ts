import assert from "node:assert/strict";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { list, object } from "../support/json.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { checkout } from "./frigg.ts";

// A host expects the end within a second; a loaded machine gets more, a server that stays forever fails.
const END_MS = 5_000;

Deno.test("every line on stdout is a message, whatever comes in (cases.md 6.1)", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  const server = new RawServer(["--workspace-root", repo.root, "--verbose"]);
  await server.send(...INITIALIZE);
  await server.answer(0);
  await server.send("no JSON", "[]", '{"jsonrpc":"2.0","id":1}', "");
  await server.send({ jsonrpc: "2.0", id: 2, method: "no/such" });
  assert.equal(object(await server.answer(2), "error")["code"], -32601);
  await server.send(callMessage(3, "search_text", { query: "needle" }));
  const found = object(object(await server.answer(3), "result"), "structuredContent");
  assert.deepEqual(list(found, "matches").map(({ path, line }) => [path, line]), [["a.txt", 1]]);
  const { code } = await server.end();
  assert.equal(code, 0);
  for (const line of server.seen) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});

Deno.test("the server ends when its host closes standard input (cases.md 10.1)", async (t) => {
  await t.step("while idle", async () => {
    using repo = checkout({ "a.txt": "needle\n" });
    const server = new RawServer(["--workspace-root", repo.root]);
    await server.send(...INITIALIZE);
    await server.answer(0);
    const { code, tookMs } = await server.end();
    assert.equal(code, 0);
    assert(tookMs < END_MS, `${tookMs} ms`);
  });
  await t.step("in the middle of indexing", async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => [
      `src/f${n}.ts`,
      `export function f${n}(): number {\n  return ${n};\n}\n`.repeat(50),
    ]);
    using repo = checkout(Object.fromEntries(many));
    const server = new RawServer(["--workspace-root", repo.root]);
    await server.send(...INITIALIZE, callMessage(1, "workspace", {}));
    await server.answer(0);
    const { code, tookMs } = await server.end();
    assert.equal(code, 0);
    assert(tookMs < END_MS, `${tookMs} ms`);
    // What it left behind is sound: the next one builds and finds.
    const next = new RawServer(["--workspace-root", repo.root]);
    await next.send(...INITIALIZE, callMessage(1, "list_files", { limit: 1 }));
    const listed = object(object(await next.answer(1), "result"), "structuredContent");
    assert.equal(listed["total_files"], 2_000);
    await next.end();
  });
});

Deno.test("without a root in / a server starts, refuses to guess, and takes a path (cases.md 9.2)", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  const search = await converse(callMessage(1, "search_text", { query: "needle" }));
  assert.match(
    JSON.stringify(object(search, "error")),
    /--workspace-root DIR.*workspace with the path/,
  );
  const adopted = await converse(callMessage(1, "workspace", { path: repo.root }));
  const { repository } = object(object(adopted, "result"), "structuredContent");
  assert.match(JSON.stringify(repository), new RegExp(repo.root));
});

/** The answer to request 1 of a server without flags, started in `/`. */
async function converse(request: JsonObject): Promise<JsonObject> {
  // Standard input stays open until the answer is there: after its end a server waits only a moment for answers.
  const server = new RawServer([], "/");
  await server.send(...INITIALIZE, request);
  const answer = await server.answer(1);
  const { code } = await server.end();
  assert.equal(code, 0);
  return answer;
}
