/**
 * Pyright's language server over a folder.
 * @module
 */
import type { Oracle, Spot } from "./oracle.ts";

const SERVER = "npm:pyright@1.1.408/pyright-langserver";
/** Kinds of call hierarchy items that are functions or methods (LSP `SymbolKind`). */
const CALLERS: ReadonlySet<number> = new Set([6, 9, 12]);

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
}
interface Located {
  readonly uri: string;
  readonly range: Range;
}
interface Item extends Located {
  readonly kind: number;
}

export async function openOracle(root: string, paths: readonly string[]): Promise<Oracle> {
  const server = new Server();
  const uriOf = (path: string): string => `file://${root}/${path}`;
  const wanted = new Set(paths);
  const spots = (all: readonly Located[]): Spot[] =>
    all.flatMap(({ uri, range }) => {
      const path = decodeURIComponent(uri).slice(`file://${root}/`.length);
      const { line, character } = range.start;
      return wanted.has(path) ? [{ path, line, column: character }] : [];
    });
  await server.request("initialize", {
    processId: null,
    rootUri: `file://${root}`,
    workspaceFolders: [{ uri: `file://${root}`, name: "root" }],
    capabilities: { textDocument: { callHierarchy: {} }, workspace: { configuration: true } },
  });
  server.notify("initialized", {});
  for (const path of paths) {
    const text = await Deno.readTextFile(`${root}/${path}`);
    const textDocument = { uri: uriOf(path), languageId: "python", version: 1, text };
    server.notify("textDocument/didOpen", { textDocument });
  }
  const at = ({ path, line, column }: Spot): Record<string, unknown> => ({
    textDocument: { uri: uriOf(path) },
    position: { line, character: column },
  });
  return {
    definitions: async (spot) => {
      const found = await server.request<Located[] | null>("textDocument/definition", at(spot));
      return found === null || found.length === 0 ? undefined : spots(found);
    },
    references: async (spot) => {
      const context = { includeDeclaration: false };
      const found = await server.request<Located[] | null>("textDocument/references", {
        ...at(spot),
        context,
      });
      return spots(found ?? []);
    },
    incomingCalls: async (spot) => {
      const items = await server.request<Item[] | null>(
        "textDocument/prepareCallHierarchy",
        at(spot),
      );
      const [item] = items ?? [];
      if (item === undefined) return [];
      const calls = await server.request<{ from: Item; fromRanges: Range[] }[] | null>(
        "callHierarchy/incomingCalls",
        { item },
      );
      return (calls ?? []).filter(({ from }) => CALLERS.has(from.kind)).flatMap((call) =>
        spots(call.fromRanges.map((range) => ({ uri: call.from.uri, range })))
      );
    },
    close: () => server.close(),
  };
}

/** One language server, spoken to over its pipes. */
class Server {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #next = 1;

  constructor() {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-lock", "--no-config", "-A", SERVER, "--stdio"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      env: { DENO_NO_UPDATE_CHECK: "1" },
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#read();
  }

  async request<T>(method: string, params: unknown): Promise<T> {
    const id = this.#next++;
    const answer = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    await this.#send({ jsonrpc: "2.0", id, method, params });
    // The server is what it says it is; a bench that is lied to prints nonsense and nothing worse.
    return JSON.parse(JSON.stringify(await answer ?? null));
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  async close(): Promise<void> {
    await this.#input.close();
    this.#child.kill();
    await this.#child.status;
  }

  async #send(message: unknown): Promise<void> {
    const body = JSON.stringify(message);
    const { length } = new TextEncoder().encode(body);
    // In one write: another message must not come in between.
    await this.#input.write(
      new TextEncoder().encode(`Content-Length: ${length}\r\n\r\n${body}`),
    );
  }

  async #read(): Promise<void> {
    let buffer = new Uint8Array();
    for await (const chunk of this.#child.stdout) {
      const joined = new Uint8Array(buffer.length + chunk.length);
      joined.set(buffer);
      joined.set(chunk, buffer.length);
      buffer = this.#take(joined);
    }
  }

  /** Handles the whole messages of a buffer and returns what is left. */
  #take(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    let rest = buffer;
    while (true) {
      const head = new TextDecoder("latin1").decode(rest.subarray(0, 200));
      const length = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(head);
      if (length === null) return rest;
      const start = length[0].length;
      const end = start + Number(length[1]);
      if (rest.length < end) return rest;
      this.#handle(JSON.parse(new TextDecoder().decode(rest.subarray(start, end))));
      rest = rest.slice(end);
    }
  }

  #handle(message: { id?: number; method?: string; result?: unknown; params?: unknown }): void {
    if (message.id === undefined) return;
    if (message.method === undefined) {
      this.#waiting.get(message.id)?.(message.result);
      this.#waiting.delete(message.id);
      return;
    }
    // Requests of the server: its settings, one for each item it asks for.
    const items = message.method === "workspace/configuration" ? [{}, {}, {}] : null;
    this.#send({ jsonrpc: "2.0", id: message.id, result: items });
  }
}
