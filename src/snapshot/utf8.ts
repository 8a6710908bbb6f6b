/**
 * Well-formed UTF-8, byte by byte, as the Unicode standard's table of well-formed sequences has it.
 * @module
 */

/**
 * Bytes of the well-formed sequence at `at`: 1 to 4.
 *
 * A byte that starts none counts alone: 1, and it is 0x80 or greater.
 */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (!isSecond(lead, bytes[at + 1] ?? 0)) return 1;
  for (let next = 2; next < length; next++) {
    if (!isContinuation(bytes[at + next] ?? 0)) return 1;
  }
  return length;
}

/** Overlong forms, surrogates and code points above U+10FFFF are ruled out by the second byte. */
export function isSecond(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf;
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf;
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f;
  return isContinuation(byte);
}

export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
