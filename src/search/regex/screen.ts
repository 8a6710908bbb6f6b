/**
 * What is settled about a pattern before it is parsed: its length, its leading `(?i)`, and spellings that would
 * parse as something else than their writer meant.
 * @module
 */
import { regexError, type RegexErrorCode } from "./regex_error.ts";

/** UTF-8 bytes of a pattern (contract.md §1.9). */
const MAX_PATTERN_BYTES = 512;

const LEADING_IGNORE_CASE = "(?i)";
const INLINE_FLAGS = /^\(\?[A-Za-z-]+[):]/;
const POSIX_CLASS = /^\[:\^?\w*:\]/;
const SET_OPERATOR = /^(?:&&|--|~~)/;
/** ASCII that the parser takes an escape of only as itself, in its Unicode mode. */
const SYNTAX = "^$\\.*+?()[]{}|/";
const PUNCTUATION = /^[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]$/;

export interface Screened {
  /** What is left for the parser. */
  readonly source: string;
  /** Whether the pattern began with `(?i)`. */
  readonly ignoreCase: boolean;
}

/**
 * Checks a pattern as text and rewrites escapes of punctuation, which the parser does not know, as `\xHH`.
 *
 * @throws {ToolError} invalid_params with `regex_error_code`
 */
export function screen(pattern: string, field: string): Screened {
  checkText(pattern, field);
  const ignoreCase = pattern.startsWith(LEADING_IGNORE_CASE);
  const rest = ignoreCase ? pattern.slice(LEADING_IGNORE_CASE.length) : pattern;
  let source = "";
  let inClass = false;
  for (let at = 0; at < rest.length;) {
    const left = rest.slice(at);
    const token = left.startsWith("\\") ? left.slice(0, 2) : left.slice(0, 1);
    const refusal = refuseAt(left, inClass);
    if (refusal !== undefined) throw regexError(field, ...refusal);
    if (token === "[") inClass = true;
    if (token === "]") inClass = false;
    source += rewritten(token);
    at += token.length;
  }
  return { source, ignoreCase };
}

function checkText(pattern: string, field: string): void {
  if (!pattern.isWellFormed()) {
    throw regexError(field, "regex_invalid_pattern", `"${field}" holds half a surrogate pair`);
  }
  const bytes = new TextEncoder().encode(pattern).length;
  if (bytes > MAX_PATTERN_BYTES) {
    const message = `"${field}" has ${bytes} bytes, at most ${MAX_PATTERN_BYTES} are allowed`;
    throw regexError(field, "regex_pattern_too_long", message);
  }
}

type Refusal = readonly [code: RegexErrorCode, message: string];

function refuseAt(left: string, inClass: boolean): Refusal | undefined {
  return inClass ? refuseInClass(left) : refuseOutside(left);
}

function refuseInClass(left: string): Refusal | undefined {
  if (POSIX_CLASS.test(left)) {
    return unsupported("POSIX classes such as [[:alpha:]]: write [A-Za-z], or \\[ for a bracket");
  }
  const operator = SET_OPERATOR.exec(left)?.[0];
  return operator === undefined
    ? undefined
    : unsupported(`"${operator}" in a class: escape it, or write the class out`);
}

function refuseOutside(left: string): Refusal | undefined {
  const flags = INLINE_FLAGS.exec(left)?.[0];
  if (flags !== undefined) {
    return unsupported(`the inline flag "${flags}": only a leading (?i) is known`);
  }
  if (/^\\[1-9k]/.test(left)) return unsupported("back-references");
  if (/^\\[<>]/.test(left)) return unsupported("\\< and \\>: write \\b, or < and > as they are");
  return undefined;
}

function unsupported(what: string): Refusal {
  return ["regex_unsupported_construct", `The regex dialect does not have ${what}`];
}

function rewritten(token: string): string {
  const escaped = token[1];
  if (escaped === undefined || SYNTAX.includes(escaped) || !PUNCTUATION.test(escaped)) return token;
  return `\\x${escaped.charCodeAt(0).toString(16)}`;
}
