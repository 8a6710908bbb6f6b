/**
 * Runs a pattern over one text, for tables of matches.
 * @module
 */
import { compilePattern, type Pattern, type PatternRequest } from "../../../src/search/pattern.ts";
import { bytesOf, type Content, latin1 } from "./fake_world.ts";

export type Options = Partial<Omit<PatternRequest, "query">>;

export function patternOf(query: string, options: Options = {}): Pattern {
  return compilePattern({
    query,
    patternType: "regex",
    ignoreCase: false,
    word: false,
    ...options,
  });
}

/** Byte ranges as `start-end`. */
export function rangesOf(pattern: Pattern, content: Content): string[] {
  const text = latin1(bytesOf(content));
  return [...pattern.matches(text, () => {})].flatMap((match) =>
    match === undefined ? [] : [`${match.start}-${match.end}`]
  );
}
