/**
 * The text of a diff on a terminal: nothing in it can steer the terminal, and lines have the colour of their sign.
 * @module
 */
import type { Paint } from "./console.ts";
import { visible } from "./hit_line.ts";

/** The lines of a diff's text, coloured by their first character, as the text promises. */
export function diffTextLines(text: string, paint: Paint): readonly string[] {
  return text.split("\n").map((line) => colored(visible(line), paint));
}

function colored(line: string, paint: Paint): string {
  const mark = line.trimStart().charAt(0);
  if (mark === "+") return paint.green(line);
  if (mark === "-") return paint.red(line);
  return mark === "!" ? paint.bold(line) : mark === "@" ? paint.cyan(line) : line;
}
