/**
 * The one definition of lines and columns, used by every tool, index, anchor and citation.
 *
 * LF, CRLF and a lone CR end a line; nothing else does, and an end at the end of the file opens no further line.
 * Lines and columns count from 1, columns in bytes of the UTF-8 line. Byte offsets count from 0 over the raw file,
 * byte order mark included; the mark is not part of line 1, so column 1 of line 1 is the byte after it.
 * @module
 */

/** A place in a file: 1-based line, 1-based byte column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** How the lines of a file end. */
export type Eol = "lf" | "crlf" | "cr" | "mixed" | "none";

const LF = 10;
const CR = 13;
/** Lines that are found in about a millisecond. */
const LINES_A_TICK = 4_096;
/** Lines that there is room for at first. */
const FIRST_LINES = 64;

/** Bytes of a leading UTF-8 byte order mark: 3, or 0 without one. */
export function bomLength(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Where the lines of one file start and end. */
export class LineIndex {
  /** Raw byte offset at which each line starts; line 1 starts after the byte order mark. */
  readonly #starts: Uint32Array;
  /** Raw byte offset at which each line's text ends, before its terminator. */
  readonly #ends: Uint32Array;
  readonly eol: Eol;
  readonly byteLength: number;

  /** `tick` is called every few thousand lines and may throw to stop: large files take a while. */
  constructor(bytes: Uint8Array, tick: () => void = () => {}) {
    const kinds = new Set<Eol>();
    let starts = new Uint32Array(FIRST_LINES);
    let ends = new Uint32Array(FIRST_LINES);
    let count = 0;
    let start: number = bomLength(bytes);
    let lf = firstFrom(bytes, LF, start);
    let cr = firstFrom(bytes, CR, start);
    while (start < bytes.length) {
      const at = Math.min(lf, cr);
      const pair = lf === cr + 1 && lf < bytes.length;
      if (at < bytes.length) kinds.add(pair ? "crlf" : at === cr ? "cr" : "lf");
      if (count === starts.length) [starts, ends] = [doubled(starts), doubled(ends)];
      starts[count] = start;
      ends[count++] = at;
      if (count % LINES_A_TICK === 0) tick();
      start = at + (pair ? 2 : 1);
      if (lf < start) lf = firstFrom(bytes, LF, start);
      if (cr < start) cr = firstFrom(bytes, CR, start);
    }
    this.#starts = starts.slice(0, count);
    this.#ends = ends.slice(0, count);
    this.byteLength = bytes.length;
    const [only] = kinds;
    this.eol = kinds.size > 1 ? "mixed" : only ?? "none";
  }

  /** Number of lines; 0 for an empty file. */
  get count(): number {
    return this.#starts.length;
  }

  /** Raw byte offset at which line `line` (1-based) starts. */
  start(line: number): number {
    return this.#at(this.#starts, line);
  }

  /** Raw byte offset at which the text of line `line` ends, before its terminator. */
  end(line: number): number {
    return this.#at(this.#ends, line);
  }

  /** Raw byte offset after the terminator of line `line`. */
  next(line: number): number {
    return line < this.count ? this.start(line + 1) : this.byteLength;
  }

  /**
   * The line (1-based) that holds a raw byte offset.
   *
   * A terminator belongs to the line it ends; an offset behind the end belongs to the last line; 1 for an empty file.
   */
  lineAt(byte: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= byte) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, 1);
  }

  /** Line and column of a raw byte offset; an offset inside a terminator gives the end of its line's text. */
  position(byte: number): Position {
    if (this.count === 0) return { line: 1, column: 1 };
    const line = this.lineAt(byte);
    const start = this.start(line);
    const inside = Math.min(Math.max(byte, start), Math.max(this.end(line), start));
    return { line, column: inside - start + 1 };
  }

  /** Raw byte offset of a position; columns behind the end of the line give its end. */
  offset(position: Position): number {
    const start = this.start(position.line);
    return Math.min(start + position.column - 1, this.end(position.line));
  }

  #at(offsets: Uint32Array, line: number): number {
    const offset = offsets[line - 1];
    if (offset === undefined) throw new RangeError(`Cannot find line ${line} of ${this.count}`);
    return offset;
  }
}

/** Raw byte offset at which the text of the line ends that holds the byte at `from`, before its terminator. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  const lf = firstFrom(bytes, LF, from);
  const cr = bytes.subarray(from, lf).indexOf(CR);
  return cr < 0 ? lf : from + cr;
}

/** Where a byte stands first from an offset on; the end of the bytes without one. */
function firstFrom(bytes: Uint8Array, byte: number, from: number): number {
  // Native search is many times faster than a look at each byte.
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}

function doubled(offsets: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * offsets.length);
  larger.set(offsets);
  return larger;
}
