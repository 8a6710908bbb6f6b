/**
 * Engines on scratch trees, and one worker's side without a Worker.
 * @module
 */
import { CancelFlags } from "../../src/engine/cancel_flags.ts";
import { type EngineOptions, startEngine } from "../../src/engine/host.ts";
import type {
  AnyRequest,
  HandedOver,
  OpenRequest,
  OperationName,
  Operations,
  ReplyMessage,
} from "../../src/engine/protocol.ts";
import type { EngineCall, RepositoryEngine } from "../../src/engine/repository_engine.ts";
import { serve } from "../../src/engine/serve.ts";
import type { FileScope, TextRequest } from "../../src/search/requests.ts";
import { LIMITS, NO_IGNORES, type ScratchTree } from "../snapshot/scratch_tree.ts";

export const VERSION = "test";
export const CALL: EngineCall = { signal: new AbortController().signal };
export const SCOPE: FileScope = { includeHidden: false };
export const SLICE = { offset: 0, limit: 200 };

/** A request for a literal with everything else as usual. */
export function literal(query: string, more: Partial<TextRequest> = {}): TextRequest {
  return {
    query,
    patternType: "literal",
    ignoreCase: false,
    word: false,
    scope: SCOPE,
    shape: "rows",
    contextLines: 0,
    slice: SLICE,
    ...more,
  };
}

export class ScratchEngine implements AsyncDisposable {
  readonly engine: RepositoryEngine;

  /** Keeps its index in `.frigg` of the tree, or in memory. */
  constructor(
    tree: ScratchTree,
    { inMemory = false, ...options }: Partial<EngineOptions> & { readonly inMemory?: boolean } = {},
  ) {
    this.engine = startEngine({
      root: tree.root,
      ...(inMemory ? {} : { stateDir: tree.at(".frigg") }),
      limits: LIMITS,
      version: VERSION,
      outerIgnores: () => NO_IGNORES,
      ...options,
    });
  }

  /** Paths in which a word is found. */
  async find(word: string): Promise<string[]> {
    const { rows } = await this.engine.search("text", literal(word), CALL);
    return rows.map(({ path }) => path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
  }
}

/** A message as the other side sees it: of the type that its sender gave it. */
function crossed(data: unknown): MessageEvent["data"] {
  return new MessageEvent("message", { data }).data;
}

type Answer<Name extends OperationName> = ReplyMessage<Operations[Name]["result"]>;

/** The worker's side of one repository in this thread. */
export class LocalWorker {
  readonly #waiting = new Map<number, (reply: ReplyMessage) => void>();
  readonly #handle = serve((reply) => {
    if (reply.kind === "built") this.built = reply.built;
    else if (reply.kind !== "progress") this.#waiting.get(reply.id)?.(reply);
  });
  readonly #slots: number[] = [];
  #nextId = 1;
  /** What was handed over last. */
  built: HandedOver | undefined;

  readonly #flags = new CancelFlags();

  /** Cancels the calls in flight. */
  cancel(): void {
    for (const slot of this.#slots) this.#flags.set(slot);
  }

  static async open(tree: ScratchTree, more: Partial<OpenRequest> = {}): Promise<LocalWorker> {
    const worker = new LocalWorker();
    await worker.#handle({ cancelFlags: worker.#flags.buffer });
    await worker.ask("open", {
      role: "query",
      root: tree.root,
      limits: LIMITS,
      outerIgnores: NO_IGNORES,
      version: VERSION,
      ...more,
    });
    return worker;
  }

  /** The reply as it would cross the boundary. */
  async ask<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
    deadlineMs = Infinity,
  ): Promise<Answer<Name>> {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Answer<Name>>();
    this.#waiting.set(id, (reply) => resolve(crossed(reply)));
    const slot = this.#flags.take();
    this.#slots.push(slot);
    const message = { id, operation, request, deadlineMs, slot };
    const typed: AnyRequest = crossed(message);
    await this.#handle(typed);
    return await promise;
  }

  /** The result of an operation that must succeed. */
  async get<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
  ): Promise<Operations[Name]["result"]> {
    const reply = await this.ask(operation, request);
    if (reply.kind === "result") return reply.result;
    throw new Error(`${operation} failed: ${JSON.stringify(reply)}`);
  }

  /** Code and data of a refusal that must come. */
  async refusal<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
  ): Promise<{ code: string; message: string; data: unknown }> {
    const reply = await this.ask(operation, request);
    if (reply.kind !== "refused") throw new Error(`${operation} was not refused`);
    return { code: reply.code, message: reply.message, data: reply.data };
  }
}
