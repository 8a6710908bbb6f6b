/**
 * Ids of requests, as JSON-RPC has them.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";

export type RequestId = string | number;

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}

/** The request that a message takes back; undefined if it takes none back. */
export function cancelledId(message: unknown): RequestId | undefined {
  if (!isJsonObject(message) || message["method"] !== "notifications/cancelled") return undefined;
  const { params } = message;
  const id = isJsonObject(params) ? params["requestId"] : undefined;
  return isRequestId(id) ? id : undefined;
}
