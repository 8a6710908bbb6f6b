/**
 * Requests of a session that wait for an answer, so that the stream of a cancelled one ends.
 *
 * The library closes a stream after its last answer. A cancelled request gets none: its stream would stay open, and
 * with it the connection and the session, for as long as the client does.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import { cancelledId, isRequestId, type RequestId } from "./request_id.ts";

export class HttpRequests {
  /** Each request with those that are open of its body: they share a stream. */
  readonly #open = new Map<RequestId, Set<RequestId>>();
  readonly #closeStream: (id: RequestId) => void;

  /** `closeStream` ends the stream that a request came with, if it is still open. */
  constructor(closeStream: (id: RequestId) => void) {
    this.#closeStream = closeStream;
  }

  /** Notes the requests of a body; the function takes that back where the library refused the body. */
  begin(body: unknown): () => void {
    const together = new Set(messagesOf(body).map(requestIdOf).filter(isRequestId));
    for (const id of together) this.#open.set(id, together);
    return () => together.forEach((id) => this.#open.delete(id));
  }

  /** Ends what the messages of a body cancel. */
  cancel(body: unknown): void {
    messagesOf(body).map(cancelledId).filter(isRequestId).forEach((id) => this.settle(id));
  }

  /** A request has its answer or gets none. */
  settle(id: RequestId): void {
    const together = this.#open.get(id);
    this.#open.delete(id);
    together?.delete(id);
    if (together?.size === 0) this.#closeStream(id);
  }
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

/** undefined for notifications and answers. */
function requestIdOf(message: unknown): unknown {
  return isJsonObject(message) && "method" in message ? message["id"] : undefined;
}
