/**
 * Trigrams: three successive bytes as one number, ASCII capitals as small letters, all other bytes as they are.
 * @module
 */

const BITS = 1 << 24;
const MASK = BITS - 1;

/** Small letters for ASCII capitals; every other byte is itself. */
const FOLD = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

/** Collects the distinct trigrams of one text at a time. Holds 2 MiB, to be used again for each text. */
export class TrigramSet {
  readonly #seen = new Uint32Array(BITS / 32);
  #found = new Uint32Array(4096);

  /** The distinct trigrams in order of appearance, valid until the next call. */
  of(bytes: Uint8Array): Uint32Array {
    const seen = this.#seen;
    let count = 0;
    let window = ((FOLD[bytes[0] ?? 0] ?? 0) << 8) | (FOLD[bytes[1] ?? 0] ?? 0);
    for (let at = 2; at < bytes.length; at++) {
      window = ((window << 8) | (FOLD[bytes[at] ?? 0] ?? 0)) & MASK;
      const word = window >>> 5;
      const bit = 1 << (window & 31);
      const known = seen[word] ?? 0;
      if ((known & bit) !== 0) continue;
      seen[word] = known | bit;
      if (count === this.#found.length) this.#grow();
      this.#found[count++] = window;
    }
    const found = this.#found.subarray(0, count);
    for (const trigram of found) seen[trigram >>> 5] = 0;
    return found;
  }

  #grow(): void {
    const grown = new Uint32Array(2 * this.#found.length);
    grown.set(this.#found);
    this.#found = grown;
  }
}

/**
 * The distinct trigrams of a Latin-1 string, one character a byte; none if it has fewer than three.
 *
 * @throws {RangeError} if a character is no byte
 */
export function trigramsOfLiteral(literal: string): number[] {
  const codes = Array.from({ length: literal.length }, (_, at) => foldedByte(literal, at));
  const trigrams = new Set<number>();
  for (let at = 2; at < codes.length; at++) {
    trigrams.add(((codes[at - 2] ?? 0) << 16) | ((codes[at - 1] ?? 0) << 8) | (codes[at] ?? 0));
  }
  return [...trigrams];
}

function foldedByte(literal: string, at: number): number {
  const folded = FOLD[literal.charCodeAt(at)];
  if (folded === undefined) throw new RangeError("Cannot search bytes with a wider character");
  return folded;
}
