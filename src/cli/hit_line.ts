/**
 * One hit as a line: `path:line:column: text`.
 *
 * Text of a repository is data: control characters are shown, not sent to the terminal.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { Paint } from "./console.ts";

/** The line of a search_text row, with the match in colour where there are colours. */
export function hitLine(row: JsonObject, paint: Paint): string {
  const place = [paint.cyan(visible(String(row["path"]))), row["line"], row["column"]].join(":");
  return `${place}: ${excerpt(row, paint)}`;
}

function excerpt(row: JsonObject, paint: Paint): string {
  const { excerpt: text, excerpt_truncated: clipped, line, column, end_line, end_column } = row;
  if (typeof text !== "string") return "";
  const isInLine = clipped !== true && line === end_line;
  if (!isInLine || typeof column !== "number" || typeof end_column !== "number") {
    return visible(text);
  }
  const [before, match, after] = cutAt(text, column - 1, end_column - 1);
  return visible(before) + paint.bold(paint.red(visible(match))) + visible(after);
}

/** A text cut at two byte positions. */
function cutAt(text: string, start: number, end: number): readonly [string, string, string] {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const part = (from: number, to?: number): string => decoder.decode(bytes.subarray(from, to));
  return [part(0, start), part(start, end), part(end)];
}

/** The text with characters spelled out that would move the cursor or turn the reading direction; tabs stay. */
export function visible(text: string): string {
  return text.replace(
    /(?!\t)[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
