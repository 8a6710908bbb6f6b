/**
 * How well a symbol answers a query (contract.md §2.8): the lower the tier, the better.
 *
 * 0 exact name, 1 the same but for letter case, 2 prefix, 3 part of the name, the last two in any letter case. A query
 * with `\`, `::` or `$` is first a canonical name: exact, case, prefix at 0 to 2, and the tiers of the name shift by 3.
 * @module
 */
const CANONICAL = /\\|::|\$/;
const CANONICAL_TIERS = 3;

export interface SymbolNames {
  readonly name: string;
  /** The canonical, qualified name. */
  readonly signature: string;
}

export interface SymbolQuery {
  /** Quick test by lower-case names; passes whatever has a tier. */
  mayMatch(lowerName: string, lowerSignature: string): boolean;
  /** The tier of a symbol, or undefined if the query is no part of its names. */
  tierOf(names: SymbolNames): number | undefined;
}

export function symbolQuery(query: string): SymbolQuery {
  const lower = query.toLowerCase();
  const canonical = CANONICAL.test(query);
  const tierOf = ({ name, signature }: SymbolNames): number | undefined => {
    const byName = tier(name, query, lower);
    if (!canonical) return byName;
    const bySignature = tier(signature, query, lower);
    if (bySignature !== undefined && bySignature < CANONICAL_TIERS) return bySignature;
    return byName === undefined ? undefined : byName + CANONICAL_TIERS;
  };
  return {
    mayMatch: (lowerName, lowerSignature) =>
      lowerName.includes(lower) || (canonical && lowerSignature.startsWith(lower)),
    tierOf,
  };
}

function tier(text: string, query: string, lower: string): number | undefined {
  if (text === query) return 0;
  const lowerText = text.toLowerCase();
  if (lowerText === lower) return 1;
  if (lowerText.startsWith(lower)) return 2;
  return lowerText.includes(lower) ? 3 : undefined;
}
