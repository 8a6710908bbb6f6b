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
/** Finer than scores of ordinary queries differ. */
const SCORE_STEPS = 4_096;
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
  /** Documents of this search in the order in which they were met. */
  readonly #met: Uint32Array;
  #count = 0;

  constructor(index: WordIndex) {
    this.#index = index;
    this.#sums = new Float64Array(index.documents);
    this.#met = new Uint32Array(index.documents);
  }

  /** The best documents by falling score, equal ones by number. */
  best(scoring: Scoring): Scored[] {
    for (const token of scoring.tokens) {
      for (const word of wordsOf(this.#index, token, scoring.expansion)) this.#add(word, scoring);
    }
    const met = this.#met.subarray(0, this.#count);
    const scores = Float64Array.from(met, (document) => roundScore(this.#sums[document] ?? 0));
    for (const document of met) this.#sums[document] = 0;
    this.#count = 0;
    return best(met, scores, scoring.keep);
  }

  #add(word: number, { only, relevance: { k, b, d } }: Scoring): void {
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
      if (before === 0) this.#met[this.#count++] = document;
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

/** The best of many; most are dropped without being sorted. */
function best(documents: Uint32Array, scores: Float64Array, keep: number): Scored[] {
  const least = leastScore(scores, keep);
  const scored: Scored[] = [];
  for (const [at, score] of scores.entries()) {
    if (score >= least) scored.push({ document: documents[at] ?? 0, score });
  }
  scored.sort((a, b) => b.score - a.score || a.document - b.document);
  return scored.length > keep ? scored.slice(0, keep) : scored;
}

/** A score that at least `keep` of the scores reach, and not many more, found by counting. */
function leastScore(scores: Float64Array, keep: number): number {
  if (scores.length <= keep) return 0;
  const highest = scores.reduce((max, score) => Math.max(max, score), 0);
  const counts = new Uint32Array(SCORE_STEPS + 1);
  const stepOf = (score: number): number => Math.floor((score / highest) * SCORE_STEPS);
  for (const score of scores) counts[stepOf(score)] = (counts[stepOf(score)] ?? 0) + 1;
  let step = SCORE_STEPS;
  for (let reached = counts[step] ?? 0; reached < keep && step > 0;) {
    step--;
    reached += counts[step] ?? 0;
  }
  // A step below, so that rounding cannot lift the bound over a score of the step itself.
  return (Math.max(step - 1, 0) / SCORE_STEPS) * highest;
}
