/**
 * How a call to a worker can fail, as the errors that every layer above understands.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { ReplyMessage } from "./protocol.ts";

type FailureReply = Extract<ReplyMessage, { kind: "refused" | "bug" }>;

export function cancelled(): ToolError {
  return new ToolError("cancelled", "The call was cancelled");
}

export function timedOut(): ToolError {
  return new ToolError("timeout", "The call ran out of time");
}

/** A worker died with calls in flight; the next call gets another worker. */
export function workerCrash(why: string): ToolError {
  return new ToolError("internal", `A worker died: ${why}`, { error_class: "worker_crash" });
}

/** The error as it was thrown in the worker; a bug keeps its stack, for the log. */
export function replyError(reply: FailureReply): Error {
  if (reply.kind === "refused") return new ToolError(reply.code, reply.message, reply.data);
  const bug = new Error(reply.message);
  bug.stack = reply.stack;
  return bug;
}

/** What a worker sends for something thrown. */
export function failureReply(id: number, thrown: unknown): FailureReply {
  if (thrown instanceof ToolError) {
    const { code, message, data } = thrown;
    return { id, kind: "refused", code, message, data };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { id, kind: "bug", message: error.message, stack: stackOf(error) };
}

/** The stacks of an error and of its causes. */
function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackOf(error.cause)}` : own;
}
