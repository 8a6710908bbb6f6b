/**
 * One pack file: entries by offset, whole or as a delta against another entry.
 *
 * The descriptor stays open, so a pack that git deletes meanwhile can still be read.
 * @module
 */
import * as fs from "node:fs";
import * as path from "node:path";
import type { HashBytes } from "../digest.ts";
import { Cursor } from "./cursor.ts";
import { ifPresent, readAt, readBytes } from "./disk.ts";
import { GitError } from "./git_error.ts";
import { type GitObject, inflateExactly, type ObjectKind } from "./object.ts";
import { type Oid, toHex } from "./oid.ts";
import { PackIndex } from "./pack_index.ts";

/** An entry as stored; deltas are not applied. */
export type PackEntry =
  | { readonly type: "whole"; readonly object: GitObject }
  | { readonly type: "offset_delta"; readonly base: number; readonly delta: Uint8Array }
  | { readonly type: "id_delta"; readonly base: Oid; readonly delta: Uint8Array };

const WHOLE: ReadonlyMap<number, ObjectKind> = new Map([
  [1, "commit"],
  [2, "tree"],
  [3, "blob"],
  [4, "tag"],
]);
// "PACK", version and number of entries.
const HEADER_BYTES = 12;
const OFFSET_DELTA = 6;
const ID_DELTA = 7;

// Most entries fit into one page, so one read does for both header and stream.
const FIRST_READ_BYTES = 4096;
// Seven bits a byte hold any size that a number can.
const HEADER_READ_BYTES = 16;
// Entry header (10), base offset (10) or id (32), zlib frame, and the five bytes of a stored block.
const OVERHEAD_BYTES = 128;

/** An open pack with its index. */
export class Pack {
  private constructor(
    /** File name of the index. */
    readonly name: string,
    readonly index: PackIndex,
    readonly fd: number,
    readonly sizeBytes: number,
  ) {}

  /** Opens the pack that belongs to an index; `undefined` if either file is not there (any more). */
  static open(folder: string, indexName: string, hashBytes: HashBytes): Pack | undefined {
    const bytes = readBytes(path.join(folder, indexName));
    if (bytes === undefined) return undefined;
    const index = new PackIndex(bytes, hashBytes, indexName);
    const file = path.join(folder, indexName.replace(/idx$/, "pack"));
    const fd = ifPresent(file, () => fs.openSync(file, "r"));
    return fd === undefined ? undefined : new Pack(indexName, index, fd, fs.fstatSync(fd).size);
  }

  /** Closes the descriptor; the pack must not be used afterwards. */
  close(): void {
    fs.closeSync(this.fd);
  }

  /** How the entry at an offset is stored, and the bytes of what is stored there: an object or a delta. */
  header(at: number): { readonly type: "whole" | "delta"; readonly size: number } {
    const { code, size } = readHeader(new Cursor(readAt(this.fd, at, HEADER_READ_BYTES)));
    return { type: WHOLE.has(code) ? "whole" : "delta", size };
  }

  /** Reads the entry at an offset. */
  entry(at: number): PackEntry {
    let from = new Cursor(readAt(this.fd, at, FIRST_READ_BYTES));
    let { code, size } = readHeader(from);
    // Deflate grows incompressible data by less than a thousandth; reading a little too much is harmless.
    const bound = Math.min(this.sizeBytes - at, size + Math.ceil(size / 1024) + OVERHEAD_BYTES);
    if (bound > from.bytes.length) {
      from = new Cursor(readAt(this.fd, at, bound));
      ({ code, size } = readHeader(from));
    }
    return this.#body(from, { at, code, size });
  }

  #body(from: Cursor, { at, code, size }: { at: number; code: number; size: number }): PackEntry {
    const kind = WHOLE.get(code);
    if (kind !== undefined) {
      return { type: "whole", object: { kind, data: inflateRest(from, size) } };
    }
    if (code === OFFSET_DELTA) {
      const base = at - readDistance(from);
      if (base < HEADER_BYTES) throw new GitError("corrupt", "Delta base lies before the pack");
      return { type: "offset_delta", base, delta: inflateRest(from, size) };
    }
    if (code === ID_DELTA) {
      const base = toHex(from.take(this.index.hashBytes));
      return { type: "id_delta", base, delta: inflateRest(from, size) };
    }
    throw new GitError("corrupt", `Pack "${this.name}" has an entry of unknown type ${code}`);
  }
}

function inflateRest(from: Cursor, size: number): Uint8Array {
  return inflateExactly(from.bytes.subarray(from.at), size);
}

/** First byte: more-follows bit, three bits of type, four bits of size; then the size's other bits. */
function readHeader(from: Cursor): { code: number; size: number } {
  const first = from.byte();
  const low = first & 15;
  return { code: (first >> 4) & 7, size: first < 128 ? low : from.varint(low, 4) };
}

/** Big-endian base 128, each further byte adding one, so that no distance has two spellings. */
function readDistance(from: Cursor): number {
  let byte = from.byte();
  let distance = byte & 127;
  while (byte >= 128) {
    byte = from.byte();
    distance = (distance + 1) * 128 + (byte & 127);
  }
  if (distance === 0) throw new GitError("corrupt", "Delta names itself as its base");
  return distance;
}
