/**
 * MCP over standard input and output: one session for the life of the process.
 *
 * When the host closes standard input, answers that are under way get a moment to be sent; then the process ends,
 * whatever is still running.
 * @module
 */
import type { App } from "../app.ts";
import {
  buildServer,
  completeErrors,
  type JSONRPCMessage,
  listedTools,
  serveStdio as serve,
  StdioServerTransport,
  type Transport,
} from "./server.ts";

/** How long answers under way may still take once standard input has ended; a host expects the end within 1 s. */
const LAST_ANSWERS_MS = 700;
/** Longest diagnostic of the library in characters: it shows a bad line with a page of complaints. */
const MAX_LOG_CHARS = 500;

/** Serves until the host closes standard input. */
export async function serveStdio(app: App, log: (line: string) => void): Promise<void> {
  const { version, surface, guidance } = app;
  const session = app.openSession();
  const parts = {
    version,
    instructions: app.instructions("stdio_ephemeral"),
    tools: listedTools(surface),
    guidance,
    dispatch: session.dispatch,
  };
  const transport = new StdioServerTransport();
  completeErrors(transport);
  const under = new UnderWay(transport);
  // The library drops unanswered requests at the end of input, which would leave `frigg < requests` without answers.
  transport._onstdinclose = () => void under.settled(LAST_ANSWERS_MS).then(() => transport.close());
  serve(() => buildServer(parts), {
    transport,
    onerror: (error) => log(`mcp: ${error.message.slice(0, MAX_LOG_CHARS)}`),
  });
  under.watch();
  await closed(transport);
  session.close();
}

/** The requests of a connection that wait for their answer. */
class UnderWay {
  readonly #ids = new Set<string | number>();
  readonly #transport: Transport;
  #idle = (): void => {};

  constructor(transport: Transport) {
    this.#transport = transport;
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (!("method" in message) && message.id !== undefined) this.#done(message.id);
    };
  }

  /** Starts to look at what comes in; called once the transport has its receiver. */
  watch(): void {
    const receive = this.#transport.onmessage;
    this.#transport.onmessage = (message, extra) => {
      this.#note(message);
      receive?.(message, extra);
    };
  }

  /** Waits until every request is answered, but no longer than `limitMs`. */
  async settled(limitMs: number): Promise<void> {
    if (this.#ids.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    this.#idle = resolve;
    await promise;
    clearTimeout(timer);
  }

  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#ids.add(message.id);
    // A cancelled request gets no answer.
    const cancelled = message.method === "notifications/cancelled"
      ? message.params?.["requestId"]
      : undefined;
    if (typeof cancelled === "string" || typeof cancelled === "number") this.#done(cancelled);
  }

  #done(id: string | number): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#idle();
  }
}

function closed(transport: Transport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    resolve();
  };
  return promise;
}
