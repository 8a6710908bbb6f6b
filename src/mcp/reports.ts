/**
 * Progress of one call as MCP notifications, for a client that gave a token.
 *
 * Progress that a notification tells may only grow, and nothing is told once the call has its answer or was cancelled.
 * @module
 */
import type { CallOptions } from "../contract/tool.ts";

interface Call {
  /** Sends a notification that belongs to the call. */
  readonly notify: (
    notification: { method: string; params: Record<string, unknown> },
  ) => Promise<void>;
  /** Fires when the client wants no answer any more. */
  readonly signal: AbortSignal;
}

export class Reports implements Disposable {
  readonly #token: string | number | undefined;
  readonly #notify: Call["notify"];
  readonly #signal: AbortSignal;
  #last = -1;
  #over = false;

  constructor(token: string | number | undefined, { notify, signal }: Call) {
    this.#token = token;
    this.#notify = notify;
    this.#signal = signal;
  }

  /** The option of a call: nothing without a token. */
  get option(): Pick<CallOptions, "progress"> {
    const token = this.#token;
    if (token === undefined) return {};
    return { progress: (...step) => this.#tell(token, ...step) };
  }

  [Symbol.dispose](): void {
    this.#over = true;
  }

  #tell(token: string | number, done: number, total: number | undefined, what: string): void {
    // Several repositories may be indexed, one after the other.
    if (this.#over || this.#signal.aborted || done <= this.#last) return;
    this.#last = done;
    const bound = total === undefined ? {} : { total };
    const message = `Indexing ${what}`;
    const params = { progressToken: token, progress: done, ...bound, message };
    // A client that is gone needs no progress; its call ends by its own signal.
    this.#notify({ method: "notifications/progress", params }).catch(() => {});
  }
}
