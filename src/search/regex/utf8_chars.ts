/**
 * Code points of texts of one char a byte.
 * @module
 */
import { isContinuation, isSecond } from "../../snapshot/utf8.ts";

/** Stands for a byte that belongs to no well-formed sequence. */
export const MALFORMED_BYTE = -1;

/** The code point that starts at a position, or `MALFORMED_BYTE`; well-formed as the Unicode standard's table has it. */
export function pointAt(text: string, at: number): number {
  const lead = text.charCodeAt(at);
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return MALFORMED_BYTE;
  const second = text.charCodeAt(at + 1);
  if (!isSecond(lead, second)) return MALFORMED_BYTE;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | (second & 0x3f);
  const third = text.charCodeAt(at + 2);
  if (!isContinuation(third)) return MALFORMED_BYTE;
  const upper = ((second & 0x3f) << 6) | (third & 0x3f);
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | upper;
  const fourth = text.charCodeAt(at + 3);
  if (!isContinuation(fourth)) return MALFORMED_BYTE;
  return ((lead & 0x07) << 18) | (upper << 6) | (fourth & 0x3f);
}

/** Bytes of a code point, or of a malformed byte. */
export function utf8Length(point: number): 1 | 2 | 3 | 4 {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
