/**
 * Applies git's binary deltas: copies from a base and inserted bytes.
 * @module
 */
import { Cursor } from "./cursor.ts";
import { GitError } from "./git_error.ts";
import { checkSize } from "./object.ts";

// A copy of length 0 means this many bytes: the length field has only three bytes.
const COPY_BYTES_IF_ZERO = 0x10000;

/** Bytes of what a delta builds. */
export function resultBytes(delta: Uint8Array): number {
  const from = new Cursor(delta);
  from.varint();
  return from.varint();
}

/**
 * Builds an object's bytes from its base and a delta.
 *
 * @throws {GitError} if the delta was not made for this base or is damaged
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const from = new Cursor(delta);
  if (from.varint() !== base.length) throw new GitError("corrupt", "Delta does not fit its base");
  const size = from.varint();
  checkSize(size);
  const out = new Uint8Array(size);
  let at = 0;
  while (!from.done) {
    const piece = readPiece(from, base);
    if (at + piece.length > size) throw new GitError("corrupt", "Delta is longer than it says");
    out.set(piece, at);
    at += piece.length;
  }
  if (at !== size) throw new GitError("corrupt", "Delta is shorter than it says");
  return out;
}

function readPiece(from: Cursor, base: Uint8Array): Uint8Array {
  const code = from.byte();
  if (code === 0) throw new GitError("corrupt", "Delta has an unknown instruction");
  if (code < 128) return from.take(code);
  const start = readSparse(from, code, 4);
  const length = readSparse(from, code >> 4, 3) || COPY_BYTES_IF_ZERO;
  if (start + length > base.length) throw new GitError("corrupt", "Delta copies past its base");
  return base.subarray(start, start + length);
}

/** Reads a little-endian number of which only the bytes flagged in `mask` are stored. */
function readSparse(from: Cursor, mask: number, bytes: number): number {
  let value = 0;
  for (let n = 0; n < bytes; n++) {
    if ((mask & (1 << n)) !== 0) value += from.byte() * 2 ** (8 * n);
  }
  return value;
}
