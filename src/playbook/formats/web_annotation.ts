/**
 * Citations as W3C Web Annotations: one annotation for each, on the content that its Software Heritage id names.
 *
 * Selectors of a target stand side by side, each of them selects the same: a quote, unless it was cut; characters of
 * the whole text, if it is known; lines, always. A character is a code point, a byte order mark is none.
 * @module
 */
import { textPosition } from "../../contract/bases.ts";
import {
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import { claimTexts, countedText, jsonText, type SourceFile, type SourceOf } from "./format.ts";

/** @see Format */
export function citationsAsWebAnnotations(payload: CitationPayload, sourceOf: SourceOf): string {
  return jsonText({
    "@context": "http://www.w3.org/ns/anno.jsonld",
    "@graph": payload.citations.filter(isFileCitation).map((citation) =>
      annotation(citation, payload, sourceOf(citation))
    ),
  });
}

function annotation(
  citation: FileCitation,
  { trace_digest, claims }: CitationPayload,
  source: SourceFile | undefined,
): unknown {
  return {
    id: `urn:frigg:${trace_digest}:${citation.citation_id}`,
    type: "Annotation",
    motivation: "identifying",
    body: claimTexts(citation.citation_id, claims).map((value) => ({
      type: "TextualBody",
      value,
      format: "text/plain",
    })),
    target: {
      source: `swh:1:cnt:${citation.content.git_blob}`,
      selector: selectors(citation, source),
    },
  };
}

function selectors(citation: FileCitation, source: SourceFile | undefined): readonly unknown[] {
  const { quote: { exact, prefix, suffix, truncated }, span } = citation;
  const counted = source === undefined ? undefined : countedText(citation, source);
  return [
    ...(truncated ? [] : [{ type: "TextQuoteSelector", exact, prefix, suffix }]),
    ...(counted === undefined
      ? []
      : [{ type: "TextPositionSelector", ...textPosition(span, counted.text) }]),
    {
      type: "FragmentSelector",
      conformsTo: "http://tools.ietf.org/rfc/rfc5147",
      // RFC 5147 counts the gaps between lines, from 0.
      value: `line=${span.start_line - 1},${span.end_line}`,
    },
  ];
}
