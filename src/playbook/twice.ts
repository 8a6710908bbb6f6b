/**
 * Two runs of one playbook over one tree, made in different ways: what differs depends on the way and proves nothing.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { ToolError } from "../contract/errors.ts";
import { type Json, toJson } from "../contract/json.ts";
import type { Trace, TraceStep } from "../contract/playbook.ts";
import { differences } from "./json_diff.ts";

/** A step that two runs answered differently. */
export interface UnstableStep {
  readonly step_id: string;
  readonly tool_name: string;
  /** JSON pointers into the trace's step, where it differs. */
  readonly pointers: readonly string[];
}

/**
 * The steps in which two runs differ, in their order; none if the traces have one digest.
 *
 * @throws {ToolError} tree_changed if the runs saw different trees, which would explain every difference
 */
export function unstableSteps(first: Trace, second: Trace): readonly UnstableStep[] {
  if (first.digest === second.digest) return [];
  if (treesOf(first) !== treesOf(second)) {
    throw new ToolError("tree_changed", "Cannot compare the two runs: files changed between them");
  }
  return first.steps.flatMap((step, index) => {
    const pointers = differences(jsonOf(step), jsonOf(second.steps[index]));
    const { step_id, tool_name } = step;
    return pointers.length === 0
      ? []
      : [{ step_id, tool_name, pointers: pointers.map(({ pointer }) => pointer) }];
  });
}

function jsonOf(step: TraceStep | undefined): Json {
  return step === undefined ? null : toJson(step);
}

/** By the manifest alone, which is sorted: what lists paths may be just what depends on the way. */
function treesOf({ header: { repositories } }: Trace): string {
  return canonicalJson(
    repositories.map(({ alias, manifest_digest, ignore_digest }) => [
      alias,
      manifest_digest,
      ignore_digest,
    ]),
  );
}
