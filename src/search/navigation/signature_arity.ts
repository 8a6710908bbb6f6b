/**
 * How many parameters and results a Go method has, read off what follows its name.
 * @module
 */
export interface Arity {
  readonly parameters: number;
  readonly results: number;
}

const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const OPEN = "([{";
const CLOSE = ")]}";

/**
 * The arity of a method whose name has just ended.
 *
 * @example
 * arityOf("(a, b int, f func(x, y int)) (n int, err error) {") // { parameters: 3, results: 2 }
 */
export function arityOf(text: string): Arity {
  const code = text.replace(COMMENTS, " ").trimStart();
  if (!code.startsWith("(")) return { parameters: 0, results: 0 };
  const end = closingOf(code);
  const parameters = itemsIn(code.slice(1, end));
  return { parameters, results: resultsOf(code.slice(end + 1)) };
}

/** A list in parentheses, one type, or nothing before the body or the end of the line. */
function resultsOf(rest: string): number {
  const result = rest.replace(/^[ \t]+/, "");
  if (result === "" || /^[\r\n{;}]/.test(result)) return 0;
  return result.startsWith("(") ? itemsIn(result.slice(1, closingOf(result))) : 1;
}

/** Where the bracket that a text begins with is closed; its length if it is not. */
function closingOf(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (OPEN.includes(text.charAt(at))) depth++;
    if (CLOSE.includes(text.charAt(at)) && --depth === 0) return at;
  }
  return text.length;
}

/** Things between commas, those inside brackets aside; the last may be followed by a comma. */
function itemsIn(text: string): number {
  let depth = 0;
  let items = 0;
  let empty = true;
  for (const letter of text) {
    if (OPEN.includes(letter)) depth++;
    if (CLOSE.includes(letter)) depth--;
    if (letter === "," && depth === 0) {
      items++;
      empty = true;
    } else if (letter.trim() !== "") empty = false;
  }
  return empty ? items : items + 1;
}
