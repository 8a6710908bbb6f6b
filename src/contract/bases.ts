/**
 * Every conversion between our lines and columns and those of other formats.
 *
 * Ours: lines and columns from 1, columns in UTF-8 bytes, `end_line` inclusive, `end_column` exclusive (lines.ts). A byte
 * order mark is no character. Malformed UTF-8 counts as a decoder of the WHATWG counts it: one U+FFFD for each of its
 * longest beginnings of a sequence. A column inside a character stands for the start of that character.
 * @module
 */
import { LineIndex, type Position } from "./lines.ts";
import type { Span } from "./source.ts";

/** What a column counts. */
export type ColumnUnit = "byte" | "utf16" | "code_point";

/** A text as other formats see it. */
export class TextBases {
  readonly lines: LineIndex;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.lines = new LineIndex(bytes);
  }

  /** 1-based column in a unit, of a byte column. */
  column({ line, column }: Position, unit: ColumnUnit): number {
    const start = this.#lineStart(line);
    return 1 + this.#units(start, this.#offset({ line, column }), unit);
  }

  /** 1-based byte column, of a column in a unit; one behind the end of the line gives its end. */
  byteColumn(line: number, column: number, unit: ColumnUnit): number {
    const start = this.#lineStart(line);
    const end = this.lines.count === 0 ? start : this.lines.end(line);
    return this.#advance(start, end, column - 1, unit) - start + 1;
  }

  /** 0-based number of characters before a position, line ends included. */
  character(position: Position, unit: ColumnUnit): number {
    return this.#units(this.#textStart(), this.#offset(position), unit);
  }

  /** The position before which so many characters stand. */
  position(character: number, unit: ColumnUnit): Position {
    const at = this.#advance(this.#textStart(), this.lines.byteLength, character, unit);
    return this.lines.position(at);
  }

  /** The decoded text of a span. */
  text(span: Span): string {
    const start = this.#offset({ line: span.start_line, column: span.start_column });
    const end = this.#offset({ line: span.end_line, column: span.end_column });
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#bytes.subarray(start, end));
  }

  #textStart(): number {
    return this.lines.count === 0 ? this.lines.byteLength : this.lines.start(1);
  }

  /** An empty file has one position, before the line it does not have. */
  #lineStart(line: number): number {
    return this.lines.count === 0 && line === 1 ? this.lines.byteLength : this.lines.start(line);
  }

  #offset(position: Position): number {
    return this.lines.count === 0 ? this.#lineStart(position.line) : this.lines.offset(position);
  }

  /** Units of the whole characters in a range of bytes. */
  #units(from: number, to: number, unit: ColumnUnit): number {
    if (unit === "byte") return to - from;
    let units = 0;
    for (let at = from; at < to;) {
      const { bytes, utf16 } = characterAt(this.#bytes, at);
      at += bytes;
      if (at <= to) units += unit === "utf16" ? utf16 : 1;
    }
    return units;
  }

  /** Byte offset behind so many units. */
  #advance(from: number, end: number, units: number, unit: ColumnUnit): number {
    if (unit === "byte") return Math.min(from + units, end);
    let at = from;
    let left = units;
    while (at < end) {
      const { bytes, utf16 } = characterAt(this.#bytes, at);
      left -= unit === "utf16" ? utf16 : 1;
      if (left < 0) break;
      at += bytes;
    }
    return Math.min(at, end);
  }
}

/** How many bytes the character at an offset has, and how many UTF-16 units it becomes. */
function characterAt(bytes: Uint8Array, at: number): { bytes: number; utf16: number } {
  const first = bytes[at] ?? 0;
  const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
  for (let index = 1; index <= more; index++) {
    const byte = bytes[at + index] ?? 0;
    const [low, high] = index === 1 ? secondByte(first) : [0x80, 0xbf];
    if (byte < low || byte > high) return { bytes: index, utf16: 1 };
  }
  return { bytes: more + 1, utf16: more === 3 ? 2 : 1 };
}

/** Which bytes may follow a first one: neither overlong forms, surrogates nor what lies above U+10FFFF. */
function secondByte(first: number): readonly [number, number] {
  switch (first) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}

/** LSP: lines and characters from 0, characters in UTF-16 units, end exclusive. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export function lspRange(span: Span, text: TextBases): LspRange {
  const { start_line, start_column, end_line, end_column } = span;
  const start = text.column({ line: start_line, column: start_column }, "utf16");
  const end = text.column({ line: end_line, column: end_column }, "utf16");
  return {
    start: { line: start_line - 1, character: start - 1 },
    end: { line: end_line - 1, character: end - 1 },
  };
}

/** Whole lines, which end where the line after them starts. */
export function lspLines(
  { start_line, end_line }: Pick<Span, "start_line" | "end_line">,
): LspRange {
  return { start: { line: start_line - 1, character: 0 }, end: { line: end_line, character: 0 } };
}

export function spanOfLsp({ start, end }: LspRange, text: TextBases): Span {
  return {
    start_line: start.line + 1,
    start_column: text.byteColumn(start.line + 1, start.character + 1, "utf16"),
    end_line: end.line + 1,
    end_column: text.byteColumn(end.line + 1, end.character + 1, "utf16"),
  };
}

/** SARIF: lines and columns from 1, end line inclusive, end column exclusive; bytes are no column kind. */
export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The unit is `utf16` for `columnKind: utf16CodeUnits`, `code_point` for `unicodeCodePoints`. */
export function sarifRegion(
  span: Span,
  text: TextBases,
  unit: Exclude<ColumnUnit, "byte">,
): SarifRegion {
  const { start_line, start_column, end_line, end_column } = span;
  return {
    startLine: start_line,
    startColumn: text.column({ line: start_line, column: start_column }, unit),
    endLine: end_line,
    endColumn: text.column({ line: end_line, column: end_column }, unit),
  };
}

export function spanOfSarif(
  { startLine, startColumn, endLine, endColumn }: SarifRegion,
  text: TextBases,
  unit: Exclude<ColumnUnit, "byte">,
): Span {
  return {
    start_line: startLine,
    start_column: text.byteColumn(startLine, startColumn, unit),
    end_line: endLine,
    end_column: text.byteColumn(endLine, endColumn, unit),
  };
}

/** Anthropic: blocks from 0, one for each line of the span, end exclusive. */
export interface BlockRange {
  readonly start_block_index: number;
  readonly end_block_index: number;
}

export function blockRange(
  { start_line, end_line }: Pick<Span, "start_line" | "end_line">,
): BlockRange {
  return { start_block_index: 0, end_block_index: end_line - start_line + 1 };
}

/** The lines of blocks; `firstLine` is the line of block 0, which only the block's source tells. */
export function linesOfBlocks(
  { start_block_index, end_block_index }: BlockRange,
  firstLine: number,
): { readonly start_line: number; readonly end_line: number } {
  return { start_line: firstLine + start_block_index, end_line: firstLine + end_block_index - 1 };
}

/** W3C Web Annotation: characters of the whole text from 0, end exclusive; a character is a code point. */
export interface TextPosition {
  readonly start: number;
  readonly end: number;
}

export function textPosition(span: Span, text: TextBases): TextPosition {
  const { start_line, start_column, end_line, end_column } = span;
  return {
    start: text.character({ line: start_line, column: start_column }, "code_point"),
    end: text.character({ line: end_line, column: end_column }, "code_point"),
  };
}

export function spanOfTextPosition({ start, end }: TextPosition, text: TextBases): Span {
  const from = text.position(start, "code_point");
  const to = text.position(end, "code_point");
  return {
    start_line: from.line,
    start_column: from.column,
    end_line: to.line,
    end_column: to.column,
  };
}
