/**
 * The patterns of `matches` expectations: JavaScript's, but only those that V8's linear engine takes.
 *
 * A playbook comes with a repository, so no pattern in it may hold up the program: no look-ahead, no back-references,
 * no large counts, and no text that is too long for its pattern.
 * @module
 */

/** Not a standard flag: the runtime is started with the engine enabled. */
const LINEAR_FLAG = "l";
/** Characters of a pattern times characters of a text: the linear engine does so much in about a second. */
const MAX_STEPS = 10_000_000;

export interface TextPattern {
  matches(text: string): boolean;
  /** Whether a text is too long to be tried. */
  isTooLong(text: string): boolean;
}

/** @throws {SyntaxError} if the pattern is none, or cannot be run in linear time */
export function textPattern(source: string): TextPattern {
  const pattern = new RegExp(source, LINEAR_FLAG);
  const isTooLong = (text: string): boolean => text.length * source.length > MAX_STEPS;
  return { isTooLong, matches: (text) => !isTooLong(text) && pattern.test(text) };
}
