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
  listedTools,
  serveStdio as serve,
  type Transport,
} from "./server.ts";
import { type ByteStreams, StdioTransport } from "./stdio_transport.ts";

/** Longest diagnostic of the library in characters. */
const MAX_LOG_CHARS = 500;

/** Serves until the host closes the input. */
export async function serveStdio(
  app: App,
  streams: ByteStreams,
  log: (line: string) => void,
): Promise<void> {
  const { version, surface, guidance } = app;
  const session = app.openSession();
  const parts = {
    version,
    instructions: app.instructions("stdio_ephemeral"),
    tools: listedTools(surface),
    guidance,
    dispatch: session.dispatch,
  };
  const transport = new StdioTransport(streams);
  completeErrors(transport);
  serve(() => buildServer(parts), {
    transport,
    onerror: (error) => log(`mcp: ${error.message.slice(0, MAX_LOG_CHARS)}`),
  });
  await closed(transport);
  session.close();
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
