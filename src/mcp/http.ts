/**
 * MCP over HTTP, both eras on `/mcp`, with `/healthz` and `/status` beside it.
 *
 * A function from Request to Response: who listens is somebody else's business. Clients that begin with `initialize`
 * have a session each; those of 2026-07-28 get a server for every request.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import { HTTP_SESSION_IDLE_MS, MAX_HTTP_SESSIONS } from "../contract/limits.ts";
import { type AccessRules, createAccess } from "./http_access.ts";
import { readBody } from "./http_body.ts";
import { completed, plainError, rpcError } from "./http_errors.ts";
import { inOnePiece } from "./http_pieces.ts";
import { whenSent } from "./http_sent.ts";
import { HttpSessions, type OpenedServer } from "./http_sessions.ts";
import {
  completesErrors,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from "./server.ts";
import { UnderWay } from "./under_way.ts";

export interface HttpLimits {
  readonly maxSessions: number;
  readonly idleMs: number;
}

export interface HttpParts {
  readonly access: AccessRules;
  /** A server with a session of its own. */
  readonly openSession: () => OpenedServer;
  /** A server for one request of a client without a session. */
  readonly openShared: () => Server;
  readonly health: JsonObject;
  readonly status: () => Promise<JsonObject>;
  /** Takes one line about a request that was refused. */
  readonly log: (line: string) => void;
  readonly limits?: HttpLimits;
}

export interface HttpHandler {
  /** Never rejects for anything a client did. */
  handle(request: Request): Promise<Response>;
  /** Lets answers under way be sent for a moment, then ends every session and stream. */
  close(): Promise<void>;
}

/** How long answers under way may still take at the end. */
const LAST_ANSWERS_MS = 1_000;
const LIMITS: HttpLimits = { maxSessions: MAX_HTTP_SESSIONS, idleMs: HTTP_SESSION_IDLE_MS };
/** Of the protocol: a message, the stream of events, the end of a session. */
const METHODS = ["POST", "GET", "DELETE"];
/** Longest diagnostic of the library in characters. */
const MAX_LOG_CHARS = 500;

export function createHttpHandler(parts: HttpParts): HttpHandler {
  return new Endpoint(parts);
}

class Endpoint implements HttpHandler {
  readonly #parts: HttpParts;
  readonly #access: ReturnType<typeof createAccess>;
  readonly #sessions: HttpSessions;
  readonly #shared: McpHttpHandler;
  readonly #underWay = new UnderWay();
  #isClosing = false;

  constructor(parts: HttpParts) {
    const log = (line: string): void => parts.log(`mcp: ${line.slice(0, MAX_LOG_CHARS)}`);
    this.#parts = parts;
    this.#access = createAccess(parts.access);
    this.#sessions = new HttpSessions({
      open: parts.openSession,
      ...(parts.limits ?? LIMITS),
      log,
    });
    this.#shared = createMcpHandler(() => completesErrors(parts.openShared()), {
      legacy: "reject",
      onerror: (error) => log(error.message),
    });
  }

  async handle(request: Request): Promise<Response> {
    const refused = this.#access.refuseForeign(request);
    if (refused !== undefined) return refused;
    const pathname = pathOf(request);
    if (pathname === "/healthz") return await answerGet(request, () => this.#parts.health);
    const unknown = await this.#access.refuseUnknown(request);
    if (unknown !== undefined) return unknown;
    if (pathname === "/status") return await answerGet(request, this.#parts.status);
    if (pathname !== "/mcp") return plainError(404, "resource_not_found", "Nothing is here");
    if (!METHODS.includes(request.method)) {
      const headers = { allow: METHODS.join(", ") };
      return plainError(405, "invalid_params", "This method is not answered here", headers);
    }
    if (this.#isClosing) return rpcError(503, "unavailable", "The server is ending");
    return await this.#mcp(request);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#underWay.settled(LAST_ANSWERS_MS);
    await this.#sessions.close();
    await this.#shared.close();
  }

  /** A message; streams that a client keeps open for events are not waited for at the end. */
  async #mcp(request: Request): Promise<Response> {
    if (request.method !== "POST") return await this.#serve(request, undefined);
    const end = this.#underWay.begin();
    try {
      return await inOnePiece(whenSent(await this.#message(request), end));
    } catch (error) {
      end();
      throw error;
    }
  }

  async #message(request: Request): Promise<Response> {
    const body = await readBody(request);
    return body.kind === "refused" ? body.response : await this.#serve(request, body.value);
  }

  async #serve(request: Request, body: unknown): Promise<Response> {
    const response = await isLegacyRequest(request, body)
      ? await this.#sessions.handle(request, body)
      : await this.#shared.fetch(request, { parsedBody: body });
    return await completed(response);
  }
}

/** The path; "" where the Host header makes no URL. */
function pathOf({ url }: Request): string {
  return URL.canParse(url) ? new URL(url).pathname : "";
}

async function answerGet(
  request: Request,
  body: () => JsonObject | Promise<JsonObject>,
): Promise<Response> {
  if (request.method === "GET" || request.method === "HEAD") return Response.json(await body());
  return plainError(405, "invalid_params", "Only GET is answered here", { allow: "GET, HEAD" });
}
