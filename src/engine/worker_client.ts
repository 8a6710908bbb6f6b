/**
 * One Worker as the host sees it: requests go out with an id, replies come back in any order.
 *
 * A call ends when its reply comes, when its signal fires, when its deadline has passed or when the worker dies,
 * whichever is first; a later reply to it is dropped.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { cancelled, replyError, workerCrash } from "./call_errors.ts";
import { type CallLimits, watchLimits } from "./call_limits.ts";
import type { Searches } from "../search/searches.ts";
import { CancelFlags } from "./cancel_flags.ts";
import type {
  AttachMessage,
  HandedOver,
  OperationName,
  Operations,
  ReplyMessage,
  SearchKind,
} from "./protocol.ts";

/** Milliseconds after an abandoned call in which a worker must answer anything, or it counts as hung. */
const HUNG_MS = 10_000;

interface Pending {
  /** Takes a reply to this call; `MessageEvent` because only the call knows the type of its result. */
  receive(event: MessageEvent): void;
  fail(reason: Error): void;
}

/** What one call of a worker may take, and who is told of what it hands over before its reply. */
export interface WorkerLimits extends CallLimits {
  readonly built?: (built: HandedOver) => void;
}

/** A running Worker. Once it is dead, every call is refused and another must be started. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #flags = new CancelFlags();
  /** Flag of each call that the worker has not answered, abandoned ones included. */
  readonly #slots = new Map<number, number>();
  #hungTimer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #death: ToolError | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    const attach: AttachMessage = { cancelFlags: this.#flags.buffer };
    worker.postMessage(attach);
    worker.onmessage = (event): void => this.#receive(event);
    worker.onmessageerror = (): void => this.terminate(workerCrash("a reply could not be read"));
    worker.onerror = (event): void => {
      // Otherwise the error would go on to end the whole process.
      event.preventDefault();
      this.terminate(workerCrash(event.message));
    };
  }

  get dead(): boolean {
    return this.#death !== undefined;
  }

  /**
   * Runs one operation in the worker.
   *
   * @throws {ToolError} cancelled, timeout, internal (`worker_crash`), and what the operation refuses
   * @throws {Error} a bug of the operation, with its stack
   */
  call<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]["request"],
    limits: WorkerLimits,
    transfer: Transferable[] = [],
  ): Promise<Operations[Name]["result"]> {
    return this.#post(operation, request, limits, transfer);
  }

  /** As `call("search", …)`, with the result's type following the kind. */
  search<Kind extends SearchKind>(
    kind: Kind,
    request: Searches[Kind]["request"],
    limits: CallLimits,
  ): Promise<Searches[Kind]["result"]> {
    return this.#post("search", { kind, request }, limits);
  }

  /** Ends the worker at once, and the calls in flight with `reason`. */
  terminate(reason: ToolError = workerCrash("it was stopped")): void {
    clearTimeout(this.#hungTimer);
    this.#death ??= reason;
    this.#worker.terminate();
    for (const { fail } of [...this.#pending.values()]) fail(this.#death);
  }

  async #post<Result>(
    operation: OperationName,
    request: unknown,
    limits: WorkerLimits,
    transfer: Transferable[] = [],
  ): Promise<Result> {
    if (this.#death !== undefined) throw this.#death;
    if (limits.signal.aborted) throw cancelled();
    const id = this.#nextId++;
    const slot = this.#flags.take();
    this.#slots.set(id, slot);
    const deadlineMs = Date.now() + (limits.deadlineMs ?? Infinity);
    const result = this.#expect<Result>(id, slot, limits);
    this.#worker.postMessage({ id, operation, request, deadlineMs, slot }, transfer);
    return await result;
  }

  #expect<Result>(id: number, slot: number, limits: WorkerLimits): Promise<Result> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        unwatch();
        this.#pending.delete(id);
      };
      const fail = (reason: Error): void => {
        end();
        reject(reason);
      };
      const unwatch = watchLimits(limits, (reason) => {
        this.#flags.set(slot);
        this.#expectLife();
        fail(reason);
      });
      const receive = (event: MessageEvent): void => {
        const reply: ReplyMessage<Result> = event.data;
        if (reply.kind === "progress") {
          return limits.progress?.(reply.done, reply.total, reply.what);
        }
        if (reply.kind === "built") return limits.built?.(reply.built);
        if (reply.kind !== "result") return fail(replyError(reply));
        end();
        resolve(reply.result);
      };
      this.#pending.set(id, { receive, fail });
    });
  }

  #receive(event: MessageEvent<ReplyMessage>): void {
    clearTimeout(this.#hungTimer);
    this.#hungTimer = undefined;
    const { kind } = event.data;
    if (kind !== "progress" && kind !== "built") this.#releaseSlot(event.data.id);
    this.#pending.get(event.data.id)?.receive(event);
  }

  #releaseSlot(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined || !this.#slots.delete(id)) return;
    this.#flags.release(slot);
  }

  #expectLife(): void {
    this.#hungTimer ??= setTimeout(() => this.terminate(workerCrash("it hangs")), HUNG_MS);
  }
}
