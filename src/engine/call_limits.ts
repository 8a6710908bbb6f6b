/**
 * When a call is to end although its answer has not come.
 * @module
 */
import type { ToolError } from "../contract/errors.ts";
import type { CallOptions } from "../contract/tool.ts";
import { cancelled, timedOut } from "./call_errors.ts";

/** What a call may take; the same for every operation. */
export interface CallLimits extends CallOptions {
  /** Milliseconds from now. */
  readonly deadlineMs?: number;
}

/** For work that no caller may end. */
export const UNLIMITED: CallLimits = { signal: new AbortController().signal };

/** Milliseconds a worker has to end a call by itself before the host does. */
const DEADLINE_GRACE_MS = 250;

/** Calls `abandon` once the signal fires or the deadline is long past; gives a function that stops watching. */
export function watchLimits(limits: CallLimits, abandon: (reason: ToolError) => void): () => void {
  const abort = (): void => abandon(cancelled());
  limits.signal.addEventListener("abort", abort, { once: true });
  const { deadlineMs = Infinity } = limits;
  const timer = deadlineMs === Infinity
    ? undefined
    : setTimeout(() => abandon(timedOut()), deadlineMs + DEADLINE_GRACE_MS);
  return (): void => {
    clearTimeout(timer);
    limits.signal.removeEventListener("abort", abort);
  };
}

/** Waits for a promise no longer than the limits allow. */
export async function within<T>(promise: Promise<T>, limits: CallLimits): Promise<T> {
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  const unwatch = watchLimits(limits, reject);
  try {
    return await Promise.race([promise, abandoned]);
  } finally {
    unwatch();
  }
}
