/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/**
 * Takes requests like the engine's worker and does to each what the test wants.
 * @module
 */
self.onmessage = (event: MessageEvent): void => {
  const { id, operation, cancelFlags } = event.data;
  if (cancelFlags !== undefined) return;
  if (operation === "open") self.postMessage({ id, kind: "result", result: { state: "missing" } });
  else if (operation === "read" || operation === "refresh") {
    setTimeout(() => {
      throw new Error("crash");
    });
  } else if (operation === "status") {
    self.postMessage({ id, kind: "bug", message: "bug", stack: "at x" });
  }
  // Anything else is never answered.
};
