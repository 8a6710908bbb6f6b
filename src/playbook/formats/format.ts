/**
 * What a format of citations is, and the text that a citation's columns are counted on.
 * @module
 */
import { TextBases } from "../../contract/bases.ts";
import type { CitationPayload, CitedClaim, FileCitation } from "../../contract/citation.ts";

/** A cited file as it was when it was cited: its bytes have the citation's digest. */
export interface SourceFile {
  readonly bytes: Uint8Array;
  /** `file:` address of the file. */
  readonly uri: string;
}

/** The cited file, or undefined if nobody has those bytes any more. */
export type SourceOf = (citation: FileCitation) => SourceFile | undefined;

/** A payload in another format, as the text of a file. */
export type Format = (payload: CitationPayload, sourceOf: SourceOf) => string;

/** A place in code: lines that are always known, and a text in which columns can be counted. */
export interface CountedText {
  readonly text: TextBases;
  /** Lines of the file before line 1 of `text`: 0 if it is the whole file. */
  readonly linesBefore: number;
  readonly isWhole: boolean;
}

/**
 * The text to count a citation's columns on: the file, or else what the quote and its prefix hold of the lines.
 *
 * Undefined where neither tells how the first line begins; then only whole lines can be named.
 */
export function countedText(
  citation: FileCitation,
  source: SourceFile | undefined,
): CountedText | undefined {
  if (source !== undefined) {
    return { text: new TextBases(source.bytes), linesBefore: 0, isWhole: true };
  }
  const { quote: { exact, prefix, truncated }, span, encoding } = citation;
  if (truncated || encoding === "utf-8-lossy") return undefined;
  const before = /[^\r\n]*$/.exec(prefix)?.[0] ?? "";
  const encoder = new TextEncoder();
  if (encoder.encode(before).length !== span.start_column - 1) return undefined;
  // A span may end where a line starts; without something in it that line would not be there.
  const text = new TextBases(encoder.encode(`${before}${exact} `));
  return { text, linesBefore: span.start_line - 1, isWhole: false };
}

/** What the answer says with a citation, one text for each claim. */
export function claimTexts(citationId: string, claims: readonly CitedClaim[]): readonly string[] {
  return claims.filter(({ citation_ids }) => citation_ids.includes(citationId))
    .map(({ text }) => text);
}

/** The span with its lines counted from the start of the counted text. */
export function spanInText(
  { span }: FileCitation,
  { linesBefore }: CountedText,
): FileCitation["span"] {
  return {
    ...span,
    start_line: span.start_line - linesBefore,
    end_line: span.end_line - linesBefore,
  };
}

/** A path as a relative reference: each segment percent-encoded, no `/` in front. */
export function pathReference(path: string): string {
  // What is no text cannot be encoded.
  const reference = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  // A colon in the first segment would make it a scheme; encodeURIComponent() has encoded it.
  return reference.replace(/^\/+/, "");
}

/** Indented JSON, as all formats but Markdown are written. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
