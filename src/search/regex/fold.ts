/**
 * Simple (one to one) Unicode case folding: which code points are the same letter in another case.
 *
 * Derived from the runtime's own case mappings, leaving out those that give several code points (`ß` → `SS`).
 * @module
 */
import { type CodePoints, type Range, union } from "./code_points.ts";

/** Where letters with case live; asking the runtime about all 1.1 million code points takes too long. */
const CASED_BLOCKS: readonly Range[] = [
  [0x41, 0x2dff],
  [0xa640, 0xabff],
  [0xfb00, 0xffff],
  [0x10400, 0x10fff],
  [0x11800, 0x118ff],
  [0x16e00, 0x16eff],
  [0x1e900, 0x1e9ff],
];
/** Pairs that fold together although the runtime's mappings of each give several code points. */
const FOLDED_PAIRS: ReadonlyMap<number, number> = new Map([
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]);
/** Turkish dotless i: its capital is `I`, but folding keeps the two apart. */
const DOTLESS_I = 0x131;

/** Adds every code point that differs from a member by case only. */
export function foldCase(points: CodePoints): CodePoints {
  const variants: Range[] = [...points];
  for (const [point, orbit] of orbits()) {
    if (points.some(([low, high]) => low <= point && point <= high)) {
      for (const other of orbit) variants.push([other, other]);
    }
  }
  return union(variants);
}

/** The code points that differ from `point` by case only, itself included, ascending. */
export function caseVariants(point: number): readonly number[] {
  return orbits().get(point) ?? [point];
}

let memo: ReadonlyMap<number, readonly number[]> | undefined;

// The table takes some milliseconds to make and is the same for ever, so it is made once, on first use.
function orbits(): ReadonlyMap<number, readonly number[]> {
  memo ??= buildOrbits();
  return memo;
}

function buildOrbits(): Map<number, readonly number[]> {
  const byFold = new Map<number, number[]>();
  for (const [low, high] of CASED_BLOCKS) {
    for (let point = low; point <= high; point++) {
      const folded = foldOf(point);
      const orbit = byFold.get(folded);
      if (orbit === undefined) byFold.set(folded, [point]);
      else orbit.push(point);
    }
  }
  const found = new Map<number, readonly number[]>();
  for (const orbit of byFold.values()) {
    if (orbit.length > 1) { for (const point of orbit) found.set(point, orbit); }
  }
  return found;
}

/** Lower case of the upper case, as far as each is a single code point. */
function foldOf(point: number): number {
  if (point === DOTLESS_I) return point;
  const pair = FOLDED_PAIRS.get(point);
  if (pair !== undefined) return pair;
  const lower = mapped(point, (text) => text.toLowerCase());
  // A capital without a single-letter capital of its own (`ẞ`) must first become small.
  return mapped(mapped(lower, (text) => text.toUpperCase()), (text) => text.toLowerCase());
}

function mapped(point: number, change: (text: string) => string): number {
  const text = change(String.fromCodePoint(point));
  const first = text.codePointAt(0) ?? point;
  return String.fromCodePoint(first) === text ? first : point;
}
