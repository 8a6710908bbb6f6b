/**
 * Whether a trace is still what a run gave: nothing is accepted, compared or cited from one that was edited.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { Trace } from "../contract/playbook.ts";
import { traceDigest } from "./digest.ts";

/** @throws {ToolError} invalid_params at `field` if the content of a trace has not the digest that it states */
export async function refuseEdited(
  trace: Trace,
  { action, field }: { readonly action: string; readonly field: string },
): Promise<void> {
  const digest = await traceDigest(trace);
  if (digest === trace.digest) return;
  throw new ToolError(
    "invalid_params",
    `Cannot ${action} the trace: it was edited, its content has digest ${digest}, not ${trace.digest}`,
    {
      field: `${field}.digest`,
      correction_hint: "Restore the trace, or remove it and accept what a replay gives",
    },
  );
}
