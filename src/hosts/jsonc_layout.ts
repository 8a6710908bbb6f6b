/**
 * How a JSONC text is laid out: its indentation, its line ends, and the comments that end a line.
 * @module
 */
import type { Layout } from "./json_text.ts";
import type { JsoncNode } from "./jsonc.ts";

/** Where a file does not show its own. */
export const DEFAULT_STEP = "  ";

/** Indentation and line ends that a text has already. */
export function layoutOf(text: string, root: JsoncNode): Layout {
  const step = root.members?.map(({ start }) => ownLineIndent(text, start)).find((found) =>
    found !== undefined && found !== ""
  );
  return { step: step ?? DEFAULT_STEP, eol: firstLineBreak(text) };
}

/** Indentation of a member that begins its line. */
function ownLineIndent(text: string, at: number): string | undefined {
  const before = text.slice(lineStart(text, at), at);
  return before.trim() === "" ? before : undefined;
}

/** Indentation of the line that a place is on. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? "";
}

function lineStart(text: string, at: number): number {
  if (at === 0) return 0;
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

/** The first line end of a text; LF if it has none. */
export function firstLineBreak(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** Whether a text goes over more than one line. */
export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** `at`, moved over comments that end the same line. */
export function afterComment(text: string, at: number): number {
  const found = /^[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/.exec(
    text.slice(at),
  );
  return at + (found?.[0].length ?? 0);
}

/** Whether nothing but comments follows on the line. */
export function isLineEnd(text: string, at: number): boolean {
  return /^([\r\n]|$)/.test(text.slice(afterComment(text, at)));
}
