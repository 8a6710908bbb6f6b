/**
 * Many ascending lists of numbers that grow at the same time, as differences of variable length.
 *
 * Each list is a chain of blocks in one arena, each block twice as large as the one before, so that short lists
 * cost little and long ones few jumps. A block ends in the position of its successor.
 * @module
 */

const FIRST_BLOCK_BYTES = 12;
const LAST_BLOCK_BYTES = 768;
const LINK_BYTES = 4;

export class PostingLists {
  #count = 0;
  /** By list: its last number, first block, write position, end of the current block, and that block's size. */
  #last = new Uint32Array(1024);
  #head = new Uint32Array(1024);
  #tail = new Uint32Array(1024);
  #end = new Uint32Array(1024);
  #size = new Uint32Array(1024);
  #arena = new Uint8Array(1 << 16);
  #used = 0;

  /** Opens an empty list and gives its position. */
  open(): number {
    const list = this.#count++;
    if (list === this.#last.length) this.#growLists();
    const start = this.#block(FIRST_BLOCK_BYTES);
    this.#head[list] = start;
    this.#tail[list] = start;
    this.#end[list] = start + FIRST_BLOCK_BYTES;
    this.#size[list] = FIRST_BLOCK_BYTES;
    return list;
  }

  /** Appends a number greater than the list's last; the first one is written as it is. */
  append(list: number, value: number): void {
    let rest = value - (this.#last[list] ?? 0);
    this.#last[list] = value;
    while (rest >= 0x80) {
      this.#byte(list, (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.#byte(list, rest);
  }

  /** The bytes of a list, in pieces that are valid until the next change. */
  *pieces(list: number): Iterable<Uint8Array> {
    let at = this.#head[list] ?? 0;
    let size = FIRST_BLOCK_BYTES;
    const tail = this.#tail[list] ?? 0;
    while (tail < at || tail > at + size) {
      yield this.#arena.subarray(at, at + size);
      at = this.#link(at + size);
      size = nextSize(size);
    }
    yield this.#arena.subarray(at, tail);
  }

  #byte(list: number, byte: number): void {
    let tail = this.#tail[list] ?? 0;
    const end = this.#end[list] ?? 0;
    if (tail === end) tail = this.#chain(list, end);
    this.#arena[tail] = byte;
    this.#tail[list] = tail + 1;
  }

  #chain(list: number, end: number): number {
    const size = nextSize(this.#size[list] ?? 0);
    const start = this.#block(size);
    new DataView(this.#arena.buffer).setUint32(end, start, true);
    this.#end[list] = start + size;
    this.#size[list] = size;
    return start;
  }

  #link(at: number): number {
    return new DataView(this.#arena.buffer).getUint32(at, true);
  }

  #block(size: number): number {
    const start = this.#used;
    this.#used += size + LINK_BYTES;
    if (this.#used > this.#arena.length) {
      const grown = new Uint8Array(2 * this.#arena.length);
      grown.set(this.#arena);
      this.#arena = grown;
    }
    return start;
  }

  #growLists(): void {
    this.#last = doubled(this.#last);
    this.#head = doubled(this.#head);
    this.#tail = doubled(this.#tail);
    this.#end = doubled(this.#end);
    this.#size = doubled(this.#size);
  }
}

function nextSize(size: number): number {
  return Math.min(2 * size, LAST_BLOCK_BYTES);
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 * values.length);
  grown.set(values);
  return grown;
}
