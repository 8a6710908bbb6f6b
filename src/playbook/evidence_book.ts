/**
 * All evidence of a trace as numbered citations, and which of them a mark such as `find[0]` means.
 * @module
 */
import { type Citation, type FileCitation, numberedId } from "../contract/citation.ts";
import { ToolError } from "../contract/errors.ts";
import type { Trace, TraceEvidence, TraceStep } from "../contract/playbook.ts";
import { absenceCitation, absenceProblem, vcsOf } from "./absence.ts";
import { permalink, swhid } from "./cite_links.ts";
import type { StepMark } from "./step_mark.ts";

/** A citation with the step and row it comes from. */
export interface Entry {
  readonly citation: Citation;
  readonly step: TraceStep;
  /** JSON pointer of the row; undefined for an absence. */
  readonly row: string | undefined;
}

/** Steps in order, and in each the order of its evidence; numbered through. */
export class EvidenceBook {
  readonly entries: readonly Entry[];
  readonly #steps: ReadonlyMap<string, TraceStep>;

  /** `absent` names the steps that are cited for having found nothing. */
  constructor(trace: Trace, absent: ReadonlySet<string>) {
    this.#steps = new Map(trace.steps.map((step) => [step.step_id, step]));
    const entries: Entry[] = [];
    for (const step of trace.steps) {
      for (const evidence of step.outcome.status === "ok" ? step.evidence : []) {
        const citation = fileCitation(trace, step, evidence, numberedId("cit", entries.length + 1));
        entries.push({ citation, step, row: evidence.row });
      }
      if (absent.has(step.step_id)) {
        const citation = absenceCitation(trace, step, numberedId("cit", entries.length + 1));
        entries.push({ citation, step, row: undefined });
      }
    }
    this.entries = entries;
  }

  hasStep(stepId: string): boolean {
    return this.#steps.has(stepId);
  }

  byId(citationId: string): Entry | undefined {
    return this.entries.find(({ citation }) => citation.citation_id === citationId);
  }

  /**
   * The citations that a mark means: all of a step, or those of its n-th row that has evidence.
   *
   * @throws {ToolError} invalid_params if there are none; `field` says where the mark stands
   */
  resolve({ stepId, row }: StepMark, field: string): readonly Entry[] {
    const all = this.entries.filter(({ step }) => step.step_id === stepId);
    const rows = [...new Set(all.map((entry) => entry.row))];
    const wanted = row === undefined
      ? all
      : all.filter((entry) => row < rows.length && entry.row === rows[row]);
    if (wanted.length > 0) return wanted;
    const name = row === undefined ? stepId : `${stepId}[${row}]`;
    throw new ToolError(
      "invalid_params",
      `Cannot cite "${name}": ${this.#whyNot(stepId, rows.length)}`,
      { field, step_id: stepId },
    );
  }

  #whyNot(stepId: string, rows: number): string {
    const step = this.#steps.get(stepId);
    if (step === undefined) return `the trace has no step "${stepId}"`;
    if (rows > 0) return `the step has ${rows} ${rows === 1 ? "row" : "rows"} with evidence`;
    if (step.outcome.status === "err") {
      return `the step failed with ${step.outcome.error_code ?? step.outcome.code}`;
    }
    const absence = absenceProblem(step);
    return `the step has no evidence${absence === undefined ? "" : `, and ${absence}`}`;
  }
}

function fileCitation(
  trace: Trace,
  step: TraceStep,
  evidence: TraceEvidence,
  citationId: string,
): FileCitation {
  const { repository, path, span, span_sha256, quote } = evidence;
  const source = step.sources.find((file) => file.repository === repository && file.path === path);
  if (source === undefined) {
    throw new ToolError(
      "invalid_params",
      `Cannot cite step "${step.step_id}": its sources lack ${repository}:${path}`,
      { field: `trace_artifact.steps.${step.step_index}.sources`, step_id: step.step_id },
    );
  }
  const place = trace.header.repositories.find(({ alias }) => alias === repository);
  const vcs = place === undefined ? undefined : vcsOf(place);
  const link = vcs === undefined ? undefined : permalink(vcs, path, span);
  const { sha256, git_blob, bytes, encoding, eol } = source;
  return {
    citation_id: citationId,
    tool_call_id: step.step_id,
    tool_name: step.tool_name,
    repository_id: repository,
    path,
    span,
    content: { sha256, git_blob, bytes },
    span_sha256,
    quote,
    encoding,
    eol,
    swhid: swhid(git_blob, path, span),
    ...(vcs === undefined ? {} : { vcs }),
    ...(link === undefined ? {} : { permalink: link }),
  };
}
