/**
 * The order of texts in traces: that of their UTF-8 bytes, as paths are ordered everywhere.
 * @module
 */

/** Negative, zero or positive, by code points; UTF-16 order differs beyond the basic plane. */
export function compareText(a: string, b: string): number {
  const [left, right] = [a[Symbol.iterator](), b[Symbol.iterator]()];
  for (;;) {
    const [x, y] = [left.next(), right.next()];
    if (x.done === true || y.done === true) {
      return Number(y.done ?? false) - Number(x.done ?? false);
    }
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}
