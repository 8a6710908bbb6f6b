/**
 * The numbers that ranked discovery rests on. A change is judged by `deno task bench:ranking`, never by one query.
 * @module
 */

export const WEIGHTS = {
  /** Rank 1 counts 1, rank r counts (offset + 1) / (offset + r): a small offset trusts first places more. */
  rankOffset: 10,
  /** Shares of content and path in the lexical score. */
  content: 0.7,
  path: 0.3,
  /** What the second best chunk or symbol of a file adds to the best, and the third to the second. */
  corroboration: 0.3,
  /** A file that mentions a symbol that was found, against one that defines it. */
  neighbour: 0.5,
  /** A file of which nothing but the path speaks for it. */
  witnessOnly: 0.8,
  /** Files that are about the code rather than the code, unless the query asks for them. */
  tests: 0.7,
  documentation: 0.8,
  fixtures: 0.6,
} as const;

/** What a place in a ranked list is worth: 1 for the first. */
export function rankScore(rank: number): number {
  return (WEIGHTS.rankOffset + 1) / (WEIGHTS.rankOffset + rank);
}
