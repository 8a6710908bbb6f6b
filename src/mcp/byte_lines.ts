/**
 * Bytes in pieces, joined and cut into lines.
 * @module
 */

const LINE_FEED = 0x0a;

/** All pieces in one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * The lines of a stream without their line feeds, as they come in; the last one may lack its line feed.
 *
 * A line of more than `maxBytes` gives undefined as soon as it is known to be too long; the rest of it is passed over.
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined> {
  const line = new OpenLine(maxBytes);
  for await (const chunk of stream) {
    for (let from = 0;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (line.add(chunk.subarray(from, end < 0 ? chunk.length : end))) yield undefined;
      if (end < 0) break;
      if (!line.tooLong) yield line.bytes;
      line.clear();
      from = end + 1;
    }
  }
  if (!line.tooLong && line.bytes.length > 0) yield line.bytes;
}

/** A line whose end has not come. */
class OpenLine {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get tooLong(): boolean {
    return this.#size > this.#maxBytes;
  }

  get bytes(): Uint8Array {
    return joinBytes(this.#pieces);
  }

  /** True if this piece makes it too long; then nothing of it is kept. */
  add(piece: Uint8Array): boolean {
    const was = this.tooLong;
    this.#size += piece.length;
    if (this.tooLong) this.#pieces = [];
    else this.#pieces.push(piece);
    return this.tooLong && !was;
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
  }
}
