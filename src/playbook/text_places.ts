/**
 * Places in a text from offsets in UTF-16 units, which is what parsers give.
 * @module
 */
import { LineIndex, type Position } from "../contract/lines.ts";

/** Line and column of an offset. */
export type Locate = (offset: number) => Position;

/** Positions by our definition of lines and columns, which is not the library's. */
export function locator(text: string): Locate {
  const lines = new LineIndex(new TextEncoder().encode(text));
  const bytes = byteOffsets(text);
  return (offset) => lines.position(bytes[offset] ?? lines.byteLength);
}

/** UTF-8 byte offset of each UTF-16 unit; the second half of a pair counts as the end of its character. */
function byteOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let byte = 0;
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    offsets[index++] = byte;
    byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (character.length === 2) offsets[index++] = byte;
  }
  offsets[index] = byte;
  return offsets;
}
