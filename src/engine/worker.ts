/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/**
 * The module a Worker of the engine starts with. Each serves one repository.
 * @module
 */
import type { ReplyMessage } from "./protocol.ts";
import { serve } from "./serve.ts";

// Loading a grammar that fails prints to stdout, which belongs to the protocol of the main thread.
// deno-lint-ignore no-console -- a redirection, not output
console.log = console.error;

const handle = serve((reply: ReplyMessage, transfer: Transferable[]) =>
  self.postMessage(reply, transfer)
);

self.onmessage = (event: MessageEvent): void => {
  // `handle` answers for every failure itself.
  void handle(event.data);
};
