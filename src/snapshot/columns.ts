/**
 * Typed arrays and texts in one block of bytes: the inside of a stored section.
 *
 * A directory in JSON comes first, then each column at a multiple of 8 bytes, so that opening copies nothing.
 * Numbers are little-endian, as on every platform the program is built for.
 * @module
 */
import { CorruptSection } from "./corrupt_section.ts";

export type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

interface DirectoryRow {
  readonly name: string;
  readonly kind: "u8" | "u32" | "i32" | "f64";
  readonly byteLength: number;
}

const ALIGNMENT = 8;
const LENGTH_BYTES = 4;

/** Writes columns in the order given; equal columns give equal bytes. */
export function packColumns(columns: Readonly<Record<string, Column>>): Uint8Array<ArrayBuffer> {
  const rows = Object.entries(columns);
  const directory = new TextEncoder().encode(JSON.stringify(rows.map(directoryRow)));
  const start = aligned(LENGTH_BYTES + directory.length);
  const total = rows.reduce((sum, [, column]) => sum + aligned(column.byteLength), start);
  const bytes = new Uint8Array(total);
  new DataView(bytes.buffer).setUint32(0, directory.length, true);
  bytes.set(directory, LENGTH_BYTES);
  let at = start;
  for (const [, column] of rows) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  return bytes;
}

/** A JSON value as a column. */
export function textColumn(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The columns of a block, as views of it. */
export class Columns {
  readonly #columns = new Map<string, { readonly row: DirectoryRow; readonly at: number }>();
  readonly #bytes: Uint8Array;

  /** @throws {CorruptSection} if the bytes are no block of columns */
  constructor(bytes: Uint8Array) {
    // A view that starts in the middle of its buffer may not be aligned.
    this.#bytes = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
    const { rows, start } = readDirectory(this.#bytes);
    let at = start;
    for (const row of rows) {
      this.#columns.set(row.name, { row, at });
      at += aligned(row.byteLength);
    }
    if (at !== bytes.length) throw new CorruptSection("columns do not fill the section");
  }

  u8(name: string, length?: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, ...this.#range(name, "u8", 1, length));
  }

  u32(name: string, length?: number): Uint32Array {
    return new Uint32Array(this.#bytes.buffer, ...this.#range(name, "u32", 4, length));
  }

  i32(name: string, length?: number): Int32Array {
    return new Int32Array(this.#bytes.buffer, ...this.#range(name, "i32", 4, length));
  }

  f64(name: string, length?: number): Float64Array {
    return new Float64Array(this.#bytes.buffer, ...this.#range(name, "f64", 8, length));
  }

  /** A JSON value. */
  text(name: string): unknown {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(this.u8(name)));
      return value;
    } catch (cause) {
      if (cause instanceof SyntaxError) throw new CorruptSection(`"${name}" is no JSON`, { cause });
      throw cause;
    }
  }

  /** An array of strings. */
  strings(name: string): readonly string[] {
    const value = this.text(name);
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw new CorruptSection(`"${name}" is no list of strings`);
  }

  /** Byte offset in the buffer and number of items; checked against `length` if given. */
  #range(
    name: string,
    kind: DirectoryRow["kind"],
    itemBytes: number,
    length: number | undefined,
  ): [number, number] {
    const found = this.#columns.get(name);
    if (found?.row.kind !== kind) throw new CorruptSection(`column "${name}" is missing`);
    const items = found.row.byteLength / itemBytes;
    const fits = length === undefined ? Number.isInteger(items) : items === length;
    if (!fits) throw new CorruptSection(`column "${name}" has a wrong length`);
    return [this.#bytes.byteOffset + found.at, items];
  }
}

function directoryRow([name, column]: [string, Column]): DirectoryRow {
  return { name, kind: kindOf(column), byteLength: column.byteLength };
}

function kindOf(column: Column): DirectoryRow["kind"] {
  if (column instanceof Uint32Array) return "u32";
  if (column instanceof Int32Array) return "i32";
  return column instanceof Float64Array ? "f64" : "u8";
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function readDirectory(bytes: Uint8Array): { rows: readonly DirectoryRow[]; start: number } {
  if (bytes.length < LENGTH_BYTES) throw new CorruptSection("section is too short");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (cause) {
    throw new CorruptSection("directory is no JSON", { cause });
  }
  if (!Array.isArray(rows) || !rows.every(isDirectoryRow)) {
    throw new CorruptSection("directory is malformed");
  }
  return { rows, start: aligned(LENGTH_BYTES + length) };
}

function isDirectoryRow(row: unknown): row is DirectoryRow {
  if (typeof row !== "object" || row === null) return false;
  if (!("name" in row && "kind" in row && "byteLength" in row)) return false;
  return typeof row.name === "string" && typeof row.kind === "string" &&
    Number.isSafeInteger(row.byteLength) && Number(row.byteLength) >= 0;
}
