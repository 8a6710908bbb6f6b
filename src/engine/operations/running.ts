/**
 * What every operation is given besides its request.
 * @module
 */
import type { Budget } from "../budget.ts";
import type { HandedOver } from "../protocol.ts";
import type { Opened } from "../worker_state.ts";

export interface Running {
  readonly opened: Opened;
  readonly budget: Budget;
  /** Tells how far the operation is; `total` is absent until it is known. */
  readonly progress: (done: number, total: number | undefined, what: string) => void;
  /** Gives away a snapshot and the memory it lies in. */
  readonly handOver: (built: HandedOver) => void;
}
