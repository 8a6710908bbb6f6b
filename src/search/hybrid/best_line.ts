/**
 * The line of a text that says most about a query.
 * @module
 */
import type { LineIndex } from "../../contract/lines.ts";
import { placedRuns, tokensOfRun } from "../../snapshot/ranking/tokens.ts";
import { decodeSource } from "../../snapshot/source_text.ts";

/** Half-open range of raw byte offsets, within one line. */
export interface LineMatch {
  readonly start: number;
  readonly end: number;
}

/** 1-based lines, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** What each token of a query is worth. */
export interface TokenWeights {
  readonly weights: ReadonlyMap<string, number>;
  /** Tokens that no indexed text has: they stand for the words that begin with them. */
  readonly prefixes: readonly string[];
  /** What each run of the texts seen so far answers: most runs come again and again. */
  readonly answers: Map<string, readonly string[]>;
}

interface LineFound {
  readonly start: number;
  end: number;
  readonly tokens: Set<string>;
  weight: number;
}

/** From the first to the last matching word of the best line, the first of equal ones; undefined without a match. */
export function bestLine(
  bytes: Uint8Array,
  lines: LineIndex,
  { first, last }: LineRange,
  wanted: TokenWeights,
): LineMatch | undefined {
  if (lines.count === 0 || first > lines.count) return undefined;
  const from = lines.start(first);
  // No character goes over the end of a line.
  const { text, byteAt } = decodeSource(
    bytes.subarray(from, lines.next(Math.min(last, lines.count))),
  );
  const found = new Map<number, LineFound>();
  for (const { run, at } of placedRuns(text)) {
    const tokens = answersOf(run, wanted);
    if (tokens.length === 0) continue;
    const start = from + byteAt(at);
    const end = from + byteAt(at + run.length);
    note(found, lines.lineAt(start), { start, end }, tokens, wanted);
  }
  const [best] = [...found].sort(([lineA, a], [lineB, b]) => b.weight - a.weight || lineA - lineB);
  return best && { start: best[1].start, end: best[1].end };
}

function note(
  found: Map<number, LineFound>,
  line: number,
  { start, end }: LineMatch,
  tokens: readonly string[],
  { weights }: TokenWeights,
): void {
  const known = found.get(line) ?? { start, end, tokens: new Set(), weight: 0 };
  for (const token of tokens) {
    if (known.tokens.has(token)) continue;
    known.tokens.add(token);
    known.weight += weights.get(token) ?? 0;
  }
  known.end = end;
  found.set(line, known);
}

/** The tokens of the query that a run of the text answers. */
function answersOf(run: string, wanted: TokenWeights): readonly string[] {
  const known = wanted.answers.get(run);
  if (known !== undefined) return known;
  const tokens = tokensOfRun(run).flatMap((token) => matchOf(token, wanted));
  wanted.answers.set(run, tokens);
  return tokens;
}

/** The token of the query that a word of the text answers. */
function matchOf(word: string, { weights, prefixes }: TokenWeights): readonly string[] {
  if (weights.has(word)) return [word];
  return prefixes.filter((token) => word.startsWith(token));
}
