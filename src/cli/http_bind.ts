/**
 * Where `frigg serve` listens, and whether it may.
 *
 * Everybody who reaches the server reads the workspace, so an address that others reach needs a token and a flag.
 * @module
 */
import { canonicalHost, isLoopback } from "../mcp/http_access.ts";
import type { Flags } from "./flags.ts";
import { usageError } from "./exit.ts";

export interface HttpBind {
  /** A name or an address, IPv6 without brackets. */
  readonly hostname: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly token: string | undefined;
}

export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 37_444;
export const TOKEN_VARIABLE = "FRIGG_MCP_HTTP_AUTH_TOKEN";
const MAX_PORT = 65_535;

/**
 * The address from the flags; `token` is the variable as it was given.
 *
 * @throws {CommandError} usage, for a blank token too: whoever set one expects a locked server
 */
export function readHttpBind(flags: Flags, token: string | undefined): HttpBind {
  const hostname = readHost(flags.value("host") ?? DEFAULT_HOST);
  const bind = { hostname, port: readPort(flags.value("port")), token: readToken(token) };
  if (isLoopback(hostname)) return bind;
  const missing = [
    ...(flags.has("allow-remote-http") ? [] : ["--allow-remote-http"]),
    ...(bind.token === undefined ? [`a token in ${TOKEN_VARIABLE}`] : []),
  ];
  if (missing.length === 0) return bind;
  throw usageError(
    `Cannot listen on "${hostname}": others can reach it, which needs ${missing.join(" and ")}`,
    `Leave --host out to listen on ${DEFAULT_HOST}`,
  );
}

/** The address of the protocol, as clients are given it. */
export function endpointUrl(hostname: string, port: number): string {
  return `http://${canonicalHost(hostname)}:${port}/mcp`;
}

function readHost(text: string): string {
  try {
    // IPv6 in its shortest form, but as the system wants it.
    return canonicalHost(text.trim()).replace(/^\[(.*)\]$/, "$1");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`Cannot use "${text}" for --host`, "Give a host name or an address");
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^[0-9]+$/.test(text.trim()) ? Number(text) : NaN;
  if (port >= 0 && port <= MAX_PORT) return port;
  throw usageError(`Cannot use "${text}" for --port`, `Give a whole number from 0 to ${MAX_PORT}`);
}

function readToken(given: string | undefined): string | undefined {
  const token = given?.trim();
  if (token === "") {
    throw usageError(`Cannot use ${TOKEN_VARIABLE}: it is blank`, "Unset it, or give a token");
  }
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw usageError(
    `Cannot use ${TOKEN_VARIABLE}: no client can send it`,
    "Use printable ASCII without spaces",
  );
}
