/**
 * Sets of code points beyond ASCII as sequences of byte classes: how a set is matched on text of one char a byte.
 *
 * The text is known to be well formed, so a class may include sequences that cannot occur there; that makes the
 * common sets (everything but some ASCII) three short sequences instead of seven.
 * @module
 */
import type { CodePoints, Range } from "./code_points.ts";

/** One class of bytes for each byte of the sequence. */
export type ByteSequence = readonly Range[];

/** The code points that take 2, 3 and 4 bytes: lead byte bits, and the range widened to what cannot occur. */
const LENGTHS = [
  { lead: 0xc0, tail: 1, first: 0x80, last: 0x7ff, from: 0x80, to: 0x7ff },
  { lead: 0xe0, tail: 2, first: 0x800, last: 0xffff, from: 0, to: 0xffff },
  { lead: 0xf0, tail: 3, first: 0x10000, last: 0x10ffff, from: 0, to: 0x13ffff },
] as const;

const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;
/** Values of one continuation byte. */
const TAIL = 64;

/** The sequences that match the members of a set above ASCII, in ascending order. */
export function byteSequences(points: CodePoints): ByteSequence[] {
  const whole = bridgeSurrogates(points);
  return LENGTHS.flatMap(({ lead, tail, first, last, from, to }) =>
    whole.flatMap(([low, high]) => {
      if (low > last || high < first) return [];
      const start = low <= first ? from : low;
      const end = high >= last ? to : high;
      return split(start, end, tail).map((bytes) => withMarks(bytes, lead));
    })
  );
}

/** Surrogates do not occur, so a set that goes on behind them need not be interrupted. */
function bridgeSurrogates(points: CodePoints): CodePoints {
  const joined: Range[] = [];
  for (const range of points) {
    const last = joined.at(-1);
    if (last?.[1] === BEFORE_SURROGATES && range[0] === AFTER_SURROGATES) {
      joined[joined.length - 1] = [last[0], range[1]];
    } else joined.push(range);
  }
  return joined;
}

/** Splits a range so that each part is a product of digits to base 64, `tail` of them behind the first. */
function split(low: number, high: number, tail: number): Range[][] {
  if (tail === 0) return [[[low, high]]];
  const size = TAIL ** tail;
  const first = Math.floor(low / size);
  const last = Math.floor(high / size);
  const startsWhole = low % size === 0;
  const endsWhole = high % size === size - 1;
  if (first === last && !(startsWhole && endsWhole)) {
    return split(low % size, high % size, tail - 1).map((rest) => [[first, first], ...rest]);
  }
  const parts: Range[][] = [];
  if (!startsWhole) parts.push(...split(low, (first + 1) * size - 1, tail));
  const middle: Range = [startsWhole ? first : first + 1, endsWhole ? last : last - 1];
  if (middle[0] <= middle[1]) parts.push([middle, ...anyTail(tail)]);
  if (!endsWhole) parts.push(...split(last * size, high, tail));
  return parts;
}

function anyTail(tail: number): Range[] {
  return Array.from({ length: tail }, (): Range => [0, TAIL - 1]);
}

function withMarks(digits: readonly Range[], lead: number): Range[] {
  return digits.map(([low, high], index): Range => {
    const mark = index === 0 ? lead : 0x80;
    return [mark + low, mark + high];
  });
}
