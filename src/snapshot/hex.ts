/**
 * Digests of one length, packed as bytes and spelled as lower-case hex.
 * @module
 */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Packs digests of `width` bytes one after the other. */
export function writeHex(digests: readonly string[], width: number): Uint8Array {
  const bytes = new Uint8Array(digests.length * width);
  digests.forEach((digest, row) => {
    for (let at = 0; at < width; at++) {
      bytes[row * width + at] = (nibble(digest, 2 * at) << 4) | nibble(digest, 2 * at + 1);
    }
  });
  return bytes;
}

/** Spells the digest at position `row`. */
export function readHex(bytes: Uint8Array, row: number, width: number): string {
  let text = "";
  for (let at = row * width; at < (row + 1) * width; at++) text += HEX[bytes[at] ?? 0];
  return text;
}

/** Value of a lower-case hex digit. */
function nibble(digest: string, at: number): number {
  const code = digest.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
