/**
 * Refusals over HTTP, each with `error_code` and `retryable`: plain JSON before the protocol begins, JSON-RPC on `/mcp`.
 * @module
 */
import { type ErrorCode, errorRow } from "../contract/errors.ts";
import { isJsonObject } from "../contract/json.ts";
import { completeError, refusalError } from "./result.ts";

/** JSON-RPC number of what the transport itself refuses, as the library has it. */
const TRANSPORT_ERROR = -32_000;

/** A refusal outside the protocol. */
export function plainError(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { retryable } = errorRow(code);
  return Response.json({ error_code: code, retryable, message }, { status, headers });
}

/** A refusal of a JSON-RPC message that no server has seen; without an id, which is not known to be one. */
export function rpcError(
  status: number,
  code: ErrorCode,
  message: string,
  rpc: number = TRANSPORT_ERROR,
): Response {
  const error = refusalError(code, message, rpc);
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status });
}

/** A response of the library, with its error completed if it is one. */
export async function completed(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status < 400 || !isJson(headers)) return response;
  const body: unknown = await response.json();
  const error = isJsonObject(body) ? body["error"] : undefined;
  const { code, message, data } = isJsonObject(error) ? error : {};
  if (typeof code !== "number" || typeof message !== "string") {
    return rpcError(status, "internal", "Cannot read the transport's own answer");
  }
  // Whatever number the library chose, 4xx blames the request.
  const otherwise = status < 500 ? "invalid_params" : "internal";
  const complete = completeError({ code, message, data }, otherwise);
  const kept = new Headers(headers);
  kept.delete("content-length");
  const id = isJsonObject(body) ? body["id"] ?? null : null;
  return Response.json({ jsonrpc: "2.0", error: complete, id }, { status, headers: kept });
}

function isJson(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/json") === true;
}
