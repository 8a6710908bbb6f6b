/**
 * Cuts a file at line ends into pieces that are searched one after the other.
 *
 * No match crosses a line end, so the cuts change nothing; between the pieces the search can be stopped. Only LF is
 * looked for, because that is quick: a file with carriage returns alone counts as one long line here.
 * @module
 */

/** Bytes of a piece: a few milliseconds, most of them for bringing what is not ASCII into form. */
const SEGMENT_BYTES = 64 * 1024;
/** Bytes of a piece times states of the pattern: what V8's linear engine does in some ten milliseconds. */
const SEGMENT_STEPS = 1024 * 1024;
/**
 * Bytes of a line that is searched by itself.
 *
 * A loop tried at each place of a line costs half its length a byte: at this length about as much as the linear engine.
 * Without loops nothing gets worse with length, but a search that cannot be stopped gets longer.
 */
const LONG_LINE_BYTES = { branching: 2 * 1024, plain: 32 * 1024 };
/** Longer literals are left to the runtime: it skips most of the text, where the machine looks at each state. */
const MAX_MACHINE_WEIGHT = 1024;
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Raw byte offsets, half-open; `long` is one line that is long for the pattern. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly long: boolean;
}

/** Where the text of a file starts: behind its byte order mark. */
export function textStart(latin1: string): number {
  return latin1.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** What the pieces are searched for. */
export interface Searched {
  /** States of the pattern. */
  readonly weight: number;
  /** There may be many ways to match at one place. */
  readonly branching: boolean;
}

/** Whether a text that is not cut is long for a pattern. */
export function isLong(latin1: string, searched: Searched): boolean {
  return latin1.length > longLineBytes(searched);
}

/** The pieces of a file in order; no long line shares a piece. */
export function* lineSegments(latin1: string, searched: Searched): Generator<Segment> {
  const wanted = Math.min(SEGMENT_BYTES, Math.ceil(SEGMENT_STEPS / Math.max(searched.weight, 1)));
  const reach = longLineBytes(searched);
  let start = textStart(latin1);
  for (let from = start; from < latin1.length;) {
    const { to, long } = shortLines(latin1, from, reach);
    if (long && start < from) yield { start, end: from, long: false };
    if (long) yield { start: from, end: to, long };
    else if (to - start >= wanted || to === latin1.length) yield { start, end: to, long };
    if (long || to - start >= wanted) start = to;
    from = to;
  }
}

function longLineBytes({ weight, branching }: Searched): number {
  if (branching) return LONG_LINE_BYTES.branching;
  return weight > MAX_MACHINE_WEIGHT ? Infinity : LONG_LINE_BYTES.plain;
}

/** Where to cut next, behind a line end; `long` if there is one long line before. */
interface Cut {
  readonly to: number;
  readonly long: boolean;
}

/** As many lines as surely are not long, or one that is; `from` is the start of a line. */
function shortLines(latin1: string, from: number, longBytes: number): Cut {
  const reach = from + longBytes;
  if (reach >= latin1.length) return { to: latin1.length, long: false };
  // Looking for each line's end takes longer than most patterns. Without one in reach this ends at the line before.
  const last = latin1.lastIndexOf("\n", reach - 1);
  if (last >= from) return { to: last + 1, long: false };
  return { to: lineEnd(latin1, reach), long: true };
}

function lineEnd(latin1: string, from: number): number {
  const at = latin1.indexOf("\n", from);
  return at < 0 ? latin1.length : at + 1;
}
