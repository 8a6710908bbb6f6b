/**
 * The section `symbols`: every definition that was found, by file and then by position.
 *
 * One number a column and symbol; names are kept once. Ids are worked out when they are asked for: they follow from
 * the rest.
 * @module
 */
import { LineIndex } from "../contract/lines.ts";
import { SYMBOL_KINDS } from "../languages/language.ts";
import { sha256Hex } from "../platform/digest.ts";
import { Columns } from "./columns.ts";
import { CorruptSection } from "./corrupt_section.ts";
import type { OutlineSymbol } from "./outline.ts";
import type { FileEntry, SymbolEntry } from "./snapshot.ts";
import { SymbolTexts } from "./symbol_texts.ts";

/** What a symbol is without its file: equal for every snapshot that has the same file. */
export type SymbolRow = Omit<SymbolEntry, "file" | "stableId">;

export const COLUMNS = [
  "name",
  "signature",
  "kind",
  "startByte",
  "endByte",
  "line",
  "column",
  "endLine",
  "endColumn",
] as const;
export type ColumnName = typeof COLUMNS[number];

/** The rows of one file's outline. */
export function symbolRows(symbols: readonly OutlineSymbol[], bytes: Uint8Array): SymbolRow[] {
  if (symbols.length === 0) return [];
  const lines = new LineIndex(bytes);
  return symbols.map(({ name, kind, container, signature, startByte, endByte, testContext }) => {
    const start = lines.position(startByte);
    const end = lines.position(endByte);
    return {
      name,
      kind,
      container,
      signature,
      startByte,
      endByte,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      testContext,
    };
  });
}

/** The symbols of a snapshot. */
export class SymbolTable {
  readonly count: number;
  readonly #files: readonly FileEntry[];
  /** What the symbols are called. */
  readonly texts: SymbolTexts;
  readonly #ends: Uint32Array;
  readonly #columns: Readonly<Record<ColumnName, Uint32Array>>;
  readonly #containers: Int32Array;
  readonly #tests: Uint8Array;
  #byId: ReadonlyMap<string, number> | undefined;

  /** @throws {CorruptSection} unless the bytes hold symbols of these files */
  constructor(bytes: Uint8Array, files: readonly FileEntry[]) {
    const columns = new Columns(bytes);
    this.#files = files;
    this.#ends = columns.u32("ends", files.length);
    this.count = this.#ends.at(-1) ?? 0;
    this.#containers = columns.i32("container", this.count);
    this.#tests = columns.u8("test", this.count);
    this.#columns = readColumns(columns, this.count);
    this.texts = new SymbolTexts(columns.strings("strings"), this.#columns);
    this.#check();
  }

  /** @throws {RangeError} if there is no such symbol */
  symbol(index: number): SymbolEntry {
    const file = this.#fileOf(index);
    return new StoredSymbol(this.row(index), file, this.#idOf);
  }

  /** A symbol without what depends on its file. */
  row(index: number): SymbolRow {
    if (!(index >= 0 && index < this.count)) {
      throw new RangeError(`Cannot find symbol ${index} of ${this.count}`);
    }
    const columns = this.#columns;
    const { texts } = this.texts;
    return {
      name: texts[columns.name[index] ?? 0] ?? "",
      kind: SYMBOL_KINDS[columns.kind[index] ?? 0] ?? "",
      container: this.#containers[index] ?? -1,
      signature: texts[columns.signature[index] ?? 0] ?? "",
      startByte: columns.startByte[index] ?? 0,
      endByte: columns.endByte[index] ?? 0,
      line: columns.line[index] ?? 0,
      column: columns.column[index] ?? 0,
      endLine: columns.endLine[index] ?? 0,
      endColumn: columns.endColumn[index] ?? 0,
      testContext: this.#tests[index] === 1,
    };
  }

  /** All columns, to be taken over. */
  get columns(): SymbolColumns {
    return { numbers: this.#columns, containers: this.#containers, tests: this.#tests };
  }

  /** Whether a symbol lies inside a test module. */
  isTest(index: number): boolean {
    return this.#tests[index] === 1;
  }

  /** Half-open range of the symbols of one file. */
  range(file: number): { readonly start: number; readonly end: number } {
    return { start: file === 0 ? 0 : this.#ends[file - 1] ?? 0, end: this.#ends[file] ?? 0 };
  }

  /** Positions of symbols whose lower-cased name or signature passes. */
  *where(passes: (lowerName: string, lowerSignature: string) => boolean): Iterable<number> {
    const { lower, names, signatures } = this.texts;
    for (let index = 0; index < this.count; index++) {
      if (passes(lower[names[index] ?? 0] ?? "", lower[signatures[index] ?? 0] ?? "")) yield index;
    }
  }

  /** Position of the symbol with an id; the first if two are alike in everything. */
  find(stableId: string): number | undefined {
    return (this.#byId ??= this.#ids()).get(stableId);
  }

  #ids(): Map<string, number> {
    const ids = new Map<string, number>();
    this.#files.forEach((_, file) => {
      const { start, end } = this.range(file);
      for (let index = start; index < end; index++) {
        const id = this.#idOf(this.row(index), file);
        if (!ids.has(id)) ids.set(id, index);
      }
    });
    return ids;
  }

  readonly #idOf: IdOf = ({ kind, name, startByte, endByte }, file) => {
    const { language = "", path = "" } = this.#files[file] ?? {};
    const parts = [language, kind, path, name, startByte, endByte];
    return `sym-${sha256Hex(parts.join("\0")).slice(0, 32)}`;
  };

  /** The first file whose symbols end behind the position. */
  #fileOf(index: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #check(): void {
    const { name, signature, kind } = this.#columns;
    const below = (values: Uint32Array, limit: number): boolean => values.every((n) => n < limit);
    const ordered = this.#ends.every((end, at) => end >= (this.#ends[at - 1] ?? 0));
    const known = below(name, this.texts.texts.length) &&
      below(signature, this.texts.texts.length) &&
      below(kind, SYMBOL_KINDS.length);
    if (!ordered || !known) throw new CorruptSection("symbols do not fit together");
  }
}

export interface SymbolColumns {
  readonly numbers: Readonly<Record<ColumnName, Uint32Array>>;
  readonly containers: Int32Array;
  readonly tests: Uint8Array;
}

type IdOf = (row: SymbolRow, file: number) => string;

/** A symbol whose id is worked out when it is asked for: a digest each, and most symbols give no row. */
class StoredSymbol implements SymbolEntry {
  readonly name: string;
  readonly kind: string;
  readonly container: number;
  readonly signature: string;
  readonly startByte: number;
  readonly endByte: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly testContext: boolean;
  readonly #idOf: IdOf;

  constructor(row: SymbolRow, readonly file: number, idOf: IdOf) {
    this.name = row.name;
    this.kind = row.kind;
    this.container = row.container;
    this.signature = row.signature;
    this.startByte = row.startByte;
    this.endByte = row.endByte;
    this.line = row.line;
    this.column = row.column;
    this.endLine = row.endLine;
    this.endColumn = row.endColumn;
    this.testContext = row.testContext;
    this.#idOf = idOf;
  }

  get stableId(): string {
    return this.#idOf(this, this.file);
  }
}

function readColumns(columns: Columns, count: number): Record<ColumnName, Uint32Array> {
  return {
    name: columns.u32("name", count),
    signature: columns.u32("signature", count),
    kind: columns.u32("kind", count),
    startByte: columns.u32("startByte", count),
    endByte: columns.u32("endByte", count),
    line: columns.u32("line", count),
    column: columns.u32("column", count),
    endLine: columns.u32("endLine", count),
    endColumn: columns.u32("endColumn", count),
  };
}
