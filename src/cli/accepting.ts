/**
 * Writing the expectation of a playbook: the accepted trace after some steps of a pending one were taken into it.
 * @module
 */
import type { Trace } from "../contract/playbook.ts";
import { acceptAll, acceptStep } from "../playbook/accept.ts";
import { differingSteps, heldSteps, type Judging } from "../playbook/pending_steps.ts";
import { serializeTrace } from "../playbook/trace_file.ts";
import { mayWriteTraces } from "./replay_options.ts";
import { usageError } from "./exit.ts";
import type { Flags } from "./flags.ts";
import { writeNamed } from "./named_files.ts";
import { type PlaybookFiles, shownFrom } from "./playbook_files.ts";

/** What came of accepting. */
export interface Acceptance {
  readonly trace: Trace;
  /** Steps that still differ from the pending trace. */
  readonly open: readonly string[];
  /** Steps that were left as recorded because their expectations hold. */
  readonly held: readonly string[];
}

/**
 * Nothing becomes an expectation in CI, where nobody looks at it first, unless it is asked for.
 *
 * @throws {CommandError} usage
 */
export function refuseInCi(flags: Flags): void {
  if (mayWriteTraces(flags)) return;
  throw usageError(
    flags.value("update") === "never"
      ? "Cannot accept: --update never writes no trace"
      : "Cannot accept: no trace is written when CI=true",
    "Accept where somebody can look at it, or give --update=always",
  );
}

/**
 * The trace after accepting the whole pending trace, or some steps of it.
 *
 * @throws {ToolError} invalid_params for a step that neither has
 */
export async function accepting(
  accepted: Trace | undefined,
  pending: Trace,
  judging: Judging,
  steps?: readonly string[],
): Promise<Acceptance> {
  if (accepted === undefined) return { trace: pending, open: [], held: [] };
  let merged = accepted;
  for (const step of steps ?? []) merged = await acceptStep(merged, pending, step);
  const open = steps === undefined ? [] : await openSteps(merged, pending, judging);
  if (open.length > 0) return { trace: merged, open, held: [] };
  // Of what is left only the values of steps that hold differ: header and claims are those of the new run.
  const wanted = new Set(steps);
  const held = [...heldSteps(accepted, pending, judging)].filter((step) => !wanted.has(step));
  return { trace: await acceptAll(accepted, pending, new Set(held)), open, held };
}

async function openSteps(merged: Trace, pending: Trace, judging: Judging): Promise<string[]> {
  return (await differingSteps(merged, pending, judging)).map(({ step_id }) => step_id);
}

/** Writes the accepted trace. @throws {CommandError} environment */
export function writeAccepted(files: PlaybookFiles, trace: Trace, cwd: string): void {
  writeNamed(files.accepted, shownFrom(cwd, files.accepted), serializeTrace(trace));
}
