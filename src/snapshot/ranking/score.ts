/**
 * Scores the documents of a word index for a list of tokens, as Orama does it: BM25 over distinct words.
 *
 * A score depends on the documents alone, not on the way the index came about: averages are made from integer sums,
 * and the shares of the tokens are added in the order of the tokens.
 * @module
 */
import type { WordIndex } from "./word_index.ts";

/** Constants of BM25. */
export interface Relevance {
  readonly k: number;
  readonly b: number;
  readonly d: number;
}

/** Which words of the index a token stands for: all that begin with it, itself, or those only if it is not there. */
export type Expansion = "prefix" | "word" | "prefix_if_missing";

export interface Scoring {
  readonly tokens: readonly string[];
  readonly expansion: Expansion;
  readonly relevance: Relevance;
  /** Documents that count, if not all do. */
  readonly only?: { has(document: number): boolean };
  /** At most this many documents, the best; of equal ones those with the lowest numbers. */
  readonly keep: number;
}

export interface Scored {
  readonly document: number;
  /** Rounded to 6 decimals: `Math.log` differs between engines behind them. */
  readonly score: number;
}

const SCORE_UNITS = 1_000_000;
/** A prefix that stands for more words says little, and would cost much. */
const MAX_EXPANSIONS = 128;
/** A shorter beginning of a word is no hint to it. */
const MIN_PREFIX_CHARS = 3;

export function roundScore(score: number): number {
  return Math.round(score * SCORE_UNITS) / SCORE_UNITS;
}

/** Weight of a word that `count` of all documents hold. */
export function wordWeight(documents: number, count: number): number {
  return Math.log(1 + (documents - count + 0.5) / (count + 0.5));
}

export class Scorer {
  readonly #index: WordIndex;
  /** One sum for each document; all 0 between two searches. */
  readonly #sums: Float64Array;

  constructor(index: WordIndex) {
    this.#index = index;
    this.#sums = new Float64Array(index.documents);
  }

  /** The best documents by falling score, equal ones by number. */
  best(scoring: Scoring): Scored[] {
    const touched: number[] = [];
    for (const token of scoring.tokens) {
      for (const word of wordsOf(this.#index, token, scoring.expansion)) {
        this.#add(word, scoring, touched);
      }
    }
    const scored = touched.map((document) => {
      const score = roundScore(this.#sums[document] ?? 0);
      this.#sums[document] = 0;
      return { document, score };
    });
    return cut(scored, scoring.keep);
  }

  #add(word: number, { only, relevance: { k, b, d } }: Scoring, touched: number[]): void {
    const { documents, totalLength, columns: { lengths } } = this.#index;
    const holders = this.#index.documentsOf(word);
    const weight = wordWeight(documents, holders.length);
    const average = totalLength / documents;
    for (const document of holders) {
      if (only !== undefined && !only.has(document)) continue;
      const length = lengths[document] ?? 0;
      const frequency = 1 / length;
      const share = (weight * (d + frequency * (k + 1))) /
        (frequency + k * (1 - b + (b * length) / average));
      const before = this.#sums[document] ?? 0;
      // A share is never 0, since a word's weight is not.
      if (before === 0) touched.push(document);
      this.#sums[document] = before + share;
    }
  }
}

/** Positions of the words that a token stands for. */
export function wordsOf(index: WordIndex, token: string, expansion: Expansion): readonly number[] {
  if (expansion === "prefix") return index.beginningWith(token, Infinity);
  const word = index.find(token);
  if (word !== undefined) return [word];
  if (expansion === "word" || token.length < MIN_PREFIX_CHARS) return [];
  return index.beginningWith(token, MAX_EXPANSIONS);
}

function cut(scored: Scored[], keep: number): Scored[] {
  if (scored.length <= keep) return scored.sort(compare);
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  const least = scores[scores.length - keep] ?? 0;
  return scored.filter(({ score }) => score >= least).sort(compare).slice(0, keep);
}

function compare(a: Scored, b: Scored): number {
  return b.score - a.score || a.document - b.document;
}
