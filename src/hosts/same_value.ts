/**
 * Whether two parsed values are the same; the order of an object's members does not count.
 * @module
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  // Dates are values of TOML.
  if (a instanceof Date || b instanceof Date) return String(a) === String(b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [inA, inB] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return inA.size === inB.size &&
    [...inA].every(([key, value]) => inB.has(key) && sameValue(value, inB.get(key)));
}
