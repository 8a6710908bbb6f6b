/**
 * Writes the section `symbols`, file by file: rows of files that were parsed, and ranges of an older snapshot.
 *
 * What comes out depends on the symbols alone, not on where they came from: texts are numbered as they are first met.
 * @module
 */
import { SYMBOL_KINDS } from "../languages/language.ts";
import { packColumns, textColumn } from "./columns.ts";
import { NumbersWriter } from "./numbers_writer.ts";
import { StringTableWriter } from "./string_table.ts";
import {
  type ColumnName,
  COLUMNS,
  type SymbolColumns,
  type SymbolRow,
  type SymbolTable,
} from "./symbols.ts";

/** Columns that are the same in every snapshot; the others hold numbers of texts. */
const PLAIN = COLUMNS.filter((name) => name !== "name" && name !== "signature");

/** Collects the symbols of all files, in the order of the files. */
export class SymbolWriter {
  readonly #strings = new StringTableWriter();
  readonly #columns: Readonly<Record<ColumnName, NumbersWriter>>;
  readonly #containers: NumbersWriter;
  readonly #tests: NumbersWriter;
  readonly #ends = new NumbersWriter();
  readonly #old: Old | undefined;
  /** Half-open range of old symbols that come next: ranges of many files are copied in one go. */
  #from = 0;
  #to = 0;

  constructor(previous: SymbolTable | undefined) {
    const writer = (): NumbersWriter => new NumbersWriter(previous?.count);
    this.#columns = {
      name: writer(),
      signature: writer(),
      kind: writer(),
      startByte: writer(),
      endByte: writer(),
      line: writer(),
      column: writer(),
      endLine: writer(),
      endColumn: writer(),
    };
    this.#containers = writer();
    this.#tests = writer();
    this.#old = previous && {
      columns: previous.columns,
      texts: previous.texts.texts,
      numbers: new Int32Array(previous.texts.texts.length).fill(-1),
    };
  }

  /** Adds the next file's symbols; none for a file without. */
  add(rows: Iterable<SymbolRow>): void {
    this.#flush();
    for (const row of rows) this.#row(row);
    this.#ends.push(this.#tests.length);
  }

  /** Adds the next file, whose symbols are a range of the previous snapshot's. */
  take({ start, end }: { readonly start: number; readonly end: number }): void {
    if (start !== this.#to) {
      this.#flush();
      this.#from = start;
    }
    this.#to = end;
    this.#ends.push(this.#tests.length + this.#to - this.#from);
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const columns = COLUMNS.map((name) => [name, this.#columns[name].finish()]);
    return packColumns({
      strings: textColumn(this.#strings.finish()),
      ends: this.#ends.finish(),
      container: Int32Array.from(this.#containers.finish(), (container) => container | 0),
      test: Uint8Array.from(this.#tests.finish()),
      ...Object.fromEntries(columns),
    });
  }

  #row(row: SymbolRow): void {
    const numbers: Record<ColumnName, number> = {
      ...row,
      name: this.#strings.number(row.name),
      signature: this.#strings.number(row.signature),
      kind: SYMBOL_KINDS.findIndex((kind) => kind === row.kind),
    };
    for (const name of COLUMNS) this.#columns[name].push(numbers[name]);
    this.#containers.push(row.container);
    this.#tests.push(row.testContext ? 1 : 0);
  }

  #flush(): void {
    const [from, to] = [this.#from, this.#to];
    this.#from = 0;
    this.#to = 0;
    if (this.#old === undefined || from === to) return;
    const { numbers, containers, tests } = this.#old.columns;
    for (const name of PLAIN) this.#columns[name].append(numbers[name].subarray(from, to));
    this.#containers.append(containers.subarray(from, to));
    this.#tests.append(tests.subarray(from, to));
    // In the order in which rows would be written, since that decides the numbers.
    for (let at = from; at < to; at++) {
      this.#columns.name.push(this.#renumbered(this.#old, numbers.name[at] ?? 0));
      this.#columns.signature.push(this.#renumbered(this.#old, numbers.signature[at] ?? 0));
    }
  }

  #renumbered({ numbers, texts }: Old, number: number): number {
    const known = numbers[number] ?? -1;
    if (known >= 0) return known;
    return numbers[number] = this.#strings.number(texts[number] ?? "");
  }
}

/** What symbols are taken over from. */
interface Old {
  readonly columns: SymbolColumns;
  readonly texts: readonly string[];
  /** By old number of a text: its new one, or -1. */
  readonly numbers: Int32Array;
}
