/**
 * What one request may use: until it is cancelled, until its deadline, and never the whole worker.
 *
 * Every loop of a worker asks its budget, at most every 1,000 rows or one file.
 * @module
 */
import { nextTurn } from "../platform/turn.ts";
import { cancelled, timedOut } from "./call_errors.ts";

/** Milliseconds of work after which other requests get their turn. */
const SLICE_MS = 10;

/** The limits under which a request runs. */
export interface BudgetLimits {
  /** Epoch milliseconds; Infinity without a deadline. */
  readonly deadlineMs: number;
  readonly isCancelled: () => boolean;
}

/** Asked by every loop. */
export class Budget {
  readonly #limits: BudgetLimits;
  #sliceStartMs = performance.now();

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get cancelled(): boolean {
    return this.#limits.isCancelled();
  }

  get timedOut(): boolean {
    return Date.now() >= this.#limits.deadlineMs;
  }

  /**
   * Goes on only if the request still may.
   *
   * @throws {ToolError} cancelled, timeout
   */
  readonly check = (): void => {
    if (this.cancelled) throw cancelled();
    if (this.timedOut) throw timedOut();
  };

  /**
   * As `check()`, and lets the worker's other requests run if this one has had a slice of time.
   *
   * @throws {ToolError} cancelled, timeout
   */
  readonly breathe = async (): Promise<void> => {
    this.check();
    if (performance.now() - this.#sliceStartMs < SLICE_MS) return;
    await nextTurn();
    this.#sliceStartMs = performance.now();
    this.check();
  };
}
