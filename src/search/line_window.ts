/**
 * The text of some lines around a match: each clipped by itself, and no more of them than fit.
 *
 * Line ends are kept as the file has them; malformed bytes are shown as U+FFFD.
 * @module
 */
import type { LineIndex } from "../contract/lines.ts";
import { clipLine } from "./excerpt.ts";

/** Lines of a file as they are shown; lines count from 1. */
export interface WindowText {
  readonly startLine: number;
  readonly endLine: number;
  /** Raw bytes that `content` shows. */
  readonly bytes: number;
  readonly content: string;
  /** Raw bytes of the lines that `content` leaves out. */
  readonly truncatedBytes: number;
}

export interface WindowRequest {
  readonly startLine: number;
  readonly endLine: number;
  /** The line this range of raw bytes starts in is clipped around it, others at their beginnings. */
  readonly match?: { readonly start: number; readonly end: number };
  /** Characters of the content as JSON, at most. */
  readonly maxChars: number;
}

/** The lines from `startLine` to `endLine`, which the file must have. */
export function windowText(
  bytes: Uint8Array,
  lines: LineIndex,
  { startLine, endLine, match, maxChars }: WindowRequest,
): WindowText {
  const matched = match === undefined ? undefined : lines.lineAt(match.start);
  let content = "";
  let shown = 0;
  let chars = 0;
  for (let line = startLine; line <= endLine; line++) {
    const range = { start: lines.start(line), end: lines.end(line) };
    const around = line === matched && match !== undefined
      ? match
      : { start: range.start, end: range.start };
    const clip = clipLine(bytes, range, around);
    const end = terminator(bytes, range.end, lines.next(line));
    chars += JSON.stringify(clip.excerpt + end).length;
    if (chars > maxChars) break;
    content += clip.excerpt + end;
    shown += clip.end - clip.start + end.length;
  }
  const all = endLine < startLine ? 0 : lines.next(endLine) - lines.start(startLine);
  return { startLine, endLine, bytes: shown, content, truncatedBytes: all - shown };
}

function terminator(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
