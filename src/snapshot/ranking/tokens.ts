/**
 * Words of code: what the ranked index knows of a text, and a query of itself.
 *
 * A run of letters, digits, `_` and `$` gives the whole run and its parts by case, underscore and digits, in lower
 * case. Writing without spaces gives pairs of characters. There is no stemming and there are no stop words: both are
 * wrong for identifiers.
 * @module
 */

/** Shorter tokens say nothing, longer ones are data: hashes and base64. */
const MIN_TOKEN_CHARS = 2;
const MAX_TOKEN_CHARS = 64;
/** Bounds what one chunk of generated code can cost. */
export const MAX_TOKENS = 2_000;

const BEYOND_ASCII = /[\u0080-\uffff]/;
const ASCII_RUNS = /[\w$]+/g;
const RUNS = /[\p{L}\p{N}_$]+/gu;
const ONE_WORD = /^[A-Z]?[a-z]+$/;
const ASCII_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lt}\p{Lm}\p{Lo}]+/gu;
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+$/u;

/** The runs of a text in their order, as they are written. */
export function runsOf(text: string): readonly string[] {
  return text.match(BEYOND_ASCII.test(text) ? RUNS : ASCII_RUNS) ?? [];
}

/** The runs of a text with their UTF-16 positions. */
export function placedRuns(text: string): Iterable<{ readonly run: string; readonly at: number }> {
  return text.matchAll(RUNS).map(({ 0: run, index: at }) => ({ run, at }));
}

/**
 * The tokens of one run: the whole first, then its parts.
 *
 * @example
 * tokensOfRun("parseHTTPHeader2") // ["parsehttpheader2", "parse", "http", "header"]
 */
export function tokensOfRun(run: string): readonly string[] {
  const whole = run.toLowerCase();
  if (ONE_WORD.test(run)) return fits(whole) ? [whole] : [];
  const ascii = !BEYOND_ASCII.test(run);
  if (ascii && run.length > MAX_TOKEN_CHARS) return [];
  const parts = ascii ? run.match(ASCII_PARTS) : run.match(PARTS);
  const tokens = (parts ?? []).flatMap((part) => partTokens(part.toLowerCase()));
  return [...new Set([whole, ...tokens].filter(fits))];
}

/** The distinct tokens of a text, at most `MAX_TOKENS`. */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>();
  for (const run of runsOf(text)) {
    for (const token of tokensOfRun(run)) {
      if (tokens.size === MAX_TOKENS) return [...tokens];
      tokens.add(token);
    }
  }
  return [...tokens];
}

function fits(token: string): boolean {
  return token.length >= MIN_TOKEN_CHARS && token.length <= MAX_TOKEN_CHARS;
}

function partTokens(part: string): string[] {
  if (part.length <= 2 || !WITHOUT_SPACES.test(part)) return [part];
  const characters = [...part];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
