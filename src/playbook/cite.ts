/**
 * Citations composed from a trace: a pure function of the trace and the answer; no file is read.
 * @module
 */
import {
  type CitationPayload,
  type CitedClaim,
  isFileCitation,
  numberedId,
  type ReferencePayload,
} from "../contract/citation.ts";
import { ToolError } from "../contract/errors.ts";
import { ANSWER_SCHEMA, type Claim, type Trace } from "../contract/playbook.ts";
import { absenceProblem } from "./absence.ts";
import { bindAnswer, type BoundSentence, markedSteps } from "./cite_answer.ts";
import { composeReferenceCitations } from "./cite_reference.ts";
import { refuseEdited } from "./edited.ts";
import { type Entry, EvidenceBook } from "./evidence_book.ts";
import { firstWords } from "./fragment.ts";
import { parseStepMark } from "./step_mark.ts";
import { type AnyTrace, isOwnTrace } from "./trace_file.ts";

/**
 * The citation payload of a trace; a blank answer counts as none.
 *
 * @throws {ToolError} invalid_params if the trace was edited, a claim or mark finds no evidence, or an absence claim
 * rests on a step that proves nothing
 */
export async function composeCitations(
  trace: AnyTrace,
  answer?: string,
): Promise<CitationPayload | ReferencePayload> {
  const given = answer?.trim() === "" ? undefined : answer;
  if (!isOwnTrace(trace)) return composeReferenceCitations(trace, given);
  await refuseEdited(trace, { action: "cite", field: "trace_artifact" });
  return composeOwn(trace, given);
}

function composeOwn(trace: Trace, answer: string | undefined): CitationPayload {
  const book = new EvidenceBook(trace, absentSteps(trace, answer));
  const sentences = answer === undefined ? [] : bindAnswer(answer, book);
  const claims = numbered(chooseClaims(trace.claims ?? [], sentences, book));
  const texts = new Set(claims.map(({ text }) => text));
  return {
    answer_schema: ANSWER_SCHEMA,
    playbook_id: trace.playbook_id,
    trace_digest: trace.digest,
    answer: answer ?? claims.map(({ text }) => text).join("\n"),
    claims,
    citations: book.entries.map(({ citation }) => citation),
    uncited: sentences.filter(({ entries, sentence }) =>
      entries.length === 0 && !texts.has(sentence.plain)
    ).map(({ sentence }) => sentence.plain),
  };
}

/** Steps cited for having found nothing: by an absence claim, or by a mark on a step that proves an absence. */
function absentSteps({ steps, claims = [] }: Trace, answer = ""): ReadonlySet<string> {
  const claimed = claims.filter(({ absence }) => absence === true)
    .flatMap(({ cites }) => cites.flatMap((cite) => parseStepMark(cite)?.stepId ?? []));
  const marked = markedSteps(answer, (id) => steps.some(({ step_id }) => step_id === id));
  const proven = steps.filter((step) => marked.has(step.step_id) && step.evidence.length === 0)
    .filter((step) => absenceProblem(step) === undefined).map(({ step_id }) => step_id);
  return new Set([...claimed, ...proven]);
}

type Draft = Omit<CitedClaim, "claim_id">;

/** The playbook's claims, then marked sentences; with neither, one claim for each evidence row. */
function chooseClaims(
  claims: readonly Claim[],
  sentences: readonly BoundSentence[],
  book: EvidenceBook,
): readonly Draft[] {
  const written = claims.map((claim, index) => fromClaim(claim, index, book));
  const texts = new Set(written.map(({ text }) => text));
  const marked = sentences.filter(({ entries, sentence }) =>
    entries.length > 0 && !texts.has(sentence.plain)
  ).map(fromSentence);
  const chosen = [...written, ...marked];
  return chosen.length > 0 ? chosen : book.entries.map(fromEvidence);
}

function fromClaim({ text, cites, absence }: Claim, index: number, book: EvidenceBook): Draft {
  const entries = new Set(cites.flatMap((cite, position) => {
    const field = `trace_artifact.claims.${index}.cites.${position}`;
    const mark = parseStepMark(cite);
    if (mark === undefined) {
      throw new ToolError("invalid_params", `Cannot cite "${cite}": expected step or step[0]`, {
        field,
      });
    }
    return book.resolve(mark, field);
  }));
  const cited = [...entries].filter(({ row }) => absence !== true || row === undefined);
  return {
    text,
    citation_ids: cited.map(({ citation }) => citation.citation_id),
    ...(absence === true ? { absence } : {}),
  };
}

function fromSentence({ sentence, entries }: BoundSentence): Draft {
  const isAbsence = entries.every(({ row }) => row === undefined);
  return {
    text: sentence.plain,
    citation_ids: entries.map(({ citation }) => citation.citation_id),
    ...(isAbsence ? { absence: true } : {}),
  };
}

function fromEvidence({ citation }: Entry): Draft {
  return { text: rowClaim(citation), citation_ids: [citation.citation_id] };
}

function rowClaim(citation: Entry["citation"]): string {
  const call = `Step "${citation.tool_call_id}" (${citation.tool_name})`;
  if (!isFileCitation(citation)) return `${call} finds nothing`;
  const { repository_id, path, span, quote } = citation;
  const lines = span.start_line === span.end_line
    ? `${span.start_line}`
    : `${span.start_line}-${span.end_line}`;
  const fragment = firstWords(quote.exact);
  return `${call} shows ${repository_id}:${path}:${lines}${fragment === "" ? "" : `: ${fragment}`}`;
}

function numbered(drafts: readonly Draft[]): readonly CitedClaim[] {
  return drafts.map((draft, index) => ({ claim_id: numberedId("claim", index + 1), ...draft }));
}
