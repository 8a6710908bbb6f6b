/**
 * Letting others run.
 * @module
 */
import { setImmediate } from "node:timers";

/** Lets the event loop take messages; a resolved promise alone would not, and a timer waits a millisecond or more. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
