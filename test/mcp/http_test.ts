import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Dispatch } from "../../src/contract/tool.ts";
import { createHttpHandler } from "../../src/mcp/http.ts";
import { buildServer, type Server } from "../../src/mcp/server.ts";
import {
  beginSession,
  type HttpServed,
  listen,
  post,
  rawRequest,
  readAnswer,
  sendRaw,
  serveHttp,
} from "../support/http.ts";
import { object, pick } from "../support/json.ts";
import { callMessage, INITIALIZE } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const LONG_MS = 60_000;
const JSON_TYPE = { "content-type": "application/json" };

/** The envelope of 2026-07-28. */
const modern = (method: string, params: Record<string, unknown> = {}): Record<string, unknown> => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const modernHeaders = (method: string, name?: string): Record<string, string> => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name === undefined ? {} : { "mcp-name": name }),
});

/** What the refusal says to programs, wherever in the body it stands. */
function codeOf(body: object | undefined): unknown[] {
  const error = body !== undefined && "error" in body ? body.error : undefined;
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : body;
  assert(typeof data === "object" && data !== null);
  return [
    "error_code" in data ? data.error_code : undefined,
    "retryable" in data ? data.retryable : undefined,
  ];
}

Deno.test("a foreign Host or Origin is refused on every path", async (t) => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root, { token: "t" });
  const own = `127.0.0.1:${server.port}`;
  const authorization = "Bearer t";
  const cases: readonly {
    readonly name: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly refused: boolean;
  }[] = [
    { name: "own address", headers: { host: own }, refused: false },
    { name: "without port", headers: { host: "127.0.0.1" }, refused: false },
    { name: "upper case", headers: { host: `LOCALHOST:${server.port}` }, refused: false },
    { name: "IPv6 name", headers: { host: `[::1]:${server.port}` }, refused: false },
    { name: "other port", headers: { host: "127.0.0.1:1" }, refused: true },
    { name: "other name", headers: { host: "evil.example" }, refused: true },
    { name: "name that begins alike", headers: { host: "localhost.evil.example" }, refused: true },
    { name: "same origin", headers: { host: own, origin: `http://${own}` }, refused: false },
    { name: "null origin", headers: { host: own, origin: "null" }, refused: true },
    { name: "other origin", headers: { host: own, origin: "http://evil.example" }, refused: true },
    { name: "other scheme", headers: { host: own, origin: `https://${own}` }, refused: true },
    {
      name: "other port's origin",
      headers: { host: own, origin: "http://127.0.0.1:1" },
      refused: true,
    },
  ];
  for (const { name, headers, refused } of cases) {
    await t.step(name, async () => {
      for (const path of ["/mcp", "/healthz", "/status"]) {
        const { status, body } = await rawRequest(server.port, `GET ${path}`, {
          ...headers,
          authorization,
        });
        assert.equal(status === 403, refused, `${path}: ${status}`);
        if (!refused) continue;
        assert.deepEqual(pick(body, "error_code", "retryable"), ["access_denied", false]);
        assert.equal(typeof body["message"], "string");
      }
    });
  }
});

Deno.test("the token guards all but /healthz", async (t) => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root, { token: "right" });
  const cases = [
    { path: "/healthz", authorization: undefined, want: 200 },
    { path: "/status", authorization: undefined, want: 401 },
    { path: "/status", authorization: "Bearer wrong", want: 401 },
    { path: "/status", authorization: "Bearer righ", want: 401 },
    { path: "/status", authorization: "Bearer", want: 401 },
    { path: "/status", authorization: "Basic right", want: 401 },
    { path: "/status", authorization: "bearer right", want: 200 },
    { path: "/mcp", authorization: undefined, want: 401 },
    { path: "/mcp", authorization: "Bearer right", want: 400 },
  ];
  for (const { path, authorization, want } of cases) {
    await t.step(`${path} ${authorization}`, async () => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await fetch(new URL(path, server.url), { headers });
      const { body } = await readAnswer(response);
      assert.equal(response.status, want);
      if (want !== 401) return;
      assert.deepEqual(codeOf(body), ["access_denied", false]);
      assert.equal(response.headers.get("www-authenticate"), "Bearer");
    });
  }
});

Deno.test("/healthz and /status tell what they should", async () => {
  using repo = tempRepo({ "a.ts": "export const a = 1;\n" });
  await using server = serveHttp(repo.root);
  const get = async (path: string): Promise<Awaited<ReturnType<typeof readAnswer>>> =>
    await readAnswer(await fetch(new URL(path, server.url)));
  const header = { schema_version: 1, frigg_version: server.app.version };
  assert.deepEqual((await get("/healthz")).body, { ...header, status: "ok" });
  const id = await beginSession(server.url);
  await post(server.url, callMessage(1, "workspace", {}), { "mcp-session-id": id });
  const status = (await get("/status")).body ?? {};
  assert.deepEqual(Object.keys(status), [...Object.keys(header), "repositories", "runtime"]);
  assert(Array.isArray(status["repositories"]) && status["repositories"].length === 1);
  const runtime = object(status, "runtime");
  assert.deepEqual(runtime["tools_exposed"], server.app.surface.tools.map(({ name }) => name));
  assert.deepEqual(pick(runtime, "profile", "watch_active", "tool_surface_profile"), [
    "http_loopback_service",
    false,
    "extended",
  ]);
});

Deno.test("/status tells whether changes are watched, also while nobody needs it", async (t) => {
  const cases = [
    { name: "off", serving: {}, idle: "mode_off", used: "mode_off" },
    { name: "on", serving: { watch: { debounceMs: 50, retryMs: 100 } }, idle: "no_lease" },
  ];
  for (const { name, serving, idle, used } of cases) {
    await t.step(name, async () => {
      using repo = tempRepo({ "a.ts": "" });
      await using server = serveHttp(repo.root, serving);
      const reason = async (): Promise<unknown> => {
        const { body = {} } = await readAnswer(await fetch(new URL("/status", server.url)));
        return object(object(body, "runtime"), "watch_status")["reason"];
      };
      assert.equal(await reason(), idle);
      const session = { "mcp-session-id": await beginSession(server.url) };
      await post(server.url, callMessage(1, "workspace", {}), session);
      if (used === undefined) assert.notEqual(await reason(), "mode_off");
      else assert.equal(await reason(), used);
      const ended = await fetch(server.url, { method: "DELETE", headers: session });
      await ended.body?.cancel();
      assert.equal(await reason(), idle);
    });
  }
});

Deno.test("what is no message is refused with a code", async (t) => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root);
  const session = { "mcp-session-id": await beginSession(server.url) };
  const call = modern("tools/call", { name: "read_file", arguments: {} });
  const cases: readonly {
    readonly name: string;
    readonly message: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly want: readonly [number, string, boolean];
  }[] = [
    { name: "no JSON", message: "no JSON", want: [400, "invalid_params", false] },
    { name: "no body", message: "", want: [400, "invalid_params", false] },
    { name: "no session", message: LIST, want: [400, "invalid_params", false] },
    {
      name: "unknown session",
      message: LIST,
      headers: { "mcp-session-id": crypto.randomUUID() },
      want: [404, "resource_not_found", false],
    },
    {
      name: "other type",
      message: LIST,
      headers: { ...session, "content-type": "text/plain" },
      want: [415, "invalid_params", false],
    },
    {
      name: "no stream accepted",
      message: INITIALIZE[0],
      headers: { accept: "application/json" },
      want: [406, "invalid_params", false],
    },
    {
      name: "a second initialize",
      message: INITIALIZE[0],
      headers: session,
      want: [400, "invalid_params", false],
    },
    {
      name: "unknown version",
      message: LIST,
      headers: { ...session, "mcp-protocol-version": "1999-01-01" },
      want: [400, "invalid_params", false],
    },
    {
      name: "too large",
      message: JSON.stringify({ ...LIST, params: { pad: "x".repeat(4 * 1024 * 1024) } }),
      headers: session,
      want: [413, "invalid_params", false],
    },
    {
      name: "unknown method",
      message: { ...LIST, method: "no/such" },
      headers: session,
      want: [200, "invalid_params", false],
    },
    {
      name: "unknown method of 2026-07-28",
      message: modern("no/such"),
      headers: modernHeaders("no/such"),
      want: [404, "invalid_params", false],
    },
    {
      name: "header of 2026-07-28 that contradicts",
      message: call,
      headers: modernHeaders("tools/list", "read_file"),
      want: [400, "invalid_params", false],
    },
    {
      name: "missing argument of 2026-07-28",
      message: call,
      headers: modernHeaders("tools/call", "read_file"),
      want: [200, "invalid_params", false],
    },
  ];
  for (const { name, message, headers = {}, want } of cases) {
    await t.step(name, async () => {
      const { status, body } = await post(server.url, message, headers);
      assert.deepEqual([status, ...codeOf(body)], want);
      assert.match(String(object(body ?? {}, "error")["message"]), new RegExp(`^${want[1]}: `));
    });
  }
  await t.step("other methods and paths", async () => {
    const put = await fetch(server.url, { method: "PUT", body: "" });
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "POST, GET, DELETE"]);
    assert.deepEqual(codeOf(await put.json()), ["invalid_params", false]);
    const other = await fetch(new URL("/other", server.url));
    assert.deepEqual([other.status, ...codeOf(await other.json())], [
      404,
      "resource_not_found",
      false,
    ]);
  });
});

Deno.test("a session ends by DELETE", async () => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root);
  const session = { "mcp-session-id": await beginSession(server.url) };
  assert.equal((await post(server.url, LIST, session)).status, 200);
  const ended = await fetch(server.url, { method: "DELETE", headers: session });
  await ended.body?.cancel();
  assert.equal(ended.status, 200);
  assert.equal((await post(server.url, LIST, session)).status, 404);
});

Deno.test("a session ends when it is not used, but not under an open stream", async () => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root, { limits: { maxSessions: 8, idleMs: 50 } });
  const idle = { "mcp-session-id": await beginSession(server.url) };
  const watching = { "mcp-session-id": await beginSession(server.url) };
  const stream = await openStream(server, watching);
  assert(await isGone(server, idle));
  assert.equal((await post(server.url, LIST, watching)).status, 200);
  await stream.body?.cancel();
  assert(await isGone(server, watching));
});

Deno.test("the session unused for longest makes room for another", async () => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root, { limits: { maxSessions: 2, idleMs: LONG_MS } });
  const ids = [await beginSession(server.url), await beginSession(server.url)];
  const [first, second] = ids.map((id) => ({ "mcp-session-id": id }));
  assert(first !== undefined && second !== undefined);
  await post(server.url, LIST, first);
  const third = { "mcp-session-id": await beginSession(server.url) };
  const statuses = [first, second, third].map(async (session) =>
    (await post(server.url, LIST, session)).status
  );
  assert.deepEqual(await Promise.all(statuses), [200, 404, 200]);
  const streams = [await openStream(server, first), await openStream(server, third)];
  const { status, body } = await post(server.url, INITIALIZE[0]);
  assert.deepEqual([status, ...codeOf(body)], [503, "unavailable", true]);
  for (const stream of streams) await stream.body?.cancel();
});

Deno.test("many who begin at once do not exceed the places", async () => {
  using repo = tempRepo({});
  await using server = serveHttp(repo.root, { limits: { maxSessions: 3, idleMs: LONG_MS } });
  const begun = await Promise.all(
    Array.from({ length: 12 }, () => post(server.url, INITIALIZE[0])),
  );
  const ids = begun.flatMap(({ sessionId }) => sessionId ?? []);
  assert(ids.length >= 3);
  const alive = await Promise.all(
    ids.map(async (id) => (await post(server.url, LIST, { "mcp-session-id": id })).status === 200),
  );
  assert.equal(alive.filter(Boolean).length, 3);
});

/** The stream of events that a client keeps open. */
async function openStream(
  { url }: HttpServed,
  session: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await fetch(url, { headers: { ...session, accept: "text/event-stream" } });
  assert.equal(response.status, 200);
  return response;
}

/** Whether the session ends within some seconds; asking more often than it lives would keep it alive. */
async function isGone(
  { url }: HttpServed,
  session: Readonly<Record<string, string>>,
): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    if ((await post(url, LIST, session)).status === 404) return true;
  }
  return false;
}

const NOTHING = {
  version: "1",
  instructions: "",
  tools: [],
  guidance: { resources: [], prompts: [], read: () => undefined, prompt: () => undefined },
} as const;

/** A server whose only tool runs until it is cancelled. */
function stuckServer(): Omit<HttpServed, "app"> & {
  readonly started: Promise<void>;
  readonly aborted: Promise<void>;
} {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const dispatch: Dispatch = async (_tool, _args, { signal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    started.resolve();
    await aborted.promise;
    return { status: "ok", response: {} };
  };
  const open = (): Server => buildServer({ ...NOTHING, dispatch });
  const served = listen((port) =>
    createHttpHandler({
      access: { hostname: "127.0.0.1", port, token: undefined },
      openSession: () => ({ server: open(), close: () => {} }),
      openShared: open,
      health: {},
      status: () => Promise.resolve({}),
      log: () => {},
    })
  );
  return { ...served, started: started.promise, aborted: aborted.promise };
}

const cancelMessage = (requestId: number): JsonObject => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

Deno.test("a client of 2025 cancels a call with a notification, which ends its stream", async () => {
  await using server = stuckServer();
  const session = { "mcp-session-id": await beginSession(server.url) };
  const call = post(server.url, callMessage(7, "stuck", {}), session);
  await server.started;
  assert.equal((await post(server.url, cancelMessage(7), session)).status, 202);
  await server.aborted;
  const { status, body } = await call;
  assert.deepEqual([status, body], [200, undefined]);
});

Deno.test("the stream of a body with several requests ends with the last of them", async (t) => {
  const calls = [callMessage(7, "stuck", {}), { jsonrpc: "2.0", id: 8, method: "tools/list" }];
  for (const name of ["the other is answered first", "the other is answered later"]) {
    await t.step(name, async () => {
      await using server = stuckServer();
      const session = { "mcp-session-id": await beginSession(server.url) };
      const messages = name.endsWith("first") ? calls : [...calls, cancelMessage(7)];
      const answers = post(server.url, messages, session);
      await server.started;
      if (name.endsWith("first")) await post(server.url, cancelMessage(7), session);
      const { status, body } = await answers;
      assert.deepEqual([status, body?.["id"]], [200, 8]);
    });
  }
});

Deno.test("a client of 2026-07-28 cancels a call by going away", async () => {
  await using server = stuckServer();
  // Not by an aborted `fetch`: Deno 2.9.6 then keeps the connection open.
  const connection = await sendRaw(server.port, "POST /mcp", {
    ...modernHeaders("tools/call", "stuck"),
    ...JSON_TYPE,
    host: `127.0.0.1:${server.port}`,
    accept: "application/json, text/event-stream",
  }, JSON.stringify(modern("tools/call", { name: "stuck", arguments: {} })));
  await server.started;
  connection.close();
  await server.aborted;
});

Deno.test("the end ends calls that do not end", async () => {
  const server = stuckServer();
  const session = { "mcp-session-id": await beginSession(server.url) };
  const call = post(server.url, callMessage(7, "stuck", {}), session);
  await server.started;
  await server[Symbol.asyncDispose]();
  await server.aborted;
  assert.equal((await call).body, undefined);
});
