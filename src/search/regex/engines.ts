/**
 * Whether this runtime can search in linear time at all.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";

/** V8's flag for its linear engine; no standard flag, and unknown unless the engine is enabled. */
export const LINEAR_FLAG = "l";

/** Takes some seconds by backtracking alone, on any machine, and under a millisecond with the fallback. */
const BAD_PATTERN = "(?:a+a+)+b";
const BAD_TEXT = "a".repeat(30);
const MAX_FALLBACK_MS = 400;

/**
 * Makes sure that V8 falls back to its linear engine.
 *
 * @throws {ToolError} unavailable, not to be retried, if the runtime was started without the engine or the fallback
 */
export function requireLinearEngine(): void {
  if (hasEngine() && hasFallback()) return;
  throw new ToolError("unavailable", "This runtime has no linear regex engine", {
    error_class: "regex_engine",
    retryable: false,
  });
}

function hasEngine(): boolean {
  try {
    new RegExp("a", LINEAR_FLAG);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

let memo: boolean | undefined;

// Nothing tells whether the fallback is enabled but the time it saves, and that does not change while we run.
// A machine that stands still for a moment must not count: the second try decides.
function hasFallback(): boolean {
  return memo ??= isFallbackQuick() || isFallbackQuick();
}

function isFallbackQuick(): boolean {
  const startMs = performance.now();
  new RegExp(BAD_PATTERN).exec(BAD_TEXT);
  return performance.now() - startMs < MAX_FALLBACK_MS;
}
