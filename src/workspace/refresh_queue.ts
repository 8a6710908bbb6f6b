/**
 * One refresh of a watcher at a time in the whole process, and a few that wait: a branch switch in many repositories
 * must not start as many builders.
 * @module
 */
import { WATCH_QUEUE_DEPTH } from "../contract/limits.ts";

export class RefreshQueue {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  /** Refreshes that wait now. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Runs `work` when its turn comes; gives undefined at once if too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#busy && this.#waiting.length >= WATCH_QUEUE_DEPTH) return undefined;
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  async #turn(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
  }

  /** Hands the turn on without letting anybody in between. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}
