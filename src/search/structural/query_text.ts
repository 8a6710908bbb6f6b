/**
 * A client's tree-sitter query before it is compiled: what tree-sitter would accept and silently misread is refused.
 *
 * tree-sitter's binding runs the predicates it knows by itself, `#match?` on a RegExp that may never end, and ignores
 * those it does not know. Here every predicate's last character is turned (`?` and `!` are of equal length, so places
 * stay the same): then it knows none of them, and hands all of them over (predicates.ts).
 * @module
 */
import { queryError } from "./query_error.ts";

/** Predicates that are understood, without `#`. */
export const PREDICATES = [
  "eq?",
  "not-eq?",
  "any-eq?",
  "any-not-eq?",
  "match?",
  "not-match?",
  "any-match?",
  "any-not-match?",
  "any-of?",
  "not-any-of?",
  "set!",
] as const;
export type PredicateName = typeof PREDICATES[number];

/** Deeper than any useful query; tree-sitter reads patterns by recursion on a small stack. */
const MAX_DEPTH = 64;

export interface QueryText {
  /** The query with its predicates turned; every place is as in the client's text. */
  readonly source: string;
  /** In the order in which they stand; `index` counts UTF-16 units. */
  readonly predicates: readonly { readonly name: PredicateName; readonly index: number }[];
}

const TOKEN = /\s+|;[^\n]*|"(?:\\[^]|[^"\\\n])*"|#[^\s()[\]"@;#]*|[^]/gy;

/** @throws {ToolError} invalid_params */
export function readQuery(text: string): QueryText {
  checkText(text);
  const predicates: { name: PredicateName; index: number }[] = [];
  let source = "";
  let depth = 0;
  let isEmpty = true;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "(" || token === "[") depth++;
    if (token === ")" || token === "]") depth--;
    if (depth > MAX_DEPTH) throw queryError(text, index, `it nests deeper than ${MAX_DEPTH}`);
    if (!/^[\s;]/.test(token)) isEmpty = false;
    if (!token.startsWith("#")) {
      source += token;
      continue;
    }
    const name = predicateName(text, token.slice(1), index);
    // A predicate that stands alone is a pattern of its own, and applies to nothing.
    if (depth < 2) throw queryError(text, index, misplaced(token));
    predicates.push({ name, index });
    source += turned(token);
  }
  if (isEmpty) throw queryError(text, 0, "it holds no pattern");
  return { source, predicates };
}

/** The client's name of a predicate that was turned. */
export function turned(name: string): string {
  return name.slice(0, -1) + (name.endsWith("?") ? "!" : "?");
}

/** What is wrong with a predicate that belongs to no pattern. */
export function misplaced(predicate: string): string {
  return `${predicate} applies to nothing: write it inside the parentheses of its pattern`;
}

function checkText(text: string): void {
  const zero = text.indexOf("\0");
  if (zero >= 0) throw queryError(text, zero, "it holds a NUL character");
  if (!text.isWellFormed()) throw queryError(text, 0, "it holds half a surrogate pair");
}

function predicateName(text: string, name: string, index: number): PredicateName {
  const known = PREDICATES.find((each) => each === name);
  if (known !== undefined) return known;
  const list = PREDICATES.map((each) => `#${each}`).join(", ");
  throw queryError(text, index, `unknown predicate "#${name.slice(0, 40)}"; known: ${list}`);
}
