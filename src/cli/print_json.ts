/**
 * Answers of tools as JSON.
 * @module
 */
import { errorRow, type ToolError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Outcome } from "../contract/tool.ts";

/** An outcome as MCP's structured content, or a refusal as MCP's error object under `error`. */
export function outcomeJson(outcome: Outcome): JsonObject {
  if (outcome.status === "ok") return outcome.response;
  const { code, rpc, message, data } = outcome.error;
  return { error: { code: rpc, message: `${code}: ${message}`, data } };
}

/** A refusal of the command line itself, in the same form. */
export function refusalJson({ code, message, data }: ToolError): JsonObject {
  const { rpc, retryable } = errorRow(code);
  const shown = { ...data, error_code: code, retryable };
  return { error: { code: rpc, message: `${code}: ${message}`, data: shown } };
}

/** Indented, for one answer that a person may read. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
