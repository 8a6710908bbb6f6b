/**
 * How well a symbol answers a query (contract.md §2.8): the lower the tier, the better.
 *
 * 0 exact name, 1 the same but for letter case, 2 prefix, 3 part of the name, the last two in any letter case. A query
 * with `\`, `::` or `$` is first a canonical name: exact, case, prefix at 0 to 2, and the tiers of the name shift by 3.
 * @module
 */
import type { SymbolTexts } from "../snapshot/symbol_texts.ts";

const CANONICAL = /\\|::|\$/;
const CANONICAL_TIERS = 3;

export interface SymbolNames {
  readonly name: string;
  /** The canonical, qualified name. */
  readonly signature: string;
}

export interface SymbolQuery {
  /** The tier of a symbol, or undefined if the query is no part of its names. */
  tierOf(names: SymbolNames): number | undefined;
  /** The same for the symbols of a snapshot, by position; -1 for no tier. */
  tiersIn(texts: SymbolTexts): (position: number) => number;
}

/** Tiers there are; the lowest is the worst. */
export const TIERS = 7;

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
  const tiersIn = (texts: SymbolTexts): (position: number) => number => {
    const tiers = tiersOfTexts(texts, query, lower);
    const { names, signatures } = texts;
    const tierOfText = (number: number | undefined): number => (tiers[number ?? 0] ?? 0) - 1;
    if (!canonical) return (position) => tierOfText(names[position]);
    return (position) => {
      const bySignature = tierOfText(signatures[position]);
      if (bySignature >= 0 && bySignature < CANONICAL_TIERS) return bySignature;
      const byName = tierOfText(names[position]);
      return byName < 0 ? byName : byName + CANONICAL_TIERS;
    };
  };
  return { tierOf, tiersIn };
}

/** By number of the text: its tier plus 1, or 0. */
function tiersOfTexts(texts: SymbolTexts, query: string, lower: string): Uint8Array {
  const tiers = new Uint8Array(texts.texts.length);
  for (const number of texts.holding(lower)) {
    tiers[number] = 1 + (tier(texts.texts[number] ?? "", query, lower) ?? -1);
  }
  return tiers;
}

function tier(text: string, query: string, lower: string): number | undefined {
  if (text === query) return 0;
  const lowerText = text.toLowerCase();
  if (lowerText === lower) return 1;
  if (lowerText.startsWith(lower)) return 2;
  return lowerText.includes(lower) ? 3 : undefined;
}
