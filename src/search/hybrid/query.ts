/**
 * What a query for ranked discovery looks like, and the words of it that count.
 * @module
 */
import type { QueryShape } from "../../contract/hybrid.ts";
import { runsOf, tokensOf } from "../../snapshot/ranking/tokens.ts";

export interface HybridQuery {
  readonly shape: QueryShape;
  /** The words that are looked for, as they are written. */
  readonly words: readonly string[];
  /** Those that may be the name of a symbol, in lower case. */
  readonly names: ReadonlySet<string>;
  /** The same as one text, for a ranked index. */
  readonly term: string;
  /** Tokens of the words. */
  readonly tokens: readonly string[];
  /** The whole query in lower case, without spaces around it. */
  readonly phrase: string;
}

/** More words make a query slower, not better. */
const MAX_WORDS = 12;
const BROAD_MIN_CHARS = 18;
const BROAD_MIN_WORDS = 4;
const CODE_MAX_WORDS = 3;
/** As many words may all be names, however they are written. */
const FEW_WORDS = 2;

const CODE_PUNCTUATION = /[(){}[\]<>;=$#@\\|/*&]|::|->/;
const CODE_SIGNS = /[_.\-\d\p{Lu}]/u;
const NO_LETTERS = /[^\p{L}\s,.?!'"]/u;
const NAME_SIGNS = /[_$\d]|\p{Ll}\p{Lu}|^\p{Lu}/u;

/** Words that hold an English question together; what a query is about are the others. */
const FUNCTION_WORDS = new Set(
  ("a an and are as at be been being by can could did do does for from had has have how i in into is it its " +
    "of on or our should so some than that the their them then there these they this those to was we were " +
    "what when where which who whose why will with would you your").split(" "),
);

export function hybridQuery(text: string): HybridQuery {
  const all = runsOf(text);
  const shape = shapeOf(text, all.length);
  const telling = all.filter((word) => !FUNCTION_WORDS.has(word.toLowerCase()));
  const words = (telling.length === 0 ? all : telling).slice(0, MAX_WORDS);
  const namesAll = shape === "code_shaped" || words.length <= FEW_WORDS;
  const names = words.filter((word, at) => namesAll || looksLikeName(word, at));
  const term = words.join(" ");
  return {
    shape,
    words,
    names: new Set(names.map((word) => word.toLowerCase())),
    term,
    tokens: tokensOf(term),
    phrase: text.trim().toLowerCase(),
  };
}

/** The first word of a sentence is written large for another reason. */
function looksLikeName(word: string, at: number): boolean {
  return NAME_SIGNS.test(at === 0 ? word.slice(1) : word);
}

function shapeOf(text: string, words: number): QueryShape {
  if (CODE_PUNCTUATION.test(text)) return "code_shaped";
  if (words <= CODE_MAX_WORDS && CODE_SIGNS.test(text)) return "code_shaped";
  const long = text.trim().length >= BROAD_MIN_CHARS && words >= BROAD_MIN_WORDS;
  return long && !NO_LETTERS.test(text) ? "broad_natural_language" : "neutral";
}
