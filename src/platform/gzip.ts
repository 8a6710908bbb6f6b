/**
 * Compression of stored data. Equal bytes give equal bytes: no time and no name go into the header.
 * @module
 */
import { gunzipSync, gzipSync } from "node:zlib";

/** Level 6 takes three times as long and saves a fifth. */
const LEVEL = 3;

export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes, { level: LEVEL }));
}

/**
 * Decompresses to exactly `rawBytes`; undefined if the bytes are damaged or give another length.
 */
export function gunzip(bytes: Uint8Array, rawBytes: number): Uint8Array<ArrayBuffer> | undefined {
  let raw: Uint8Array;
  try {
    // Zero would stand for no bound at all.
    raw = gunzipSync(bytes, { maxOutputLength: Math.max(rawBytes, 1) });
  } catch {
    // Every error means the same: these are not the bytes that were written.
    return undefined;
  }
  return raw.length === rawBytes ? new Uint8Array(raw) : undefined;
}
