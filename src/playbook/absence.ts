/**
 * Absence: what a step that found nothing proves, and when it proves nothing.
 * @module
 */
import type { AbsenceCitation, Vcs } from "../contract/citation.ts";
import { ToolError } from "../contract/errors.ts";
import { isJsonObject, type Json } from "../contract/json.ts";
import { valueAt } from "../contract/json_pointer.ts";
import type { Trace, TraceRepository, TraceStep } from "../contract/playbook.ts";

/** Why a step proves no absence; undefined if it does. */
export function absenceProblem({ outcome }: Pick<TraceStep, "outcome">): string | undefined {
  if (outcome.status === "err") return `it failed with ${outcome.error_code ?? outcome.code}`;
  const completeness = valueAt(outcome.response_json, "/completeness");
  if (!isJsonObject(completeness)) return "its answer says nothing about completeness";
  const { complete, total, incomplete_reasons: reasons } = completeness;
  if (complete !== true) {
    const why = Array.isArray(reasons) ? ` (${reasons.join(", ")})` : "";
    return `its search is not complete${why}`;
  }
  return total === 0
    ? undefined
    : `its total is ${total === undefined ? "unknown" : String(total)}`;
}

/**
 * The citation of a step that proves an absence.
 *
 * @throws {ToolError} invalid_params saying why the step proves nothing
 */
export function absenceCitation(
  trace: Trace,
  step: TraceStep,
  citationId: string,
): AbsenceCitation {
  const problem = absenceProblem(step);
  if (problem !== undefined) {
    throw new ToolError(
      "invalid_params",
      `Cannot cite step "${step.step_id}" for an absence: ${problem}`,
      { field: `trace_artifact.steps.${step.step_index}`, step_id: step.step_id },
    );
  }
  const query = step.resolved_params ?? step.params_json;
  return {
    citation_id: citationId,
    tool_call_id: step.step_id,
    tool_name: step.tool_name,
    absence: { query, total: 0, searched: repositoriesOf(trace, query).map(searchedOf) },
  };
}

/** The repositories that a search looked through: the one its params name, or all. */
function repositoriesOf({ header }: Trace, query: Json): readonly TraceRepository[] {
  const named = isJsonObject(query) ? query["repository_id"] : undefined;
  return header.repositories.filter(({ alias }) => named === undefined || alias === named);
}

function searchedOf(
  repository: TraceRepository,
): AbsenceCitation["absence"]["searched"][number] {
  const { alias, files, bytes, manifest_digest, ignore_digest } = repository;
  const vcs = vcsOf(repository);
  return {
    repository_id: alias,
    files,
    ...(bytes === undefined ? {} : { bytes }),
    manifest_digest,
    ignore_digest,
    ...(vcs === undefined ? {} : { vcs }),
  };
}

/** What is known about where a repository's tree stood. */
export function vcsOf({ vcs, remote }: TraceRepository): Vcs | undefined {
  if (vcs === null) return undefined;
  return { ...vcs, ...(remote === null ? {} : { remote }) };
}
