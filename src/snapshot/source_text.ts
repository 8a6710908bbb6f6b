/**
 * Source bytes as text, with an exact way from each UTF-16 index to its raw byte and back.
 *
 * A byte order mark is left out of the text, but counted in byte offsets. Each byte that is not part of valid UTF-8
 * becomes one U+FFFD of its own: `TextDecoder` alone turns several such bytes into one, and the count would be lost.
 * @module
 */
import { bomLength } from "../contract/lines.ts";
import type { Encoding } from "../contract/source.ts";
import { sequenceLength } from "./utf8.ts";

export type SourceEncoding = Exclude<Encoding, "binary">;

/** UTF-16 units between two remembered places: bounds what a lookup reads, at 8 bytes of memory each. */
const CHECKPOINT_UNITS = 256;

/** The same place counted in UTF-16 units of the text and in bytes of the raw file, both from 0. */
interface Place {
  readonly unit: number;
  readonly byte: number;
}

/** One file's text. Indexes count UTF-16 units of `text`, offsets count bytes of the raw file, both from 0. */
export interface SourceText {
  readonly text: string;
  readonly encoding: SourceEncoding;
  readonly bomBytes: 0 | 3;
  /** Raw byte offset of an index; inside a surrogate pair that of the pair, behind the end the file's length. */
  byteAt(index: number): number;
  /** Index of a raw byte offset; inside a character that of the character, inside the byte order mark 0. */
  indexAt(byte: number): number;
}

/** Decodes the bytes of a whole file. */
export function decodeSource(bytes: Uint8Array): SourceText {
  const bomBytes = bomLength(bytes);
  const body = bytes.subarray(bomBytes);
  const valid = decodeValid(body);
  const text = valid ?? decodeLossy(body);
  const marked = bomBytes === 0 ? "utf-8" : "utf-8-bom";
  const encoding = valid === undefined ? "utf-8-lossy" : marked;
  // A sequence of n > 1 bytes has fewer than n units, so equal lengths mean that each unit is a byte.
  const mapping = text.length === body.length
    ? sameCount(bomBytes, text.length)
    : mapped(bytes, bomBytes);
  return { text, encoding, bomBytes, ...mapping };
}

/**
 * The text a parser should see, with the same indexes.
 *
 * Grammars end lines and line comments at LF only, some take a NUL for the end, and Go's misses the last line's end.
 */
export function parserText(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n").replaceAll("\0", " ") + "\n";
}

function decodeValid(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function decodeLossy(body: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < body.length;) {
    const length = sequenceLength(body, at);
    if (length === 1 && (body[at] ?? 0) >= 0x80) {
      if (from < at) parts.push(decoder.decode(body.subarray(from, at)));
      parts.push("\uFFFD");
      from = at + 1;
    }
    at += length;
  }
  parts.push(decoder.decode(body.subarray(from)));
  return parts.join("");
}

type Mapping = Pick<SourceText, "byteAt" | "indexAt">;

function sameCount(bomBytes: number, length: number): Mapping {
  return {
    byteAt: (index) => bomBytes + Math.min(index, length),
    indexAt: (byte) => Math.max(0, Math.min(byte - bomBytes, length)),
  };
}

function mapped(bytes: Uint8Array, bomBytes: number): Mapping {
  let checkpoints: readonly Place[] | undefined;
  const seek = (goal: number, count: (place: Place) => number): Place => {
    checkpoints ??= placesOf(bytes, bomBytes);
    let place = lastAtMost(checkpoints, goal, count) ?? { unit: 0, byte: bomBytes };
    while (place.byte < bytes.length) {
      const next = after(bytes, place);
      if (count(next) > goal) break;
      place = next;
    }
    return place;
  };
  return {
    byteAt: (index) => seek(index, (place) => place.unit).byte,
    indexAt: (byte) => seek(byte, (place) => place.byte).unit,
  };
}

/** The place behind the character at `place`. */
function after(bytes: Uint8Array, place: Place): Place {
  const length = sequenceLength(bytes, place.byte);
  return { unit: place.unit + (length === 4 ? 2 : 1), byte: place.byte + length };
}

/** One place about every `CHECKPOINT_UNITS` units, beginning with the start. */
function placesOf(bytes: Uint8Array, bomBytes: number): Place[] {
  const places: Place[] = [];
  let place: Place = { unit: 0, byte: bomBytes };
  let due = 0;
  while (place.byte < bytes.length) {
    if (place.unit >= due) {
      places.push(place);
      due = place.unit + CHECKPOINT_UNITS;
    }
    place = after(bytes, place);
  }
  return places;
}

/** The last of the ascending places that counts at most `goal`. */
function lastAtMost(
  places: readonly Place[],
  goal: number,
  count: (place: Place) => number,
): Place | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const place = places[middle];
    if (place !== undefined && count(place) <= goal) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}
