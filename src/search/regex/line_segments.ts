/**
 * Cuts a file at line ends into pieces that are searched one after the other.
 *
 * No match crosses a line end, so the cuts change nothing; between the pieces the search can be stopped. Only LF is
 * looked for, because that is quick: a file with carriage returns alone counts as one long line here.
 * @module
 */

/** Bytes of a piece: some milliseconds of searching. */
const SEGMENT_BYTES = 256 * 1024;
/**
 * Bytes of a line that is searched by itself.
 *
 * A loop tried at each place of a line costs half its length a byte: at this length about as much as the linear engine.
 */
export const LONG_LINE_BYTES = 2 * 1024;
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Raw byte offsets, half-open; `long` is one line of more than `LONG_LINE_BYTES`. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly long: boolean;
}

/** Where the text of a file starts: behind its byte order mark. */
export function textStart(latin1: string): number {
  return latin1.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The pieces of a file in order; with `separateLong` no long line shares a piece. */
export function* lineSegments(latin1: string, separateLong: boolean): Generator<Segment> {
  let start = textStart(latin1);
  for (let from = start; from < latin1.length;) {
    const at = latin1.indexOf("\n", separateLong ? from : from + SEGMENT_BYTES);
    const to = at < 0 ? latin1.length : at + 1;
    const long = separateLong && to - from > LONG_LINE_BYTES;
    if (long && start < from) yield { start, end: from, long: false };
    if (long) yield { start: from, end: to, long };
    else if (to - start >= SEGMENT_BYTES || to === latin1.length) yield { start, end: to, long };
    if (long || to - start >= SEGMENT_BYTES) start = to;
    from = to;
  }
}
