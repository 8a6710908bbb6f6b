/**
 * Object ids: lower-case hex of 40 digits, or 64 in SHA-256 repositories.
 * @module
 */
import { Buffer } from "node:buffer";
import type { HashBytes } from "../digest.ts";

/** A full object id in lower-case hex. */
export type Oid = string;

/** Spells bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Reads hex; an odd last digit is dropped. */
export function fromHex(hex: string): Uint8Array {
  return Buffer.from(hex, "hex");
}

/** Whether a text is a full object id of this repository. */
export function isOid(text: string, hashBytes: HashBytes): boolean {
  return text.length === 2 * hashBytes && /^[0-9a-f]+$/.test(text);
}
