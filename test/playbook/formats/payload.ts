/**
 * A payload with hard citations for the tests of formats.
 * @module
 */
import type { CitationPayload, FileCitation } from "../../../src/contract/citation.ts";
import { LineIndex } from "../../../src/contract/lines.ts";
import type { Span } from "../../../src/contract/source.ts";
import { contentDigests, sha256Hex } from "../../../src/platform/digest.ts";
import { swhid } from "../../../src/playbook/cite_links.ts";
import type { SourceFile, SourceOf } from "../../../src/playbook/formats/format.ts";

/** A file whose first line is long, and that has characters of every width. */
export const TEXT = `${"x".repeat(40)} é😀 = 1;\r\nsecond €\r\n\r\nlast\r\n`;

export interface Cited {
  readonly path?: string;
  readonly text?: string;
  readonly span: Span;
  readonly truncated?: boolean;
}

/** The citation of a span, as composing would give it; a cut quote keeps four characters. */
export function cited(
  number: number,
  { path = "src/a b#1.ts", text = TEXT, span, truncated = false }: Cited,
): FileCitation {
  const bytes = new TextEncoder().encode(text);
  const lines = new LineIndex(bytes);
  const start = lines.offset({ line: span.start_line, column: span.start_column });
  const end = lines.offset({ line: span.end_line, column: span.end_column });
  const decode = (from: number, to: number): string =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
  const exact = decode(start, end);
  const { sha256, gitBlob } = contentDigests(bytes);
  return {
    citation_id: `cit-${String(number).padStart(3, "0")}`,
    tool_call_id: "find",
    tool_name: "search_text",
    repository_id: "repo-001",
    path,
    span,
    content: { sha256, git_blob: gitBlob, bytes: bytes.length },
    span_sha256: sha256Hex(bytes.subarray(start, end)),
    quote: {
      exact: truncated ? exact.slice(0, 4) : exact,
      prefix: [...decode(0, start)].slice(-32).join(""),
      suffix: [...decode(end, bytes.length)].slice(0, 32).join(""),
      truncated,
    },
    encoding: "utf-8",
    eol: lines.eol,
    swhid: swhid(gitBlob, path, span),
  };
}

export function span(from: readonly [number, number], to: readonly [number, number]): Span {
  return { start_line: from[0], start_column: from[1], end_line: to[0], end_column: to[1] };
}

/** é on line 1, two whole lines, a cut quote, and an absence. */
export function payload(): CitationPayload {
  const citations = [
    cited(1, { span: span([1, 42], [1, 44]) }),
    cited(2, { span: span([2, 1], [3, 1]) }),
    cited(3, { span: span([1, 48], [4, 5]), truncated: true }),
  ];
  return {
    answer_schema: "frigg.playbook.answer.v1",
    playbook_id: "demo",
    trace_digest: "0".repeat(64),
    answer: "é is there. Nothing else is.",
    claims: [
      { claim_id: "claim-001", text: "é is there.", citation_ids: ["cit-001", "cit-002"] },
      {
        claim_id: "claim-002",
        text: "Nothing else is.",
        citation_ids: ["cit-004"],
        absence: true,
      },
    ],
    citations: [...citations, {
      citation_id: "cit-004",
      tool_call_id: "none",
      tool_name: "search_text",
      absence: { query: { query: "nowhere" }, total: 0, searched: [] },
    }],
    uncited: [],
  };
}

/** The file is still there. */
export const THERE: SourceOf = (): SourceFile => ({
  bytes: new TextEncoder().encode(TEXT),
  uri: "file:///home/someone/src/a%20b%231.ts",
});
/** The file is not as it was. */
export const GONE: SourceOf = (): undefined => undefined;
