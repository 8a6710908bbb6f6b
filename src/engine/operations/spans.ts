/**
 * `spans`: the exact bytes of places in one file, with their surroundings, for evidence.
 * @module
 */
import { invalidParams, type ToolError } from "../../contract/errors.ts";
import { MAX_TEXT_BYTES } from "../../contract/limits.ts";
import { bomLength, LineIndex } from "../../contract/lines.ts";
import type { Span, WholeLines } from "../../contract/source.ts";
import { sha256Hex } from "../../platform/digest.ts";
import { codePointEnd } from "../line_slice.ts";
import { requireLive } from "../live_source.ts";
import type { SpansRequest, SpansResult } from "../protocol.ts";
import type { Opened } from "../worker_state.ts";

/** Bytes of a span that evidence quotes; its hash covers all of it. */
const QUOTE_MAX_BYTES = 2_048;
/** Code points before and after a span: enough to find it again where its text occurs more than once. */
const CONTEXT_CODE_POINTS = 32;
const MAX_CODE_POINT_BYTES = 4;

type Quote = Omit<SpansResult["spans"][number], "span">;

/** @throws {ToolError} as `read`; invalid_params for a span that the file does not have */
export function spans(request: SpansRequest, { files }: Opened): SpansResult {
  const { bytes, ...live } = requireLive(files, request.path, MAX_TEXT_BYTES);
  const lines = new LineIndex(bytes);
  return {
    path: live.path,
    source: live.source,
    encoding: live.encoding,
    eol: live.eol,
    spans: request.spans.map((asked) => {
      const span = withColumns(asked, lines, live.path);
      return { span, ...quote(bytes, byteRange(lines, span, live.path)) };
    }),
  };
}

function withColumns(asked: Span | WholeLines, lines: LineIndex, path: string): Span {
  if ("start_column" in asked) return asked;
  const { start_line, end_line } = asked;
  if (end_line > lines.count) throw noSuchSpan(lines, path);
  const endColumn = lines.end(end_line) - lines.start(end_line) + 1;
  return { start_line, start_column: 1, end_line, end_column: endColumn };
}

/** Raw byte offsets, half-open. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

function byteRange(lines: LineIndex, span: Span, path: string): ByteRange {
  const start = offsetOf(lines, span.start_line, span.start_column);
  const end = offsetOf(lines, span.end_line, span.end_column);
  if (start === undefined || end === undefined || end < start) {
    throw noSuchSpan(lines, path);
  }
  return { start, end };
}

function noSuchSpan(lines: LineIndex, path: string): ToolError {
  return invalidParams("span", `"${path}" does not have the span`, {
    path,
    total_lines: lines.count,
  });
}

/** An empty file has one position: the start of the line it does not have. */
function offsetOf(lines: LineIndex, line: number, column: number): number | undefined {
  if (lines.count === 0) return line === 1 && column === 1 ? lines.byteLength : undefined;
  if (line > lines.count || column > lines.end(line) - lines.start(line) + 1) return undefined;
  return lines.offset({ line, column });
}

function quote(bytes: Uint8Array, { start, end }: ByteRange): Quote {
  const span = bytes.subarray(start, end);
  const quoted = span.subarray(0, codePointEnd(span, QUOTE_MAX_BYTES));
  const reach = CONTEXT_CODE_POINTS * MAX_CODE_POINT_BYTES;
  const before = bytes.subarray(Math.max(bomLength(bytes), start - reach), start);
  return {
    sha256: sha256Hex(span),
    exact: decode(quoted),
    truncated: quoted.length < span.length,
    prefix: [...decode(before)].slice(-CONTEXT_CODE_POINTS).join(""),
    suffix: [...decode(bytes.subarray(end, end + reach))].slice(0, CONTEXT_CODE_POINTS).join(""),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
