/**
 * Simple (one to one) Unicode case folding: which code points are the same letter in another case.
 *
 * Derived from the runtime's own case mappings, leaving out those that give several code points (`ß` → `SS`).
 * @module
 */
import { type CodePoints, type Range, union } from "./code_points.ts";

/** No code point above has a case: Adlam, the last cased script, ends before it. */
const LAST_CASED = 0x1e943;
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
  for (let point = 0x41; point <= LAST_CASED; point++) {
    const folded = foldOf(point);
    const orbit = byFold.get(folded);
    if (orbit === undefined) byFold.set(folded, [point]);
    else orbit.push(point);
  }
  const found = new Map<number, readonly number[]>();
  for (const orbit of byFold.values()) {
    if (orbit.length > 1) { for (const point of orbit) found.set(point, orbit); }
  }
  return found;
}

/** Lower case of the upper case, as far as each is a single code point. */
function foldOf(point: number): number {
  if (point === DOTLESS_I || (point >= 0xd800 && point <= 0xdfff)) return point;
  const lower = mapped(point, (text) => text.toLowerCase());
  // A capital without a single-letter capital of its own (`ẞ`) must first become small.
  return mapped(mapped(lower, (text) => text.toUpperCase()), (text) => text.toLowerCase());
}

function mapped(point: number, change: (text: string) => string): number {
  const text = change(String.fromCodePoint(point));
  const first = text.codePointAt(0) ?? point;
  return String.fromCodePoint(first) === text ? first : point;
}
