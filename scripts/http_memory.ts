/**
 * Does the HTTP server forget what ended? `deno run -A --unstable-worker-options scripts/http_memory.ts`
 *
 * Each round opens 50 sessions of the 2025 era with a few calls each, then ends them, and as many calls without
 * sessions. Memory may grow while everything warms up; after that it must not.
 * @module
 */
import type { JsonObject } from "../src/contract/json.ts";
import { beginSession, type HttpServed, post, serveHttp } from "../test/support/http.ts";
import { callMessage } from "../test/support/program.ts";
import { tempRepo } from "../test/support/repo.ts";

const ROUNDS = 6;
const WARM_UP = 3;
const SESSIONS = 50;
const CALLS = 4;
/** More than the garbage collector leaves lying between two rounds. */
const ALLOWED_GROWTH_BYTES = 64 * 1024 * 1024;
const MIB = 1024 * 1024;

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

async function main(): Promise<number> {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root);
  const resident: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const all = Array.from(
      { length: SESSIONS },
      () => [legacySession(server), sharedCalls(server)],
    );
    await Promise.all(all.flat());
    resident.push(Deno.memoryUsage().rss);
  }
  const growth = (resident.at(-1) ?? 0) - (resident[WARM_UP - 1] ?? 0);
  const report: JsonObject = {
    sessions_per_round: SESSIONS,
    calls_per_round: SESSIONS * CALLS * 2,
    rss_mib: resident.map((bytes) => Math.round(bytes / MIB)),
    growth_after_warm_up_mib: Math.round(growth / MIB),
  };
  await Deno.stdout.write(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
  return growth <= ALLOWED_GROWTH_BYTES ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
