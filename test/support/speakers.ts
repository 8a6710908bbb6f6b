/**
 * The clients that people use, each behind the same few functions, over standard input and output or over HTTP.
 * @module
 */
import assert from "node:assert/strict";
import {
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isJsonObject, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { asSaid, type Said, type Speaker } from "./conversation.ts";
import { programCommand, programEnvironment } from "./program.ts";
import { list } from "./json.ts";
import * as v1 from "./sdk_v1.ts";

/** Where the program is found: started on a folder, or listening. */
export type Place =
  | { readonly kind: "stdio"; readonly root: string }
  | { readonly kind: "http"; readonly url: URL };

const INFO = { name: "test", version: "1" };

/** Longer than a call takes to reach its worker; cancelled sooner it would be no different to the client. */
const CANCEL_AFTER_MS = 100;

/** The client of the second generation. */
export async function secondGeneration(
  place: Place,
  mode: VersionNegotiationMode,
  version: string,
): Promise<Speaker> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(
    place.kind === "http"
      ? new StreamableHTTPClientTransport(place.url)
      : new StdioClientTransport(started(place.root)),
  );
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  assert.equal(client.getServerVersion()?.name, "frigg");
  return {
    remembers: true,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => said(client.callTool({ name, arguments: { ...args } })),
    cancel: (name, args) =>
      takenBack((signal) => client.callTool({ name, arguments: { ...args } }, { signal })),
    close: () => client.close(),
  };
}

/** The client of the first generation. */
export async function firstGeneration(place: Place): Promise<Speaker> {
  const client = new v1.Client(INFO);
  await client.connect(
    place.kind === "http"
      ? new v1.StreamableHTTPClientTransport(place.url)
      : new v1.StdioClientTransport(started(place.root)),
  );
  return {
    remembers: true,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => said(client.callTool({ name, arguments: { ...args } })),
    cancel: (name, args) =>
      takenBack((signal) =>
        client.callTool({ name, arguments: { ...args } }, undefined, { signal })
      ),
    close: () => client.close(),
  };
}

/** The inspector's package is large and needs Node. */
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

/**
 * The inspector's command line, a process for every call.
 *
 * So it has a session for every call, but for the protocol without sessions.
 */
export function inspector(place: Place): Speaker {
  const target = place.kind === "http"
    ? [place.url.href, "--protocol-era", "modern"]
    : serverWords(place.root);
  const inspect = (...words: string[]): Promise<Said> =>
    run([...target, "--format", "json", "--method", ...words]);
  return {
    remembers: place.kind === "http",
    listTools: async () => {
      // Schemas that some hosts cannot use make it end with an error.
      const listed = await inspect("tools/list", "--strict");
      assert("result" in listed, JSON.stringify(listed));
      return list(listed.result, "tools").map(({ name }) => String(name));
    },
    call: (tool, args) =>
      inspect("tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)),
    close: () => Promise.resolve(),
  };
}

async function run(words: readonly string[]): Promise<Said> {
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", INSPECTOR, "--cli", ...words],
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  const { result } = lastObject(decoder.decode(stdout));
  if (code === 0 && isJsonObject(result)) return { result };
  const { error } = lastObject(decoder.decode(stderr));
  const message = isJsonObject(error) ? error["message"] : undefined;
  return { refused: { message: typeof message === "string" ? message : decoder.decode(stderr) } };
}

/** The last line that is a JSON object; between its lines the inspector prints words for people. */
function lastObject(text: string): JsonObject {
  const line = text.split("\n").findLast((one) => one.startsWith("{"));
  const value: unknown = line === undefined ? {} : JSON.parse(line);
  return isJsonObject(value) ? value : {};
}

function serverWords(root: string): string[] {
  const { command, args } = programCommand(["--workspace-root", root]);
  return [command, ...args];
}

function started(
  root: string,
): { command: string; args: string[]; env: Record<string, string>; stderr: "ignore" } {
  const program = programCommand(["--workspace-root", root]);
  return { ...program, env: programEnvironment(), stderr: "ignore" };
}

async function said(answer: Promise<object>): Promise<Said> {
  try {
    return asSaid(await answer);
  } catch (error) {
    if (!(error instanceof ProtocolError) && !(error instanceof v1.McpError)) throw error;
    return { refused: { message: error.message, data: toJsonObject(error.data) } };
  }
}

async function takenBack(call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const ending = new AbortController();
  const answer = call(ending.signal);
  const timer = setTimeout(() => ending.abort(), CANCEL_AFTER_MS);
  await assert.rejects(answer, "the call was answered before it was cancelled");
  clearTimeout(timer);
}
