/**
 * Whether a recorded step says what the client was told.
 * @module
 */
import { pointerKeys } from "../contract/json_pointer.ts";
import type { TraceStep } from "../contract/playbook.ts";
import { compareAnswers } from "./compare_step.ts";
import type { RunRepository } from "./host.ts";
import { PortableNames, tokenKind } from "./names.ts";
import type { CallRecord } from "./record_params.ts";

/** Tokens have other numbers in the run; what the session itself says of its state is not compared. */
export function saysWhatWasTold(
  { tool, response }: CallRecord,
  { outcome }: TraceStep,
  repositories: readonly RunRepository[],
): boolean {
  if (tool.evidence === "control_plane") return true;
  if (outcome.status === "err") return false;
  const told = new PortableNames(() => repositories).answer(response);
  return compareAnswers(outcome.response_json, told, tool)
    .every(({ pointer }) => tokenKind(pointerKeys(pointer).at(-1) ?? "") !== undefined);
}
