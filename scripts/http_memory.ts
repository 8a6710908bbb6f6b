/**
 * Does the HTTP server forget what ended?
 * `deno run -A --unstable-worker-options --v8-flags=--expose-gc scripts/http_memory.ts`
 *
 * Each round opens 50 sessions of the 2025 era with a few calls each, then ends them, and makes as many calls without
 * sessions. Judged is the main thread's heap after a collection: it may grow until the shared memory of handles is
 * full, and no longer. The resident size is shown only: it holds workers and garbage too.
 * @module
 */
import type { JsonObject } from "../src/contract/json.ts";
import { beginSession, type HttpServed, post, serveHttp } from "../test/support/http.ts";
import { callMessage } from "../test/support/program.ts";
import { tempRepo } from "../test/support/repo.ts";

const ROUNDS = 9;
/** Rounds until 1,024 handles are kept. */
const WARM_UP = 6;
const SESSIONS = 50;
const CALLS = 4;
const MIB = 1024 * 1024;
/** Room for noise: nothing grows when all is well. */
const ALLOWED_GROWTH_BYTES = 2 * MIB;

const FILES = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`src/f${n}.ts`, `export const needle${n} = ${n};\n`]),
);
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "memory", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const SEARCH = { query: "needle", limit: 50 };

async function legacySession({ url }: HttpServed): Promise<void> {
  const session = { "mcp-session-id": await beginSession(url) };
  for (let call = 0; call < CALLS; call++) {
    mustAnswer(await post(url, callMessage(call + 1, "search_text", SEARCH), session));
  }
  await (await fetch(url, { method: "DELETE", headers: session })).body?.cancel();
}

async function sharedCalls({ url }: HttpServed): Promise<void> {
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "search_text",
  };
  const params = { name: "search_text", arguments: SEARCH, _meta: META };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  for (let call = 0; call < CALLS; call++) mustAnswer(await post(url, message, headers));
}

function mustAnswer({ status, body }: { readonly status: number; readonly body?: unknown }): void {
  const text = JSON.stringify(body);
  if (status !== 200 || text.includes('"error"')) throw new Error(`${status}: ${text}`);
}

function collectGarbage(): void {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect !== "function") throw new Error("Run this with --v8-flags=--expose-gc");
  collect();
}

/** With one decimal. */
function inMib(bytes: number): number {
  return Math.round(bytes / MIB * 10) / 10;
}

async function main(): Promise<number> {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root);
  const memory: Deno.MemoryUsage[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const all = Array.from(
      { length: SESSIONS },
      () => [legacySession(server), sharedCalls(server)],
    );
    await Promise.all(all.flat());
    collectGarbage();
    memory.push(Deno.memoryUsage());
  }
  const heap = memory.map(({ heapUsed }) => heapUsed);
  const growth = (heap.at(-1) ?? 0) - (heap[WARM_UP - 1] ?? 0);
  const report: JsonObject = {
    sessions_per_round: SESSIONS,
    calls_per_round: SESSIONS * CALLS * 2,
    heap_mib: heap.map(inMib),
    rss_mib: memory.map(({ rss }) => inMib(rss)),
    heap_growth_after_warm_up_mib: inMib(growth),
  };
  await Deno.stdout.write(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
  return growth <= ALLOWED_GROWTH_BYTES ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
