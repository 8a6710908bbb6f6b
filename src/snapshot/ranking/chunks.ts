/**
 * Which files are ranked by their content, and the pieces in which they are.
 *
 * A chunk is `CHUNK_LINES` lines, counted from the first; the last chunk of a file may be shorter.
 * @module
 */
import type { FileEntry } from "../snapshot.ts";

/** 40 to 80 lines cost the same; fewer make places more precise, more keep words of one topic together. */
export const CHUNK_LINES = 60;
/** A larger file is data or generated; literal search still covers it. */
export const RANKED_MAX_BYTES = 512_000;
/** Lines of minified code hold a whole program each, so no chunk of them has a topic. */
const MAX_MEAN_LINE_CHARS = 300;

const LOCK_FILE =
  /(?:^|\/)(?:[^/]+\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/;

/** The largest file that is ranked when files above `maxFileBytes` are not parsed. */
export function rankedMaxBytes(maxFileBytes: number): number {
  return Math.min(maxFileBytes, RANKED_MAX_BYTES);
}

/** Whether a file is ranked, as far as can be told without its content. */
export function isRankable(
  { path, bytes, hidden, binary }: Pick<FileEntry, "path" | "bytes" | "hidden" | "binary">,
  maxFileBytes: number,
): boolean {
  return !hidden && !binary && bytes <= rankedMaxBytes(maxFileBytes) && !LOCK_FILE.test(path);
}

/** The chunks of a text; none if it is empty or minified. */
export function chunksOf(text: string): string[] {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const chunks: string[] = [];
  let start = 0;
  let count = 0;
  for (let end = 0; end < lines.length; count++) {
    const lineEnd = lines.indexOf("\n", end);
    end = lineEnd < 0 ? lines.length : lineEnd + 1;
    if ((count + 1) % CHUNK_LINES !== 0 && end < lines.length) continue;
    chunks.push(lines.slice(start, end));
    start = end;
  }
  return lines.length > count * MAX_MEAN_LINE_CHARS ? [] : chunks;
}
