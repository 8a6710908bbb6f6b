/**
 * The matches in one file, or in some of its lines, with their surroundings.
 *
 * All matches are counted; rows are made for the wanted slice only. Order: line, column.
 * @module
 */
import type { LineIndex, Position } from "../contract/lines.ts";
import { excerptOf } from "./excerpt.ts";
import { type WindowText, windowText } from "./line_window.ts";
import { type ByteRange, compilePattern, type PatternRequest } from "./pattern.ts";
import type { Slice } from "./requests.ts";
import type { Budget } from "./world.ts";

/** Characters of a row's window: one row alone stays far below the response budget. */
const ROW_WINDOW_CHARS = 24_000;
/** Matches after which other requests may get their turn. */
const BREATH = 1_000;

/** Lines that are searched, from 1; the file must have them, or `endLine` is before `startLine`. */
export interface LineScope {
  readonly startLine: number;
  readonly endLine: number;
}

export interface ExploreRequest {
  readonly pattern: PatternRequest;
  readonly scope: LineScope;
  /** Lines around a match in its window. */
  readonly contextLines: number;
  readonly slice: Slice;
  /** Matches that start before it are counted in `before`. */
  readonly from?: Position;
}

export interface ExploreRow {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
  readonly excerptTruncated: boolean;
  readonly window: WindowText;
}

export interface ExploreMatches {
  readonly rows: readonly ExploreRow[];
  readonly totalRows: number;
  /** Matches before `from`. */
  readonly before: number;
  /** Where the first match behind the slice starts. */
  readonly next?: Position;
}

/** One file as it was read. */
export interface ExploredFile {
  readonly bytes: Uint8Array;
  /** The bytes, one char each. */
  readonly latin1: string;
  readonly lines: LineIndex;
}

/** @throws {ToolError} invalid_params for the pattern; unavailable, timeout, cancelled */
export async function exploreFile(
  file: ExploredFile,
  request: ExploreRequest,
  budget: Budget,
): Promise<ExploreMatches> {
  const { slice, from } = request;
  const pattern = compilePattern(request.pattern);
  const { text, offset } = scopeText(file, request.scope);
  const first = from === undefined ? 0 : file.lines.offset(from);
  const rows: ExploreRow[] = [];
  let totalRows = 0;
  let before = 0;
  let next: Position | undefined;
  for (const found of pattern.matches(text, () => budget.check())) {
    if (found === undefined || totalRows % BREATH === BREATH - 1) await budget.breathe();
    if (found === undefined) continue;
    const match = { start: found.start + offset, end: found.end + offset };
    if (match.start < first) before++;
    const place = totalRows - slice.offset;
    if (place >= 0 && place < slice.limit) rows.push(rowOf(file, match, request));
    if (place === slice.limit) next = file.lines.position(match.start);
    totalRows++;
  }
  return { rows, totalRows, before, ...(next === undefined ? {} : { next }) };
}

interface ScopeText {
  readonly text: string;
  /** Raw byte offset at which `text` starts. */
  readonly offset: number;
}

/**
 * The searched lines, with the end of the line in front: no match can hold that, and a byte order mark that starts
 * a later line stays a character.
 */
function scopeText({ latin1, lines }: ExploredFile, { startLine, endLine }: LineScope): ScopeText {
  if (endLine < startLine) return { text: "", offset: 0 };
  const offset = startLine === 1 ? 0 : lines.start(startLine) - 1;
  return { text: latin1.slice(offset, lines.next(endLine)), offset };
}

function rowOf(
  { bytes, lines }: ExploredFile,
  match: ByteRange,
  { contextLines }: ExploreRequest,
): ExploreRow {
  const start = lines.position(match.start);
  const end = lines.position(match.end);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    ...excerptOf(bytes, lines, match, 0),
    window: windowText(bytes, lines, {
      startLine: Math.max(start.line - contextLines, 1),
      endLine: Math.min(end.line + contextLines, lines.count),
      match,
      maxChars: ROW_WINDOW_CHARS,
    }),
  };
}
