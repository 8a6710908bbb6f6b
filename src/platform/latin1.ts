/**
 * Bytes as a string of one character each, U+0000 to U+00FF: the form in which bytes are searched fastest.
 *
 * `TextDecoder("latin1")` is no way to get it: by its standard that label means windows-1252.
 * @module
 */
import { Buffer } from "node:buffer";

export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** The bytes of such a string, in memory of their own. */
export function bytesOf(latin1: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(latin1.length);
  Buffer.from(bytes.buffer).write(latin1, "latin1");
  return bytes;
}
