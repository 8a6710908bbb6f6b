/**
 * Citation payloads as files: parsed, and refused if they contradict themselves.
 * @module
 */
import { CitationPayload, type FileCitation, isFileCitation } from "../../contract/citation.ts";
import { isJsonObject } from "../../contract/json.ts";
import { pointerTo } from "../../contract/json_pointer.ts";
import { REFERENCE_ANSWER_SCHEMA } from "../../contract/playbook.ts";
import { textDigest } from "../digest.ts";
import { parseJsonText } from "../json_text.ts";
import { NO_PLACES, Problems } from "../places.ts";
import { reportIssues } from "../shape.ts";

/**
 * The payload in a file's text; the file's name stands in every error.
 *
 * @throws {PlaybookError}
 */
export async function parsePayload(text: string, file: string): Promise<CitationPayload> {
  const problems = new Problems(file, NO_PLACES);
  const value = parseJsonText(text, "citations", problems);
  if (isJsonObject(value) && value["answer_schema"] === REFERENCE_ANSWER_SCHEMA) {
    problems.error("", "a payload of a reference trace has no hashes to check");
  }
  problems.throwIfAny();
  if (!isPayload(value)) {
    const issues = CitationPayload.safeParse(value).error?.issues ?? [];
    reportIssues(issues, value, problems, (path) => path.reduce(pointerTo, ""));
    problems.throwIfAny();
    throw new TypeError("Cannot tell what is wrong with the payload");
  }
  await reportContradictions(value, problems);
  problems.throwIfAny();
  return value;
}

function isPayload(value: unknown): value is CitationPayload {
  return CitationPayload.safeParse(value).success;
}

async function reportContradictions(
  { claims, citations }: CitationPayload,
  problems: Problems,
): Promise<void> {
  const ids = new Set(citations.map(({ citation_id }) => citation_id));
  if (ids.size < citations.length) problems.error("/citations", "two citations have one id");
  for (const [index, { citation_ids }] of claims.entries()) {
    const unknown = citation_ids.find((id) => !ids.has(id));
    if (unknown !== undefined) {
      problems.error(`/claims/${index}/citation_ids`, `there is no citation "${unknown}"`);
    }
  }
  for (const [index, citation] of citations.entries()) {
    const problem = isFileCitation(citation) ? await contradiction(citation) : undefined;
    if (problem !== undefined) problems.error(`/citations/${index}`, problem);
  }
}

async function contradiction(
  { quote: { exact, truncated }, span, span_sha256 }: FileCitation,
): Promise<string | undefined> {
  const { start_line, start_column, end_line, end_column } = span;
  if (end_line < start_line || end_line === start_line && end_column < start_column) {
    return "the span ends before it starts";
  }
  // A cut quote is not the span, and U+FFFD may stand for bytes that are no text.
  if (truncated || exact.includes("\ufffd") || await textDigest(exact) === span_sha256) {
    return undefined;
  }
  return "the quote does not have span_sha256";
}
