/**
 * Sets of Unicode code points as sorted, disjoint, inclusive ranges.
 * @module
 */

/** An inclusive range of code points. */
export type Range = readonly [low: number, high: number];

/** Sorted, disjoint and not adjacent ranges. */
export type CodePoints = readonly Range[];

export const MAX_CODE_POINT = 0x10ffff;
export const LF = 0x0a;
export const CR = 0x0d;

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** What may stand in a line: every code point but the two line ends. */
export const IN_LINE: CodePoints = [
  [0, LF - 1],
  [LF + 1, CR - 1],
  [CR + 1, FIRST_SURROGATE - 1],
  [LAST_SURROGATE + 1, MAX_CODE_POINT],
];

export const DIGITS: CodePoints = [[0x30, 0x39]];

/** ASCII letters, digits and `_`. */
export const WORD: CodePoints = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];

/** ASCII space that is no line end: tab, vertical tab, form feed, space. */
export const SPACE: CodePoints = [[0x09, 0x09], [0x0b, 0x0c], [0x20, 0x20]];

/** Sorts and joins ranges in any order. */
export function union(ranges: Iterable<Range>): CodePoints {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else joined.push([low, high]);
  }
  return joined;
}

/** The part of `points` inside `bounds`. */
export function intersect(points: CodePoints, bounds: CodePoints): CodePoints {
  const both: Range[] = [];
  for (const [low, high] of points) {
    for (const [from, to] of bounds) {
      if (Math.max(low, from) <= Math.min(high, to)) {
        both.push([Math.max(low, from), Math.min(high, to)]);
      }
    }
  }
  return both;
}

/** What may stand in a line and is not in `points`. */
export function complement(points: CodePoints): CodePoints {
  const gaps: Range[] = [];
  let from = 0;
  for (const [low, high] of points) {
    if (low > from) gaps.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= MAX_CODE_POINT) gaps.push([from, MAX_CODE_POINT]);
  return intersect(gaps, IN_LINE);
}

/** Number of code points in a set. */
export function countOf(points: CodePoints): number {
  return points.reduce((sum, [low, high]) => sum + high - low + 1, 0);
}

export function includes(points: CodePoints, point: number): boolean {
  return points.some(([low, high]) => low <= point && point <= high);
}
