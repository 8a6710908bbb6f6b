/**
 * The program behind HTTP, in this process, on a free port of the loopback address.
 * @module
 */
import { type App, createApp } from "../../src/app.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../src/contract/limits.ts";
import type { HttpHandler, HttpLimits } from "../../src/mcp/http.ts";
import { httpHandler } from "../../src/mcp/serve_http.ts";
import { listenHttp } from "../../src/platform/http_server.ts";
import type { WatchTimes } from "../../src/workspace/watcher.ts";
import { INITIALIZE } from "./program.ts";

const HOST = "127.0.0.1";

export interface HttpServed {
  readonly app: App;
  readonly port: number;
  /** Of the protocol. */
  readonly url: URL;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Serving {
  readonly token?: string;
  readonly limits?: HttpLimits;
  readonly watch?: WatchTimes;
}

/** The program over a folder. */
export function serveHttp(root: string, { token, limits, watch }: Serving = {}): HttpServed {
  const app = createApp({
    roots: [root],
    cwd: root,
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: () => {},
    ...(watch === undefined ? {} : { watch }),
  });
  const served = listen((port) =>
    httpHandler(app, {
      access: { hostname: HOST, port, token },
      log: () => {},
      ...(limits === undefined ? {} : { limits }),
    })
  );
  return {
    ...served,
    app,
    [Symbol.asyncDispose]: async () => {
      await served[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

/** A handler on a free port. */
export function listen(handlerOn: (port: number) => HttpHandler): Omit<HttpServed, "app"> {
  const { server, handler } = listenHttp(
    { hostname: HOST, port: 0, onFault: reportError },
    handlerOn,
  );
  return {
    port: server.port,
    url: new URL(`http://${HOST}:${server.port}/mcp`),
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      await server.stop(1_000);
    },
  };
}

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number;
  readonly sessionId: string | undefined;
  /** The JSON of the body, or of its first event; undefined for an empty one. */
  readonly body: JsonObject | undefined;
}

/** Sends one message as a client of the 2025 era does. */
export async function post(
  url: URL,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
  return await readAnswer(response);
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = text.startsWith("{") ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  const body: unknown = json === undefined ? undefined : JSON.parse(json);
  return {
    status: response.status,
    sessionId: response.headers.get("mcp-session-id") ?? undefined,
    body: isJsonObject(body) ? body : undefined,
  };
}

/** Begins a session of the 2025 era and gives its id. */
export async function beginSession(url: URL): Promise<string> {
  const { sessionId } = await post(url, INITIALIZE[0]);
  if (sessionId === undefined) throw new Error("the server began no session");
  return sessionId;
}

/**
 * One request with exactly these headers, which `fetch` would not send.
 *
 * @returns the status and the JSON of the body
 */
export async function rawRequest(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  using connection = await sendRaw(port, line, { ...headers, connection: "close" });
  const text = await readAll(connection);
  const body: unknown = JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "{}");
  if (!isJsonObject(body)) throw new Error(`no JSON object: ${text}`);
  return { status: Number(text.split(" ")[1]), body };
}

/** Sends a request with exactly these headers and leaves its connection open. */
export async function sendRaw(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: HOST, port });
  const all = { ...headers, "content-length": String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const request = [`${line} HTTP/1.1`, ...lines, "", body].join("\r\n");
  await connection.write(new TextEncoder().encode(request));
  return connection;
}

async function readAll(connection: Deno.Conn): Promise<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(16_384);
  let text = "";
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) return text;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
}
