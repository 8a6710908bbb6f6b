import assert from "node:assert/strict";
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "../../src/contract/json.ts";
import { errorOf } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import {
  callMessage,
  INITIALIZE,
  programCommand,
  programEnvironment,
  RawServer,
} from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";
import * as v1 from "../support/sdk_v1.ts";

const FILES = { "src/a.ts": "export function needle(): void {}\n", "b.txt": "needle\n" };

/** The part of a client that both generations share. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(request: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
}

/** What every client must be able to do. */
async function converse(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert(tools.some(({ name }) => name === "search_text"));
  const call = async (name: string, args: JsonObject): Promise<JsonObject> => {
    const result = await client.callTool({ name, arguments: { ...args } });
    return JSON.parse(JSON.stringify(result));
  };
  await call("workspace", {});
  const found = object(await call("search_text", { query: "needle" }), "structuredContent");
  assert.deepEqual(list(found, "matches").map(({ path }) => path), ["b.txt", "src/a.ts"]);
  const read = await call("read_match", {
    result_handle: found["result_handle"] ?? "",
    match_id: "search:m1",
  });
  assert.deepEqual(read["content"], [{ type: "text", text: "needle\n" }]);
  assert.equal((await client.listResources()).resources.length, 7);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map(({ name }) => name), ["frigg-routing-guide"]);
}

// The clients leave the timer with which they would kill a process that does not end.
const CLIENT_TIMERS = { sanitizeOps: false, sanitizeResources: false };

Deno.test("the second generation's client works in every mode", CLIENT_TIMERS, async (t) => {
  using repo = tempRepo(FILES);
  const modes: readonly { mode: VersionNegotiationMode; version: string }[] = [
    { mode: "legacy", version: "2025-11-25" },
    { mode: "auto", version: "2026-07-28" },
    { mode: { pin: "2026-07-28" }, version: "2026-07-28" },
  ];
  for (const { mode, version } of modes) {
    await t.step(JSON.stringify(mode), async () => {
      const program = programCommand(["--workspace-root", repo.root]);
      const transport = new StdioClientTransport({
        ...program,
        env: programEnvironment(),
        stderr: "ignore",
      });
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(transport);
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      assert.deepEqual(client.getServerVersion()?.name, "frigg");
      await converse(client);
      const refused = await errorOf(client.callTool({ name: "read_file", arguments: {} }));
      assert.deepEqual(pick(refused, "error_code", "field"), ["invalid_params", "path"]);
      const missing = await errorOf(client.readResource({ uri: "frigg://nope" }));
      assert.deepEqual(pick(missing, "error_code", "uri"), ["resource_not_found", "frigg://nope"]);
      await client.close();
    });
  }
});

Deno.test("the first generation's client works", CLIENT_TIMERS, async () => {
  using repo = tempRepo(FILES);
  const program = programCommand(["--workspace-root", repo.root]);
  const transport = new v1.StdioClientTransport({
    ...program,
    env: programEnvironment(),
    stderr: "ignore",
  });
  const client = new v1.Client({ name: "test", version: "1" });
  await client.connect(transport);
  await converse(client);
  await assert.rejects(client.callTool({ name: "search_text", arguments: {} }), (error) => {
    assert(error instanceof v1.McpError);
    assert.deepEqual(error.data, {
      field: "query",
      error_code: "invalid_params",
      retryable: false,
    });
    return true;
  });
  await client.close();
});

Deno.test("stdout carries messages only, and every error has its code", CLIENT_TIMERS, async () => {
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
  CLIENT_TIMERS,
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

Deno.test("the process ends with its input, whatever it does", CLIENT_TIMERS, async (t) => {
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

Deno.test("a slow search keeps nobody waiting and can be cancelled", CLIENT_TIMERS, async () => {
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
