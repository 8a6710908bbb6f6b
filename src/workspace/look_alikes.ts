/**
 * Paths that are spelled with characters which look like others.
 * @module
 */

/** Backslash, division slash, fraction slash, big solidus, box drawing and mathematical diagonals. */
const SLASHES = /[\\\u2044\u2215\u29f8\u2571\u27cb]/g;

/**
 * The path as a careless reader, or another system, would take it: full-width and small forms, leaders of dots and
 * whatever looks like a slash stand for what they look like.
 *
 * @example
 * asItLooks("．．＼etc") // "../etc"
 */
export function asItLooks(path: string): string {
  return path.normalize("NFKC").replace(SLASHES, "/");
}
