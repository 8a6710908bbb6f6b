/**
 * How `explore` shows lines and matches.
 * @module
 */
import { z } from "zod";
import { excerptFields, Span } from "../contract/source.ts";
import type { ExploreResult } from "../engine/protocol.ts";

/** A match as the engine gives it. */
export type ExploreRow = ExploreResult["rows"][number];

export const lineFields = {
  start_line: z.int().min(1).describe("1-based first line"),
  end_line: z.int().min(0).describe("1-based last line; 0 for an empty file"),
};

export const Window = z.looseObject({
  ...lineFields,
  bytes: z.int().min(0).describe("Bytes of the file that content shows"),
  content: z.string().describe("Source text, invalid UTF-8 replaced, line ends kept"),
  truncated_bytes: z.int().min(1).optional().describe("Bytes of these lines that were left out"),
});

export const ExploreMatch = z.looseObject({
  match_id: z.string().describe("Position among all matches of the request"),
  start_line: z.int().min(1).describe("1-based line of the first byte"),
  start_column: z.int().min(1).describe("1-based byte column of the first byte"),
  end_line: z.int().min(1).describe("1-based line of the last byte"),
  end_column: z.int().min(1).describe("1-based byte column after the last byte"),
  ...excerptFields,
  window: Window.describe("The lines around the match, each at most 512 bytes"),
  anchor: Span.describe("Copy unchanged into anchor of zoom or refine"),
});

/** A window as an answer shows it. */
export function shownWindow(window: NonNullable<ExploreResult["window"]>): z.infer<typeof Window> {
  return {
    start_line: window.startLine,
    end_line: window.endLine,
    bytes: window.bytes,
    content: window.content,
    ...(window.truncatedBytes === 0 ? {} : { truncated_bytes: window.truncatedBytes }),
  };
}

const MATCH_ID_DIGITS = 4;

/** A row; `position` counts all matches of the request from 0. */
export function matchOf(row: ExploreRow, position: number): z.infer<typeof ExploreMatch> {
  const anchor = {
    start_line: row.startLine,
    start_column: row.startColumn,
    end_line: row.endLine,
    end_column: row.endColumn,
  };
  return {
    match_id: `match-${String(position).padStart(MATCH_ID_DIGITS, "0")}`,
    ...anchor,
    excerpt: row.excerpt,
    ...(row.excerptTruncated ? { excerpt_truncated: true } : {}),
    window: shownWindow(row.window),
    anchor,
  };
}
