/**
 * Whole processes: how fast they answer after their start, and how much memory they hold.
 *
 * Memory is what Linux says is resident; on other systems there is no row.
 * @module
 */
import { MCP_INITIALIZE, request } from "./messages.ts";
import { friggCommand } from "../frigg_command.ts";
import { exists } from "../exists.ts";
import { type Corpus, RARE_WORD } from "./corpus.ts";
import { cost, type Row } from "./row.ts";
import { median, timed } from "./timing.ts";

const STARTS = 5;
const START_MS = 250;
const QUERIES = [RARE_WORD, "return", "function", "export", "class", "import"];

export async function processRows(corpus: Corpus, stateDir: string): Promise<Row[]> {
  const kind = Deno.env.get("FRIGG_BIN") === undefined ? "source" : "binary";
  const startMs = median(await startTimes(corpus, stateDir));
  return [
    cost(`process start to initialize, ${kind}`, startMs, "ms", { target: START_MS }),
    ...await memoryRows(corpus, stateDir),
  ];
}

async function startTimes(corpus: Corpus, stateDir: string): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    await using server = new Server(corpus, stateDir);
    all.push(await timed(() => server.ask(MCP_INITIALIZE)));
  }
  return all;
}

async function memoryRows(corpus: Corpus, stateDir: string): Promise<Row[]> {
  if (!await exists("/proc/self/status")) return [];
  await using server = new Server(corpus, stateDir);
  await server.ask(MCP_INITIALIZE);
  const idle = await residentBytes(server.pid, "VmRSS");
  for (const query of QUERIES) {
    await server.ask(request("tools/call", { name: "search_text", arguments: { query } }));
  }
  const serving = await residentBytes(server.pid, "VmRSS");
  const peak = await peakOfIndexing(corpus);
  return [
    cost("memory before the first call", idle / 1e6, "MB"),
    cost("memory while serving", serving / 1e6, "MB"),
    cost("memory while serving, part of the source", serving / corpus.bytes, "times", {
      target: 5,
    }),
    cost("memory while indexing, peak", peak / 1e6, "MB"),
  ];
}

async function peakOfIndexing({ root }: Corpus): Promise<number> {
  const stateDir = await Deno.makeTempDir({ prefix: "frigg-bench-" });
  const args = ["index", "--quiet", "--workspace-root", root, "--state-dir", stateDir];
  const { program, args: all } = friggCommand(args);
  const child = new Deno.Command(program, { args: [...all], stdout: "null" }).spawn();
  let peak = 0;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(child.pid, "VmHWM").catch(gone));
  }, 20);
  await child.status;
  clearInterval(watch);
  await Deno.remove(stateDir, { recursive: true });
  return peak;
}

/** Of a process that has just ended. */
function gone(error: unknown): number {
  if (error instanceof Deno.errors.NotFound || error instanceof NoSuchLine) return 0;
  throw error;
}

class NoSuchLine extends Error {}

async function residentBytes(pid: number, line: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const kilobytes = new RegExp(`^${line}:\\s*(\\d+) kB`, "m").exec(status)?.[1];
  if (kilobytes === undefined) throw new NoSuchLine(`Cannot find ${line} of process ${pid}`);
  return Number(kilobytes) * 1024;
}

/** The program as an MCP host starts it. */
class Server implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;

  constructor({ root }: Corpus, stateDir: string) {
    const { program, args } = friggCommand(["--workspace-root", root, "--state-dir", stateDir]);
    this.#process = new Deno.Command(program, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#reader = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Sends a request and waits until an answer has come whole. */
  async ask(message: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(message));
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("The server ended before it answered");
      if (value.endsWith("\n")) return;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    while (!(await this.#reader.read()).done);
    await this.#process.status;
  }
}
