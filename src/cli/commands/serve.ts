/**
 * `frigg serve`: MCP over HTTP until the process is told to end.
 * @module
 */
import type { App } from "../../app.ts";
import type { HttpHandler } from "../../mcp/http.ts";
import { httpHandler } from "../../mcp/serve_http.ts";
import { type HttpServer, isAddressTaken, listenHttp } from "../../platform/http_server.ts";
import { environment, givenEnvironment, stopRequested } from "../../platform/process.ts";
import type { Command, CommandCall } from "../command.ts";
import { environmentError, EXIT, type ExitCode } from "../exit.ts";
import type { Option } from "../flags.ts";
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  endpointUrl,
  type HttpBind,
  readHttpBind,
  TOKEN_VARIABLE,
} from "../http_bind.ts";
import { namedRoots } from "../roots.ts";
import { profileWarning } from "../settings.ts";
import { openApp } from "../with_app.ts";

/** How long connections may take to end once every session has. */
const LAST_CONNECTIONS_MS = 1_000;

/** Where to listen. */
const SERVE_OPTIONS: readonly Option[] = [
  { flags: "--port N", text: `port to listen on, 0 for a free one (default: ${DEFAULT_PORT})` },
  { flags: "--host HOST", text: `address to listen on (default: ${DEFAULT_HOST})` },
  {
    flags: "--allow-remote-http",
    text: `allow an address that others reach; needs ${TOKEN_VARIABLE} too`,
  },
];

export const serve: Command = {
  name: "serve",
  summary: "Serve MCP over HTTP on /mcp, with /healthz and /status",
  options: SERVE_OPTIONS,
  examples: ["frigg serve", "frigg serve --port 8080 --workspace-root ~/shop"],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  const bind = readHttpBind(call.flags, givenEnvironment(TOKEN_VARIABLE));
  const warning = profileWarning(environment);
  if (warning !== undefined) call.console.warn(warning);
  const app = openApp(call, namedRoots(call.settings), "http");
  try {
    await serveOverHttp(app, bind, call);
    return EXIT.ok;
  } finally {
    await app.close();
  }
}

/** Serves until the process is told to end. @throws {CommandError} environment if the address is taken */
export async function serveOverHttp(app: App, bind: HttpBind, call: CommandCall): Promise<void> {
  const { server, handler } = start(app, bind, call);
  call.console.note(`frigg serves MCP on ${endpointUrl(bind.hostname, server.port)}`);
  await stopRequested();
  await handler.close();
  await server.stop(LAST_CONNECTIONS_MS);
}

interface Started {
  readonly server: HttpServer;
  readonly handler: HttpHandler;
}

function start(app: App, { hostname, port, token }: HttpBind, { console }: CommandCall): Started {
  const handlerOn = (actual: number): HttpHandler =>
    httpHandler(app, {
      access: { hostname, port: actual, token },
      log: (line) => console.detail(line),
    });
  const onFault = (error: unknown): void => console.warn(`frigg has a fault: ${textOf(error)}`);
  try {
    return listenHttp({ hostname, port, onFault }, handlerOn);
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw environmentError(
      `Cannot listen on ${hostname}:${port}: something else does`,
      "Name another port with --port",
      error,
    );
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
