/**
 * Places of syntax nodes as every answer states them.
 * @module
 */
import type { LineIndex } from "../../contract/lines.ts";
import type { SourceText } from "../../snapshot/source_text.ts";
import { type Excerpt, excerptOf, ownText } from "../excerpt.ts";
import type { SourceRange } from "../syntax_requests.ts";

/** A file that was parsed. */
export interface ParsedFile {
  readonly bytes: Uint8Array;
  readonly lines: LineIndex;
  readonly source: SourceText;
}

/** Half-open range of UTF-16 units. */
export interface NodeRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A node's place with the line it starts on. */
export function lineRange(file: ParsedFile, node: NodeRange): SourceRange {
  return { ...placeOf(file, node), ...excerptOf(file.bytes, file.lines, bytesOf(file, node), 0) };
}

/** A node's place with the beginning of its own text. */
export function ownRange(file: ParsedFile, node: NodeRange, maxBytes?: number): SourceRange {
  return { ...placeOf(file, node), ...ownExcerpt(file, node, maxBytes) };
}

function ownExcerpt(file: ParsedFile, node: NodeRange, maxBytes?: number): Excerpt {
  return ownText(file.bytes, file.lines, bytesOf(file, node), maxBytes);
}

/** A node that ends with a line's terminator ends with that line, not on the next. */
function placeOf(
  file: ParsedFile,
  node: NodeRange,
): Omit<SourceRange, "excerpt" | "excerptTruncated"> {
  const { lines } = file;
  const { start, end } = bytesOf(file, node);
  const first = lines.position(start);
  if (end <= start || lines.count === 0) {
    return { ...first, endLine: first.line, endColumn: first.column };
  }
  const endLine = lines.lineAt(end - 1);
  const endColumn = Math.min(end, lines.end(endLine)) - lines.start(endLine) + 1;
  return { ...first, endLine, endColumn };
}

function bytesOf(
  { source }: ParsedFile,
  { startIndex, endIndex }: NodeRange,
): { readonly start: number; readonly end: number } {
  return { start: source.byteAt(startIndex), end: source.byteAt(endIndex) };
}
