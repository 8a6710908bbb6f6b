/**
 * The program as a host starts it: from source, or the compiled file that FRIGG_BIN names.
 * @module
 */
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { FRIGG_FLAGS } from "../../scripts/runtime_flags.ts";

/** Command and arguments that start the program. */
export function programCommand(
  args: readonly string[],
): { readonly command: string; readonly args: string[] } {
  const binary = Deno.env.get("FRIGG_BIN");
  return binary === undefined ? sourceCommand(args) : { command: binary, args: [...args] };
}

/** The same from source, also where the compiled file is tested. */
export function sourceCommand(
  args: readonly string[],
): { readonly command: string; readonly args: string[] } {
  const main = new URL("../../main.ts", import.meta.url).pathname;
  return { command: Deno.execPath(), args: ["run", "--quiet", ...FRIGG_FLAGS, main, ...args] };
}

/**
 * What the program needs of the environment: nothing for the compiled file, its cache for Deno.
 *
 * MCP clients start a server with few variables. Without this Deno would look for its packages elsewhere.
 */
export function programEnvironment(): Record<string, string> {
  return Deno.env.get("FRIGG_BIN") === undefined ? sourceEnvironment() : {};
}

/** What the program from source needs of the environment. */
export function sourceEnvironment(): Record<string, string> {
  const { DENO_DIR, HOME, XDG_CACHE_HOME } = Deno.env.toObject();
  const cache = DENO_DIR ?? `${XDG_CACHE_HOME ?? `${HOME}/.cache`}/deno`;
  return { DENO_DIR: cache, DENO_NO_UPDATE_CHECK: "1" };
}

/** A running server spoken to line by line. */
export class RawServer {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncIterator<string>;
  readonly stderr: Promise<string>;
  /** Every line of stdout so far. */
  readonly seen: string[] = [];

  constructor(
    args: readonly string[],
    cwd?: string,
    env: Readonly<Record<string, string>> = {},
  ) {
    const { command, args: all } = programCommand(args);
    this.#process = new Deno.Command(command, {
      args: all,
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#lines = linesOf(this.#process.stdout)[Symbol.asyncIterator]();
    this.stderr = new Response(this.#process.stderr).text();
  }

  async send(...messages: readonly unknown[]): Promise<void> {
    const text = messages.map((message) =>
      (typeof message === "string" ? message : JSON.stringify(message)) + "\n"
    );
    await this.sendBytes(new TextEncoder().encode(text.join("")));
  }

  async sendBytes(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** The answer to the request with this id; other messages are passed over. */
  async answer(id: number): Promise<JsonObject> {
    for (;;) {
      const message = await this.next();
      if (message === undefined) throw new Error(`the server ended before it answered ${id}`);
      if (message["id"] === id) return message;
    }
  }

  /** The next message, or undefined at the end. */
  async next(): Promise<JsonObject | undefined> {
    const { value, done } = await this.#lines.next();
    if (done === true) return undefined;
    this.seen.push(value);
    const message: unknown = JSON.parse(value);
    if (!isJsonObject(message)) throw new Error(`not a message: ${value}`);
    return message;
  }

  /** Ends the process without a word, as a power cut would. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#process.status;
    while (await this.next() !== undefined);
    await this.#writer.close().catch(() => {});
    await this.stderr;
  }

  /** Closes standard input and waits for the end; what was still sent is in `seen`. */
  async end(): Promise<{ readonly code: number; readonly tookMs: number }> {
    const start = performance.now();
    await this.#writer.close();
    while (await this.next() !== undefined);
    const { code } = await this.#process.status;
    return { code, tookMs: performance.now() - start };
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The messages that open a connection of the 2025 era. */
export const INITIALIZE: readonly JsonObject[] = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

/** A `tools/call` request. */
export function callMessage(id: number, name: string, args: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}
