/**
 * Citations of a reference trace: it carries no evidence, so each row of its answers is a claim and a point.
 * @module
 */
import {
  type CitedClaim,
  numberedId,
  type ReferenceCitation,
  type ReferencePayload,
} from "../contract/citation.ts";
import { REFERENCE_ANSWER_SCHEMA, type ReferenceTrace } from "../contract/playbook.ts";
import { type ReferenceRow, referenceRows, type ReferenceStep } from "./reference_rows.ts";

/**
 * The reference's payload of one of its traces.
 *
 * @throws {ToolError} invalid_params naming the step whose answer cannot be cited
 */
export function composeReferenceCitations(
  trace: ReferenceTrace,
  answer: string | undefined,
): ReferencePayload {
  const citations: ReferenceCitation[] = [];
  const claims: CitedClaim[] = [];
  for (const step of trace.steps) {
    for (const row of referenceRows(step)) {
      const citation = toCitation(step, row, citations.length + 1);
      citations.push(citation);
      claims.push({
        claim_id: numberedId("claim", citations.length),
        text: inWords(step, row),
        citation_ids: [citation.citation_id],
      });
    }
  }
  return {
    answer_schema: REFERENCE_ANSWER_SCHEMA,
    playbook_id: trace.playbook_id,
    answer: answer ?? claims.map(({ text }) => text).join("\n"),
    claims,
    citations,
  };
}

function toCitation(step: ReferenceStep, row: ReferenceRow, number: number): ReferenceCitation {
  return {
    citation_id: numberedId("cit", number),
    tool_call_id: step.step_id,
    tool_name: step.tool_name,
    repository_id: row.repositoryId,
    path: row.path,
    span: row.span,
  };
}

function inWords(
  step: ReferenceStep,
  { kind, repositoryId, path, span, shows }: ReferenceRow,
): string {
  const file = `${repositoryId}:${path}`;
  const where = kind === "file read"
    ? file
    : kind === "symbol"
    ? `${file}:${span.start_line}`
    : `${file}:${span.start_line}:${span.start_column}`;
  const kindWords = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `${kindWords} evidence of step ${step.step_id} at ${where}${
    shows === "" ? "" : `: ${shows}`
  }`;
}
