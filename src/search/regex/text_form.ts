/**
 * The forms in which a file's bytes are shown to a translated pattern: always one char a byte, so that positions in
 * the text are positions in the file.
 *
 * - `ascii`: the bytes, none of them above 0x7f (or none of them of interest to the pattern).
 * - `utf8`: the bytes, but each byte of malformed UTF-8 as `MALFORMED`. All such bytes are alike to a pattern, and
 *   0xff occurs nowhere in UTF-8, so the text is well formed in a wider sense.
 * - `word`: as `utf8`, but the lead byte of a code point that is no part of a word is raised by `RAISED`: that makes
 *   "no letter stands here" a matter of one class, where the Unicode tables would need thousands.
 * @module
 */
import { pointAt } from "./utf8_chars.ts";

export type TextForm = "ascii" | "utf8" | "word";

/** Stands for each byte of malformed UTF-8. */
export const MALFORMED = 0xff;
/** Added to the lead byte of a code point that is no letter or digit. */
export const RAISED = 0x100;

const NOT_ASCII = /[\x80-\uffff]/;
/** Well-formed sequences as the Unicode standard's table has them, or one byte that belongs to none. */
const SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;
/** Marks and letter-like numbers continue a word, as other search tools have it. */
const WORD_POINT = /^[\p{Alphabetic}\p{M}\p{Nd}]$/u;

/** Whether a latin-1 text holds ASCII only. */
export function isAscii(latin1: string): boolean {
  return !NOT_ASCII.test(latin1);
}

/** A latin-1 text in the form `utf8`. */
export function toUtf8Form(latin1: string): string {
  return latin1.replace(SEQUENCE, (bytes) => bytes.length === 1 ? "\xff" : bytes);
}

/** A latin-1 text in the form `word`. */
export function toWordForm(latin1: string): string {
  return latin1.replace(SEQUENCE, (bytes) => {
    if (bytes.length === 1) return "\xff";
    if (isWordPoint(pointAt(bytes, 0))) return bytes;
    return String.fromCharCode(bytes.charCodeAt(0) + RAISED) + bytes.slice(1);
  });
}

/** Whether a code point beyond ASCII is part of a word. */
export function isWordPoint(point: number): boolean {
  return WORD_POINT.test(String.fromCodePoint(point));
}

/** A string's UTF-8 bytes, one char each. */
export function latin1Of(text: string): string {
  if (isAscii(text)) return text;
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
