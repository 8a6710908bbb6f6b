/**
 * Clients that begin with `initialize`, over HTTP: one server and one session for each `Mcp-Session-Id`.
 *
 * A session ends by DELETE, after a time without requests and open streams, or when a newer one needs its place; the
 * one unused for longest goes first.
 * @module
 */
import { rpcError } from "./http_errors.ts";
import { HttpRequests } from "./http_requests.ts";
import { whenSent } from "./http_sent.ts";
import { isRequestId } from "./request_id.ts";
import {
  completeErrors,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "./server.ts";
import { UnderWay } from "./under_way.ts";

/** A server with what it stands on. */
export interface OpenedServer {
  readonly server: Server;
  /** Forgets the session behind it. */
  close(): void;
}

export interface SessionOptions {
  readonly open: () => OpenedServer;
  readonly maxSessions: number;
  readonly idleMs: number;
  /** Takes one line about a request that the library refused. */
  readonly log: (line: string) => void;
}

const SESSION_NOT_FOUND = -32_001;

export class HttpSessions {
  readonly #options: SessionOptions;
  /** Least recently used first. */
  readonly #sessions = new Map<string, HttpSession>();
  /** Begun, but not yet among the sessions. */
  #opening = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Answers a request of the 2025 era; `body` is its parsed JSON, undefined for GET and DELETE. */
  async handle(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#withoutId(request, body);
    const session = this.#sessions.get(id);
    if (session === undefined) {
      return rpcError(404, "resource_not_found", "Session not found", SESSION_NOT_FOUND);
    }
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return await session.handle(request, body);
  }

  /** Ends every session. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  async #withoutId(request: Request, body: unknown): Promise<Response> {
    if (!beginsSession(body)) {
      return rpcError(400, "invalid_params", "The Mcp-Session-Id header is missing");
    }
    // Counted before anything is awaited, so that many who begin at once share the places that are left.
    this.#opening++;
    const settle = once(() => this.#opening--);
    try {
      if (await this.#makeRoom()) return await this.#begin(request, body, settle);
      return rpcError(503, "unavailable", "Every session is busy: try again later");
    } finally {
      settle();
    }
  }

  /** Ends unused sessions until all that begin have a place; false if none is unused. */
  async #makeRoom(): Promise<boolean> {
    while (this.#sessions.size + this.#opening > this.#options.maxSessions) {
      const unused = [...this.#sessions.values()].find(({ isBusy }) => !isBusy);
      if (unused === undefined) return false;
      await unused.close();
    }
    return true;
  }

  async #begin(request: Request, body: unknown, settle: () => void): Promise<Response> {
    const session = new HttpSession(this.#options, {
      began: (id) => {
        settle();
        this.#sessions.set(id, session);
      },
      ended: (id) => this.#sessions.delete(id),
    });
    await session.connect();
    const response = await session.handle(request, body);
    // Refused before it began, for its headers say.
    if (session.id === undefined) await session.close();
    return response;
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

function beginsSession(body: unknown): boolean {
  return Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
}

/** What the sessions must know about one. */
interface Life {
  began(id: string): void;
  ended(id: string): void;
}

class HttpSession {
  readonly #opened: OpenedServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #idleMs: number;
  readonly #underWay = new UnderWay();
  readonly #requests = new HttpRequests((id) => this.#transport.closeSSEStream(id));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor({ open, idleMs, log }: SessionOptions, life: Life) {
    this.#opened = open();
    this.#idleMs = idleMs;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => life.began(id),
    });
    completeErrors(this.#transport);
    this.#noteAnswers();
    this.#transport.onerror = (error) => log(error.message);
    // By DELETE, or by `close`.
    this.#transport.onclose = () => {
      this.#ended = true;
      clearTimeout(this.#timer);
      if (this.id !== undefined) life.ended(this.id);
      this.#opened.close();
    };
  }

  /** Absent until the session began. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Whether a request or a stream of events is open. */
  get isBusy(): boolean {
    return this.#underWay.count > 0;
  }

  async connect(): Promise<void> {
    await this.#opened.server.connect(this.#transport);
  }

  async handle(request: Request, body: unknown): Promise<Response> {
    clearTimeout(this.#timer);
    const end = this.#underWay.begin();
    const done = (): void => {
      end();
      this.#waitForUse();
    };
    try {
      return whenSent(await this.#take(request, body), done);
    } catch (error) {
      done();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#opened.server.close();
  }

  async #take(request: Request, body: unknown): Promise<Response> {
    if (body === undefined) return await this.#transport.handleRequest(request);
    const forget = this.#requests.begin(body);
    const response = await this.#transport.handleRequest(request, { parsedBody: body });
    if (response.ok) this.#requests.cancel(body);
    else forget();
    return response;
  }

  #noteAnswers(): void {
    const send = this.#transport.send.bind(this.#transport);
    this.#transport.send = async (message, options) => {
      await send(message, options);
      if (!("method" in message) && isRequestId(message.id)) this.#requests.settle(message.id);
    };
  }

  #waitForUse(): void {
    clearTimeout(this.#timer);
    if (this.#ended || this.isBusy) return;
    this.#timer = setTimeout(() => void this.close(), this.#idleMs);
  }
}
