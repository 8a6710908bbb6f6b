import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { object } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 300 }, (_, n) => [`f${n}.ts`, `function f${n}() {}\n`.repeat(40)]),
);

/** A call that wants to be told how far it is. */
function withToken(message: JsonObject, progressToken: string | number): JsonObject {
  return { ...message, params: { ...object(message, "params"), _meta: { progressToken } } };
}

function progressIn(seen: readonly string[]): JsonObject[] {
  return seen.map((line): JsonObject => JSON.parse(line)).filter(({ method }) =>
    method === "notifications/progress"
  );
}

Deno.test("a call that waits for the first index is told how far that is", async (t) => {
  const cases = [
    { tool: "workspace", args: {}, token: "w" },
    { tool: "search_text", args: { query: "f7" }, token: 7 },
  ];
  for (const { tool, args, token } of cases) {
    await t.step(tool, async () => {
      using repo = tempRepo(FILES);
      const server = new RawServer(["--workspace-root", repo.root]);
      await server.send(...INITIALIZE, withToken(callMessage(1, tool, args), token));
      await server.answer(1);
      const told = progressIn(server.seen).map((message) => object(message, "params"));
      await server.end();
      assert(told.length > 0);
      for (const [at, { progressToken, progress, total, message }] of told.entries()) {
        assert.deepEqual([progressToken, message], [token, "Indexing files"]);
        assert(Number(progress) > Number(told[at - 1]?.["progress"] ?? -1));
        assert(Number(total) >= Number(progress));
      }
      // Nothing is told of a call that has its answer.
      assert.equal(progressIn(server.seen).length, told.length);
    });
  }
});

Deno.test("without a token, and where nothing is waited for, nothing is told", async () => {
  using repo = tempRepo(FILES);
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(...INITIALIZE, callMessage(1, "workspace", {}));
  await server.answer(1);
  await server.send(withToken(callMessage(2, "search_text", { query: "f7" }), "late"));
  await server.answer(2);
  await server.end();
  assert.deepEqual(progressIn(server.seen), []);
});

Deno.test("a call that is cancelled while it waits for the first index ends in silence", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`f${n}.ts`, `function f${n}() {}\n`.repeat(1_000)]),
  );
  using repo = tempRepo(many);
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(...INITIALIZE);
  await server.answer(0);
  await server.send(
    withToken(callMessage(1, "workspace", {}), "gone"),
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    callMessage(2, "read_file", { path: "f1.ts", start_line: 1, end_line: 1 }),
    callMessage(3, "list_files", { limit: 1 }),
  );
  await server.answer(2);
  const before = progressIn(server.seen).length;
  await server.answer(3);
  await server.end();
  const ids = server.seen.map((line): JsonObject => JSON.parse(line)).flatMap(({ id }) => id ?? []);
  assert(!ids.includes(1));
  assert.equal(progressIn(server.seen).length, before);
});
