/**
 * Near names for a misspelt one.
 *
 * By shared pairs of letters: flags like `--max-files` share whole words, which an edit distance counts for little.
 * @module
 */

/** Names told at most. */
const MAX_SUGGESTIONS = 3;

/** Share of common letter pairs from which a name counts as near. */
const NEAR = 0.25;

/**
 * Those of `names` that `word` may have been meant to be, nearest first; equally near ones by name.
 *
 * @example
 * nearNames("--max-tokns", ["--max-files", "--json"]) // ["--max-files"]
 */
export function nearNames(word: string, names: readonly string[]): readonly string[] {
  return names.map((name) => ({ name, nearness: nearness(word, name) }))
    .filter((near) => near.nearness >= NEAR)
    .sort((a, b) => b.nearness - a.nearness || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** Dice coefficient of the two sets of letter pairs: 0 for nothing in common, 1 for the same pairs. */
function nearness(a: string, b: string): number {
  const [inA, inB] = [pairs(a), pairs(b)];
  if (inA.size + inB.size === 0) return 0;
  const common = [...inA].filter((pair) => inB.has(pair)).length;
  return 2 * common / (inA.size + inB.size);
}

/** The beginning of a word counts as a pair, so that `indx` is nearer to `index` than to `find`. */
function pairs(word: string): ReadonlySet<string> {
  const letters = `^${word.toLowerCase().replace(/^-+/, "")}`;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
}
