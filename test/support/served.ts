/**
 * `frigg serve` as a process of its own: from source, or the compiled file that FRIGG_BIN names.
 * @module
 */
import type { JsonObject } from "../../src/contract/json.ts";
import { beginSession, post } from "./http.ts";
import { callMessage, programCommand, programEnvironment } from "./program.ts";

export interface ServedEnd {
  readonly code: number;
  readonly stdout: string;
  /** What it wrote after the line with its address. */
  readonly stderr: string;
}

export class ServedProgram implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #stdout: Promise<string>;
  readonly #stderr: Promise<string>;
  /** Of the protocol. */
  readonly url: URL;

  private constructor(process: Deno.ChildProcess, url: URL, stderr: Promise<string>) {
    this.#process = process;
    this.#stdout = new Response(process.stdout).text();
    this.#stderr = stderr;
    this.url = url;
  }

  /** Starts it on a free port of the loopback address and waits until it listens. */
  static async start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServedProgram> {
    const process = startProgram(["serve", "--port", "0", ...args], env);
    const reader = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the server ended: ${text}`);
      text += value;
      const url = /http:\S+\/mcp(?=\n)/.exec(text)?.[0];
      if (url !== undefined) return new ServedProgram(process, new URL(url), restOf(reader));
    }
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** A client of the 2025 era; gives its function to call a tool, whose answer is the whole message. */
  async client(): Promise<(tool: string, args: JsonObject) => Promise<JsonObject>> {
    const session = { "mcp-session-id": await beginSession(this.url) };
    let id = 0;
    return async (tool, args) =>
      (await post(this.url, callMessage(++id, tool, args), session)).body ?? {};
  }

  /** Asks it to end, as a service manager does. */
  async stop(): Promise<ServedEnd> {
    this.#process.kill("SIGTERM");
    const { code } = await this.#process.status;
    return { code, stdout: await this.#stdout, stderr: await this.#stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The program with these arguments, without standard input. */
export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Deno.ChildProcess {
  const { command, args: all } = programCommand(args);
  return new Deno.Command(command, {
    args: all,
    env: { ...programEnvironment(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function restOf(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
}
