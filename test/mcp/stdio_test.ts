import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { object, pick } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = { "src/a.ts": "export function needle(): void {}\n", "b.txt": "needle\n" };

Deno.test("stdout carries messages only, and every error has its code", async () => {
  using repo = tempRepo(FILES);
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(
    ...INITIALIZE,
    "this is no JSON",
    { jsonrpc: "2.0", id: 1, method: "no/such" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { arguments: {} } },
    callMessage(3, "search_text", { query: "needle" }),
  );
  const answers = [await server.answer(1), await server.answer(2)];
  for (const answer of answers) {
    const error = object(answer, "error");
    const data = object(error, "data");
    assert.deepEqual(pick(data, "error_code", "retryable"), ["invalid_params", false]);
    assert.match(String(error["message"]), /^invalid_params: /);
  }
  const { code } = await server.end();
  assert.equal(code, 0);
  for (const line of server.seen) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});

Deno.test(
  "requests that were sent before the end of input are answered",
  async () => {
    using repo = tempRepo(FILES);
    const server = new RawServer(["--workspace-root", repo.root]);
    await server.send(...INITIALIZE, callMessage(1, "workspace", {}));
    await server.answer(1);
    await server.send(callMessage(2, "read_file", { path: "b.txt" }));
    const { code } = await server.end();
    assert.equal(code, 0);
    const answer: JsonObject = JSON.parse(server.seen.at(-1) ?? "null");
    assert.deepEqual(object(answer, "result")["content"], [{ type: "text", text: "needle\n" }]);
  },
);

Deno.test("the process ends with its input, whatever it does", async (t) => {
  // Enough to keep a builder busy for longer than the end may take.
  const line = "export function someFunctionName(first: number): number { return first; }\n";
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`src/f${index}.ts`, line.repeat(1_500)]),
  );
  using repo = tempRepo(files);
  for (const tool of ["workspace", "search_text"]) {
    await t.step(`during ${tool}`, async () => {
      const server = new RawServer(["--workspace-root", repo.root]);
      await server.send(...INITIALIZE);
      await server.answer(0);
      await server.send(callMessage(1, tool, tool === "workspace" ? {} : { query: "first" }));
      const { code, tookMs } = await server.end();
      assert.equal(code, 0);
      // The contract's second, with room for a busy machine; an end that waits for the work takes far longer.
      assert(tookMs < 5_000, `${tookMs} ms`);
    });
  }
});

Deno.test("a slow search keeps nobody waiting and can be cancelled", async () => {
  const line = "export function someFunctionName(first: number): number { return first; }\n";
  using repo = tempRepo({ "slow.txt": line.repeat(60_000), "b.txt": "needle\n" });
  const slow = { query: "(a|e|i|o|u)+x?.*[0-9]*z", pattern_type: "regex", count_only: true };
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(...INITIALIZE, callMessage(1, "workspace", {}));
  await server.answer(1);
  await server.send(
    callMessage(2, "search_text", slow),
    callMessage(3, "read_file", { path: "b.txt" }),
    callMessage(4, "search_text", slow),
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 4 } },
  );
  await server.answer(2);
  await server.end();
  const ids = server.seen.map((text) => JSON.parse(text).id);
  assert.deepEqual(ids, [0, 1, 3, 2]);
});
