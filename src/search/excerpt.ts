/**
 * The source text shown with a row: at most 512 bytes of a line, around the match (contract.md §1.12).
 *
 * Malformed bytes are shown as U+FFFD; the byte order mark and line ends are never part of an excerpt.
 * @module
 */
import { EXCERPT_MAX_BYTES } from "../contract/limits.ts";
import type { LineIndex } from "../contract/lines.ts";
import { sequenceLength } from "../snapshot/utf8.ts";

const REPLACEMENT = "\uFFFD";
const REPLACEMENT_BYTES = 3;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Part of a line, with the raw bytes it shows. */
interface Clip extends ByteRange {
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
}

export interface Excerpt {
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
}

/** Half-open range of raw byte offsets. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The line of a match; with `contextLines`, the lines around it too, each clipped by itself and joined by LF.
 *
 * `match` lies within lines; its first line is the one that is clipped around it.
 */
export function excerptOf(
  bytes: Uint8Array,
  lines: LineIndex,
  match: ByteRange,
  contextLines: number,
): Excerpt {
  const line = lines.lineAt(match.start);
  const last = Math.min(
    lines.count,
    lines.lineAt(Math.max(match.end - 1, match.start)) + contextLines,
  );
  const first = Math.max(1, line - contextLines);
  const clips: Clip[] = [];
  for (let each = first; each <= (contextLines === 0 ? line : last); each++) {
    const start = lines.start(each);
    const end = lines.end(each);
    clips.push(clipLine(bytes, { start, end }, each === line ? match : { start, end: start }));
  }
  return {
    excerpt: clips.map(({ excerpt }) => excerpt).join("\n"),
    excerptTruncated: clips.some(({ excerptTruncated }) => excerptTruncated),
  };
}

/** The beginning of a range's own text: at most `maxBytes` of its first line. */
export function ownText(
  bytes: Uint8Array,
  lines: LineIndex,
  range: ByteRange,
  maxBytes: number = EXCERPT_MAX_BYTES,
): Excerpt {
  const lineEnd = lines.count === 0 ? range.start : lines.end(lines.lineAt(range.start));
  const to = Math.max(range.start, Math.min(range.end, lineEnd));
  const end = forward(bytes, range.start, to, maxBytes).at;
  return { excerpt: decode(bytes, range.start, end), excerptTruncated: end < range.end };
}

/** At most 512 bytes of a line, around `match` as far as that lies in it. */
export function clipLine(bytes: Uint8Array, line: ByteRange, match: ByteRange): Clip {
  const start = Math.min(Math.max(match.start, line.start), line.end);
  const end = Math.min(Math.max(match.end, start), line.end);
  const inside = forward(bytes, start, end, EXCERPT_MAX_BYTES);
  if (inside.at < end) return shown(bytes, { start, end: inside.at }, line);
  const spare = EXCERPT_MAX_BYTES - inside.cost;
  // Half the room in front; what the front does not need goes behind, and what the back does not need to the front.
  const front = backward(bytes, start, line.start, Math.floor(spare / 2));
  const behind = forward(bytes, end, line.end, spare - front.cost);
  const wider = backward(bytes, start, line.start, spare - behind.cost);
  return shown(bytes, { start: wider.at, end: behind.at }, line);
}

function shown(bytes: Uint8Array, range: ByteRange, line: ByteRange): Clip {
  return {
    ...range,
    excerpt: decode(bytes, range.start, range.end),
    excerptTruncated: range.start > line.start || range.end < line.end,
  };
}

/** A place reached, and the bytes of the text passed, as UTF-8. */
interface Reached {
  readonly at: number;
  readonly cost: number;
}

function forward(bytes: Uint8Array, from: number, to: number, room: number): Reached {
  let at = from;
  let cost = 0;
  while (at < to) {
    const next = costAt(bytes, at);
    if (cost + next.cost > room) break;
    at += next.length;
    cost += next.cost;
  }
  return { at: Math.min(at, to), cost };
}

function backward(bytes: Uint8Array, from: number, to: number, room: number): Reached {
  let at = from;
  let cost = 0;
  while (at > to) {
    const start = pointBefore(bytes, at, to);
    const step = costAt(bytes, start).cost;
    if (cost + step > room) break;
    at = start;
    cost += step;
  }
  return { at, cost };
}

/** Where the code point that ends at `at` starts. */
function pointBefore(bytes: Uint8Array, at: number, least: number): number {
  for (let start = at - 2; start >= Math.max(at - 4, least); start--) {
    if (start + sequenceLength(bytes, start) === at && at - start > 1) return start;
  }
  return at - 1;
}

function costAt(bytes: Uint8Array, at: number): { readonly length: number; readonly cost: number } {
  const length = sequenceLength(bytes, at);
  const malformed = length === 1 && (bytes[at] ?? 0) >= 0x80;
  return { length, cost: malformed ? REPLACEMENT_BYTES : length };
}

/** Text of a range of whole code points, each malformed byte one U+FFFD. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let from = start;
  for (let at = start; at < end;) {
    const length = sequenceLength(bytes, at);
    if (length === 1 && (bytes[at] ?? 0) >= 0x80) {
      text += DECODER.decode(bytes.subarray(from, at)) + REPLACEMENT;
      from = at + 1;
    }
    at += length;
  }
  return text + DECODER.decode(bytes.subarray(from, end));
}
