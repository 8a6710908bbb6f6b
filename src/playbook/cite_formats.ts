/**
 * The formats of citations. A new one is a file in `formats/` and a line here.
 * @module
 */
import type { CitationPayload, ReferencePayload } from "../contract/citation.ts";
import { citationsAsMarkdown } from "./cite_markdown.ts";
import { citationsAsAnthropic } from "./formats/anthropic.ts";
import { type Format, jsonText, type SourceOf } from "./formats/format.ts";
import { citationsAsLsp } from "./formats/lsp.ts";
import { citationsAsSarif } from "./formats/sarif.ts";
import { citationsAsWebAnnotations } from "./formats/web_annotation.ts";

/** Formats that need evidence, which a reference trace has none of. */
const EVIDENCE_FORMATS: ReadonlyMap<string, Format> = new Map([
  ["sarif", citationsAsSarif],
  ["lsp", citationsAsLsp],
  ["anthropic", citationsAsAnthropic],
  ["webannotation", citationsAsWebAnnotations],
]);

/** Formats of every payload. */
const PLAIN_FORMATS: ReadonlyMap<
  string,
  (payload: CitationPayload | ReferencePayload) => string
> = new Map([["json", jsonText], ["markdown", citationsAsMarkdown]]);

/** What `--format` may say. */
export const CITE_FORMATS: readonly string[] = [
  ...PLAIN_FORMATS.keys(),
  ...EVIDENCE_FORMATS.keys(),
];

/** A payload in a format; undefined if it has not the evidence that the format needs. */
export function formatCitations(
  payload: CitationPayload | ReferencePayload,
  format: string,
  sourceOf: SourceOf,
): string | undefined {
  const plain = PLAIN_FORMATS.get(format);
  if (plain !== undefined) return plain(payload);
  return "trace_digest" in payload ? EVIDENCE_FORMATS.get(format)?.(payload, sourceOf) : undefined;
}
