/**
 * The order of paths everywhere in a snapshot: by their UTF-8 bytes.
 *
 * JavaScript compares UTF-16 units, which puts characters above U+FFFF before U+E000 to U+FFFF; UTF-8 does not.
 * @module
 */

/** Compares two paths by their UTF-8 bytes, for `sort`. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Lifts surrogates above the other units, as the code points they stand for. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Position of `wanted` in ascending items, or undefined. */
export function findPath<T>(
  items: readonly T[],
  wanted: string,
  pathOf: (item: T) => string,
): number | undefined {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item === undefined) return undefined;
    const order = comparePaths(pathOf(item), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
