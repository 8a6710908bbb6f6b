/**
 * Citations as Anthropic `search_result` blocks, one for each citation, with the location that cites all of it.
 *
 * One text block is one line of the span, so a block index is the line minus `start_line`; the block's `source` ends in
 * `#L<start>-L<end>`, which leads back to the file. Blocks joined give the cited text. A span whose text is not known to
 * its end gives the blocks of what is known and says `truncated`.
 * @module
 */
import { blockRange } from "../../contract/bases.ts";
import {
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import {
  claimTexts,
  countedText,
  jsonText,
  pathReference,
  type SourceFile,
  type SourceOf,
} from "./format.ts";

/** @see Format */
export function citationsAsAnthropic(
  { citations, claims }: CitationPayload,
  sourceOf: SourceOf,
): string {
  const all = citations.filter(isFileCitation).map((citation, index) =>
    searchResult(citation, index, citedText(citation, sourceOf(citation)))
  );
  return jsonText({
    search_results: all.map(({ block }) => block),
    citations: all.map(({ citation_id, location, truncated }) => ({
      citation_id,
      claims: claimTexts(citation_id, claims),
      ...(truncated ? { truncated } : {}),
      location,
    })),
  });
}

interface CitedText {
  readonly text: string;
  readonly truncated: boolean;
}

function citedText(citation: FileCitation, source: SourceFile | undefined): CitedText {
  const { exact, truncated } = citation.quote;
  const counted = truncated ? countedText(citation, source) : undefined;
  return counted === undefined
    ? { text: exact, truncated }
    : { text: counted.text.text(citation.span), truncated: false };
}

/** Lines with their ends, so that nothing is lost between blocks; a last line without a character is none. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\r\n|\n|\r(?!\n))/);
}

function searchResult(
  { citation_id, repository_id, path, span }: FileCitation,
  index: number,
  { text, truncated }: CitedText,
): {
  readonly citation_id: string;
  readonly block: unknown;
  readonly location: unknown;
  readonly truncated: boolean;
} {
  const lines = linesOf(text);
  const source = `${repository_id}/${pathReference(path)}#L${span.start_line}-L${span.end_line}`;
  const title = `${path}:${span.start_line}-${span.end_line}`;
  const end_line = span.start_line + lines.length - 1;
  return {
    citation_id,
    truncated,
    block: {
      type: "search_result",
      source,
      title,
      content: lines.map((line) => ({ type: "text", text: line })),
      citations: { enabled: true },
    },
    location: {
      type: "search_result_location",
      cited_text: text,
      source,
      title,
      search_result_index: index,
      ...blockRange({ start_line: span.start_line, end_line }),
    },
  };
}
