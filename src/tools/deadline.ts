/**
 * A signal that ends one call: when its caller aborts, or when its time is over.
 *
 * Not `AbortSignal.any` with `AbortSignal.timeout`: their timers and listeners outlive a call that was quick.
 * @module
 */

/** Aborts `signal` after `limitMs` milliseconds, or never without a limit, or with its caller. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: AbortSignal, limitMs: number | undefined) {
    this.#caller = caller;
    if (limitMs !== undefined) this.#timer = setTimeout(this.#abort, limitMs);
    if (caller.aborted) this.#abort();
    else caller.addEventListener("abort", this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort();
}
