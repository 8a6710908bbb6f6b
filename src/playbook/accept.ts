/**
 * Making a replayed trace the expectation, whole or step by step.
 *
 * Accepting one step leaves every other step as it is, byte for byte; header and claims stay too, until all is as in
 * the pending trace: the header explains the steps that were not accepted. Of the repositories it no longer says on
 * which commit they stood, unless both runs agree: no commit holds what two trees gave.
 *
 * Accepting the whole leaves alone what still holds by its expectations: that an answer has other values now is what
 * the author said does not matter.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { ToolError } from "../contract/errors.ts";
import type { Trace, TraceHeader, TraceRepository, TraceStep } from "../contract/playbook.ts";
import { traceDigest } from "./digest.ts";

/**
 * The accepted trace with one step taken from the pending one.
 *
 * A step that is only in the pending trace comes in after the step it follows there; one that is only in the
 * accepted trace drops out.
 *
 * @throws {ToolError} invalid_params if neither trace has the step
 */
export async function acceptStep(
  accepted: Trace,
  pending: Trace,
  stepId: string,
): Promise<Trace> {
  const replacement = pending.steps.find(({ step_id }) => step_id === stepId);
  const known = accepted.steps.some(({ step_id }) => step_id === stepId);
  if (replacement === undefined && !known) {
    const names = pending.steps.map(({ step_id }) => step_id).join(", ");
    throw new ToolError(
      "invalid_params",
      `Cannot accept step "${stepId}": the pending trace has ${names}`,
      {
        field: "step",
      },
    );
  }
  const steps = replacement === undefined
    ? accepted.steps.filter(({ step_id }) => step_id !== stepId)
    : known
    ? accepted.steps.map((step) => step.step_id === stepId ? replacement : step)
    : inserted(accepted.steps, pending.steps, replacement);
  const merged = await withSteps(accepted, steps);
  if (merged.digest === pending.digest) return pending;
  return { ...merged, header: mergedHeader(accepted.header, pending.header) };
}

/**
 * The pending trace, with the steps in `held` as they were recorded.
 *
 * The result is the pending trace itself if they are the same there.
 */
export async function acceptAll(
  accepted: Trace,
  pending: Trace,
  held: ReadonlySet<string>,
): Promise<Trace> {
  const recorded = new Map(accepted.steps.map((step) => [step.step_id, step]));
  const steps = pending.steps.map((step) =>
    held.has(step.step_id) ? recorded.get(step.step_id) ?? step : step
  );
  const merged = await withSteps(pending, steps);
  if (merged.digest === pending.digest) return pending;
  const repositories = agreedCommits(pending.header, accepted.header);
  return { ...merged, header: { ...pending.header, repositories } };
}

/** The accepted header, with what it needs to explain a step of the pending trace too. */
function mergedHeader(accepted: TraceHeader, pending: TraceHeader): TraceHeader {
  return {
    ...accepted,
    surface: { ...pending.surface, ...accepted.surface },
    inputs: { ...pending.inputs, ...accepted.inputs },
    repositories: agreedCommits(accepted, pending),
  };
}

/** The repositories of a header, on a commit only where the other one has the same. */
function agreedCommits(header: TraceHeader, other: TraceHeader): readonly TraceRepository[] {
  return header.repositories.map((repository) => {
    const there = other.repositories.find(({ alias }) => alias === repository.alias);
    const isSame = canonicalJson(there?.vcs ?? null) === canonicalJson(repository.vcs);
    return isSame ? repository : { ...repository, vcs: null };
  });
}

function inserted(
  accepted: readonly TraceStep[],
  pending: readonly TraceStep[],
  step: TraceStep,
): readonly TraceStep[] {
  const before = pending.slice(0, pending.indexOf(step)).map(({ step_id }) => step_id);
  const at = accepted.findLastIndex(({ step_id }) => before.includes(step_id)) + 1;
  return accepted.toSpliced(at, 0, step);
}

async function withSteps(trace: Trace, steps: readonly TraceStep[]): Promise<Trace> {
  const renumbered = steps.map((step, index) =>
    step.step_index === index ? step : { ...step, step_index: index }
  );
  const next = { ...trace, step_count: renumbered.length, steps: renumbered };
  return { ...next, digest: await traceDigest(next) };
}
