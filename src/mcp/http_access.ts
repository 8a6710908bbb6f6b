/**
 * Who may speak to the server: only pages and programs that know it by its own name, and with the token if there is
 * one.
 *
 * A browser sends requests to loopback addresses for any page it shows. The Host header tells pages that rebound
 * their name to this address, the Origin header those that use ours.
 * @module
 */
import { plainError } from "./http_errors.ts";

export interface AccessRules {
  /** What the server is bound to: a name, or an address with or without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly token: string | undefined;
}

export interface Access {
  /** The refusal of a foreign Host or Origin. */
  refuseForeign(request: Request): Response | undefined;
  /** The refusal of a wrong token. */
  refuseUnknown(request: Request): Promise<Response | undefined>;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export function createAccess({ hostname, port, token }: AccessRules): Access {
  const hosts = isUnspecified(hostname) ? undefined : allowedHosts(hostname, port);
  return {
    refuseForeign: (request) => refuseForeign(request, hosts),
    refuseUnknown: (request) => refuseUnknown(request, token),
  };
}

/** Whether only this machine reaches the address. */
export function isLoopback(hostname: string): boolean {
  const host = canonicalHost(hostname);
  return LOOPBACK_NAMES.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * The host as a URL shows it: lower case, addresses in their shortest form, IPv6 in brackets.
 *
 * @throws {TypeError} if it is no host
 */
export function canonicalHost(hostname: string): string {
  const bracketed = hostname.includes(":") && !hostname.startsWith("[");
  const url = new URL(`http://${bracketed ? `[${hostname}]` : hostname}/`);
  if (url.pathname !== "/" || url.port !== "" || url.username !== "" || url.search !== "") {
    throw new TypeError(`Cannot use "${hostname}" as a host`);
  }
  return url.hostname;
}

/** Whether the address stands for every one of the machine, so that nobody knows the names it is reached by. */
function isUnspecified(hostname: string): boolean {
  return ["0.0.0.0", "[::]"].includes(canonicalHost(hostname));
}

function allowedHosts(hostname: string, port: number): ReadonlySet<string> {
  const own = canonicalHost(hostname);
  const names = isLoopback(hostname) ? [own, ...LOOPBACK_NAMES] : [own];
  return new Set(names.flatMap((name) => [name, `${name}:${port}`]));
}

function refuseForeign(
  request: Request,
  hosts: ReadonlySet<string> | undefined,
): Response | undefined {
  // HTTP/2 has no Host header; there the URL tells.
  const host = (request.headers.get("host") ?? hostOf(request)).toLowerCase();
  if (hosts !== undefined && !hosts.has(host)) {
    return plainError(403, "access_denied", "The Host header names another server");
  }
  const origin = request.headers.get("origin");
  if (origin === null || origin.toLowerCase() === `http://${host}`) return undefined;
  return plainError(403, "access_denied", "The Origin header names another site");
}

function hostOf({ url }: Request): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

async function refuseUnknown(
  request: Request,
  token: string | undefined,
): Promise<Response | undefined> {
  if (token === undefined) return undefined;
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given !== undefined && await isSame(given, token)) return undefined;
  return plainError(401, "access_denied", "The bearer token is missing or wrong", {
    "www-authenticate": "Bearer",
  });
}

/** Compares in a time that tells nothing about where two texts differ: digests, and all of their bytes. */
async function isSame(given: string, wanted: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(wanted)]);
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
