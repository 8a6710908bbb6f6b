/**
 * Outcomes as MCP tells them: a tool result, or a JSON-RPC error whose message starts with its code.
 * @module
 */
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../contract/json.ts";
import { type ErrorCode, errorRow } from "../contract/errors.ts";
import type { Outcome, ToolFailure } from "../contract/tool.ts";

/** A tool result without anything of the protocol's era. */
export interface WireResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: { readonly [field: string]: unknown };
}

export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: JsonObject;
}

/** Structured answers carry their JSON twice, because many clients show text alone; text answers carry text only. */
export function wireResult(outcome: Extract<Outcome, { status: "ok" }>): WireResult {
  if (outcome.text !== undefined) {
    return { content: outcome.text.map((text) => ({ type: "text", text })) };
  }
  const text = JSON.stringify(outcome.response);
  return { content: [{ type: "text", text }], structuredContent: { ...outcome.response } };
}

export function wireError({ code, rpc, message, data }: ToolFailure): WireError {
  return { code: rpc, message: `${code}: ${message}`, data };
}

/** The error of a message that no server gets to see. */
export function refusalError(code: ErrorCode, message: string, rpc: number): WireError {
  const data = { error_code: code, retryable: errorRow(code).retryable };
  return { code: rpc, message: `${code}: ${message}`, data };
}

const INVALID: readonly number[] = [-32700, -32600, -32601, -32602];

/** An error as the library may leave it. */
export interface BareError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * The error as every client may rely on it: with `error_code` and `retryable` in its data and the code first in its
 * message. An error that has them already stays as it is; `otherwise` is the code of one whose number says nothing.
 */
export function completeError(error: BareError, otherwise: ErrorCode = "internal"): WireError {
  const data = dataOf(error.data);
  const known = data["error_code"];
  if (typeof known === "string") return { code: error.code, message: error.message, data };
  const code = INVALID.includes(error.code) ? "invalid_params" : otherwise;
  return {
    code: error.code,
    message: `${code}: ${error.message}`,
    data: { ...data, error_code: code, retryable: false },
  };
}

function dataOf(data: unknown): JsonObject {
  if (isJsonObject(data)) return toJsonObject(data);
  return data === undefined || data === null ? {} : { detail: detailOf(data) };
}

function detailOf(data: unknown): Json {
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean"
    ? data
    : JSON.stringify(data);
}
