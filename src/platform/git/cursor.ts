/**
 * Reads numbers from untrusted bytes, front to back.
 *
 * Every read past the end is a `GitError`, so decoders need no checks of their own.
 * @module
 */
import { GitError } from "./git_error.ts";

/** A position in bytes that only moves forward. */
export class Cursor {
  /** Position of the next byte, from 0. */
  at: number;

  constructor(readonly bytes: Uint8Array, at = 0) {
    this.at = at;
  }

  /** Whether every byte has been read. */
  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Reads one byte. */
  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new GitError("corrupt", "Cannot read past the end");
    this.at++;
    return value;
  }

  /** Reads exactly `length` bytes, as a view. */
  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) {
      throw new GitError("corrupt", "Cannot read past the end");
    }
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Reads up to a byte with the value `end` and steps over it. */
  until(end: number): Uint8Array {
    const stop = this.bytes.indexOf(end, this.at);
    if (stop < 0) throw new GitError("corrupt", "Cannot find the end of a field");
    const field = this.bytes.subarray(this.at, stop);
    this.at = stop + 1;
    return field;
  }

  /** Reads a little-endian base-128 number; `start` holds lower bits already read, `shift` their count. */
  varint(start = 0, shift = 0): number {
    let value = start;
    for (let bits = shift;; bits += 7) {
      const byte = this.byte();
      // Multiplied, not shifted: sizes exceed 32 bits.
      value += (byte & 127) * 2 ** bits;
      if (!Number.isSafeInteger(value)) throw new GitError("corrupt", "Cannot read a number");
      if (byte < 128) return value;
    }
  }
}
