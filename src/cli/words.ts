/**
 * Small words for people.
 * @module
 */

/** "1 file", "2 files"; thousands are grouped. */
export function count(number: number, noun: string): string {
  const digits = String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${number === 1 ? "" : plural(noun)}`;
}

function plural(noun: string): string {
  return /(ch|sh|s|x)$/.test(noun) ? "es" : "s";
}
