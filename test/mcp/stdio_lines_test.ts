/** What standard input may hold besides messages, and what it is answered. */
import assert from "node:assert/strict";
import { MAX_STDIO_MESSAGE_BYTES } from "../../src/contract/limits.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { object, pick } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

const CASES: readonly {
  readonly name: string;
  readonly line: string | Uint8Array;
  readonly rpc: number;
  readonly id?: string | number;
}[] = [
  { name: "a word", line: "hello", rpc: PARSE_ERROR },
  { name: "half a message", line: '{"jsonrpc":"2.0","id":5,', rpc: PARSE_ERROR },
  { name: "bytes that are no text", line: new Uint8Array([0x22, 0xff, 0x22]), rpc: PARSE_ERROR },
  { name: "a number", line: "1", rpc: INVALID_REQUEST },
  { name: "null", line: "null", rpc: INVALID_REQUEST },
  { name: "a batch", line: "[]", rpc: INVALID_REQUEST },
  { name: "an object", line: '{"foo":1}', rpc: INVALID_REQUEST },
  { name: "a method that is no text", line: '{"jsonrpc":"2.0","method":7}', rpc: INVALID_REQUEST },
  {
    name: "a request of another protocol",
    line: '{"jsonrpc":"1.0","id":"x","method":"ping"}',
    rpc: INVALID_REQUEST,
    id: "x",
  },
  {
    name: "parameters that are none",
    line: '{"jsonrpc":"2.0","id":6,"method":"ping","params":1}',
    rpc: INVALID_REQUEST,
    id: 6,
  },
  {
    name: "a line that is too long",
    line: "x".repeat(MAX_STDIO_MESSAGE_BYTES + 1),
    rpc: INVALID_REQUEST,
  },
  {
    name: "a message that is too long",
    line: JSON.stringify(callMessage(9, "read_file", { path: "y".repeat(12 * 1024 * 1024) })),
    rpc: INVALID_REQUEST,
  },
];

Deno.test("a line that is no message gets an error, and the next is read", async (t) => {
  using repo = tempRepo({ "a.txt": "needle\n" });
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(...INITIALIZE);
  await server.answer(0);
  for (const { name, line, rpc, id = null } of CASES) {
    await t.step(name, async () => {
      await server.sendBytes(typeof line === "string" ? new TextEncoder().encode(line) : line);
      await server.send("");
      const answer: JsonObject = await server.next() ?? {};
      assert.deepEqual(pick(answer, "jsonrpc", "id"), ["2.0", id]);
      const error = object(answer, "error");
      assert.equal(error["code"], rpc);
      assert.match(String(error["message"]), /^invalid_params: The (line|message) is /);
      assert.deepEqual(error["data"], { error_code: "invalid_params", retryable: false });
    });
  }
  await t.step("an empty line gets nothing", async () => {
    await server.send("", "  ", "\r", callMessage(10, "read_file", { path: "a.txt" }));
    assert.equal((await server.next())?.["id"], 10);
  });
  await t.step("a message may be as long as the limit", async () => {
    const call = callMessage(11, "read_file", { path: "a.txt" });
    const padding = " ".repeat(MAX_STDIO_MESSAGE_BYTES - JSON.stringify(call).length);
    await server.send(JSON.stringify(call) + padding);
    assert.notEqual((await server.next())?.["result"], undefined);
  });
  assert.equal((await server.end()).code, 0);
  assert.equal(await server.stderr, "");
});
