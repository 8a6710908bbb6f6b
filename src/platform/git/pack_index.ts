/**
 * A pack's index, version 2: object id to offset in the pack.
 *
 * Layout: 8-byte header, 256 running counts, sorted ids, CRCs, 4-byte offsets, 8-byte offsets.
 * @module
 */
import type { HashBytes } from "../digest.ts";
import { GitError } from "./git_error.ts";
import { fromHex, type Oid, toHex } from "./oid.ts";

const MAGIC = 0xff744f63;
const VERSION = 2;
const COUNTS = 8;
const IDS = COUNTS + 4 * 256;
// Offsets with the top bit set are positions in the table of 8-byte offsets.
const LARGE = 0x8000_0000;

/** One index, held whole in memory. */
export class PackIndex {
  /** Objects in the pack. */
  readonly count: number;
  readonly #words: DataView;
  readonly #offsets: number;

  /** @throws {GitError} if the bytes are not an index of version 2; `name` says which file */
  constructor(readonly bytes: Uint8Array, readonly hashBytes: HashBytes, name: string) {
    this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!this.#hasHeader()) {
      throw new GitError("corrupt", `Cannot read pack index "${name}": not version ${VERSION}`);
    }
    this.count = this.#countUpTo(255);
    this.#offsets = IDS + this.count * (hashBytes + 4);
    if (!this.#isWhole()) throw new GitError("corrupt", `Cannot read pack index "${name}"`);
  }

  #hasHeader(): boolean {
    return this.bytes.length >= IDS && this.#words.getUint32(0) === MAGIC &&
      this.#words.getUint32(4) === VERSION;
  }

  #isWhole(): boolean {
    for (let first = 1; first < 256; first++) {
      if (this.#countUpTo(first) < this.#countUpTo(first - 1)) return false;
    }
    return this.bytes.length >= this.#offsets + 4 * this.count + 2 * this.hashBytes;
  }

  /** How many ids begin with a byte up to `first`. */
  #countUpTo(first: number): number {
    return first < 0 ? 0 : this.#words.getUint32(COUNTS + 4 * first);
  }

  /** Where an object begins in the pack, or `undefined` if it is not in it. */
  offsetOf(oid: Oid): number | undefined {
    const id = fromHex(oid);
    const n = this.#lowerBound(id);
    return n < this.count && this.#compare(n, id) === 0 ? this.#offset(n) : undefined;
  }

  /** Ids that begin with a hex prefix, in order. An empty prefix gives all. */
  *withPrefix(prefix: string): Generator<Oid> {
    for (let n = this.#lowerBound(fromHex(prefix)); n < this.count; n++) {
      const oid = this.#oid(n);
      // The bound knows whole bytes only: an odd last digit may still be ahead.
      if (oid.startsWith(prefix)) yield oid;
      else if (oid > prefix) return;
    }
  }

  #oid(n: number): Oid {
    return toHex(this.bytes.subarray(IDS + n * this.hashBytes, IDS + (n + 1) * this.hashBytes));
  }

  /** Position of the first id that is not below `id`, which may be shorter than an id. */
  #lowerBound(id: Uint8Array): number {
    const first = id[0];
    if (first === undefined) return 0;
    let low = this.#countUpTo(first - 1);
    let high = this.#countUpTo(first);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(n: number, id: Uint8Array): number {
    const start = IDS + n * this.hashBytes;
    for (const [k, byte] of id.entries()) {
      const order = this.#words.getUint8(start + k) - byte;
      if (order !== 0) return order;
    }
    return 0;
  }

  #offset(n: number): number {
    const offset = this.#words.getUint32(this.#offsets + 4 * n);
    if (offset < LARGE) return offset;
    const at = this.#offsets + 4 * this.count + 8 * (offset - LARGE);
    if (at + 8 > this.bytes.length) throw new GitError("corrupt", "Pack index is cut off");
    return Number(this.#words.getBigUint64(at));
  }
}
