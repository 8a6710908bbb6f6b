/**
 * Citations as LSP locations: lines and characters from 0, UTF-16, end exclusive.
 *
 * A file that is no longer as it was cited has no address that an editor may trust: it is named by its alias. Where
 * columns cannot be counted the range is whole lines, and `columns` says so. An absence has no location.
 * @module
 */
import { lspLines, type LspRange, lspRange } from "../../contract/bases.ts";
import {
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import {
  countedText,
  jsonText,
  pathReference,
  type SourceFile,
  type SourceOf,
  spanInText,
} from "./format.ts";

/** @see Format */
export function citationsAsLsp({ citations }: CitationPayload, sourceOf: SourceOf): string {
  return jsonText({
    positionEncoding: "utf-16",
    locations: citations.filter(isFileCitation).map((citation) =>
      located(citation, sourceOf(citation))
    ),
  });
}

function located(citation: FileCitation, source: SourceFile | undefined): unknown {
  const range = rangeOf(citation, source);
  const uri = source?.uri ?? `frigg://${citation.repository_id}/${pathReference(citation.path)}`;
  return {
    citation_id: citation.citation_id,
    columns: range === undefined ? "whole_lines" : "utf16",
    location: { uri, range: range ?? lspLines(citation.span) },
  };
}

function rangeOf(citation: FileCitation, source: SourceFile | undefined): LspRange | undefined {
  const counted = countedText(citation, source);
  if (counted === undefined) return undefined;
  const { start, end } = lspRange(spanInText(citation, counted), counted.text);
  const { linesBefore } = counted;
  return {
    start: { ...start, line: start.line + linesBefore },
    end: { ...end, line: end.line + linesBefore },
  };
}
