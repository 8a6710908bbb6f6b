/**
 * Cuts the lines that a read asks for out of a file's bytes, within a bound.
 *
 * A byte order mark is never part of the content. Content ends with its last line's terminator, as the file has it.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import { bomLength, LineIndex } from "../contract/lines.ts";
import type { LineRange, ReadResult } from "./protocol.ts";

const LF = 10;
const CR = 13;

/** The file and the bounds of one read. */
export interface SliceRequest {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly range: LineRange;
  readonly maxBytes: number;
  readonly requestedMaxBytes?: number;
  /** `FRIGG_MAX_FILE_BYTES`: what a client may ask for at most. */
  readonly configMaxFileBytes: number;
}

export type LineSlice = Pick<
  ReadResult,
  "content" | "startLine" | "endLine" | "totalLines" | "truncatedBytes" | "eol"
>;

/** @throws {ToolError} invalid_params: more bytes than the bound, or a line behind the last */
export function sliceLines(request: SliceRequest): LineSlice {
  const lines = new LineIndex(request.bytes);
  return request.range.kind === "whole"
    ? wholeFile(request, lines)
    : someLines(request, lines, request.range);
}

function wholeFile(request: SliceRequest, lines: LineIndex): LineSlice {
  const { bytes, maxBytes } = request;
  if (bytes.length > maxBytes) throw tooLarge(request, { bytes: bytes.length, first: 1, lines });
  return {
    content: bytes.subarray(bomLength(bytes)),
    startLine: 1,
    endLine: lines.count,
    totalLines: lines.count,
    truncatedBytes: 0,
    eol: lines.eol,
  };
}

function someLines(
  request: SliceRequest,
  lines: LineIndex,
  range: Extract<LineRange, { kind: "lines" }>,
): LineSlice {
  const { startLine } = range;
  const total = { totalLines: lines.count, eol: lines.eol };
  if (startLine > Math.max(lines.count, 1)) throw behindTheEnd(request.path, startLine, lines);
  if (lines.count === 0) {
    return { content: new Uint8Array(), startLine, endLine: 0, truncatedBytes: 0, ...total };
  }
  const endLine = Math.min(range.endLine ?? lines.count, lines.count);
  const content = request.bytes.subarray(lines.start(startLine), lines.next(endLine));
  const kept = fit(request, { content, startLine, endLine, lines });
  const truncatedBytes = content.length - kept.length;
  return { content: kept, startLine, endLine, truncatedBytes, ...total };
}

interface Cut {
  readonly content: Uint8Array;
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: LineIndex;
}

/** The content if the bound admits it; a single line is cut, more lines are refused. */
function fit(request: SliceRequest, { content, startLine, endLine, lines }: Cut): Uint8Array {
  if (content.length <= request.maxBytes) return content;
  if (startLine === endLine) return content.subarray(0, cutOf(content, request.maxBytes));
  throw tooLarge(request, { bytes: content.length, first: startLine, lines }, {
    start_line: startLine,
    end_line: endLine,
    total_lines: lines.count,
  });
}

/** Where a line is cut: half of a CRLF would look like a line end of its own. */
function cutOf(line: Uint8Array, limit: number): number {
  const end = codePointEnd(line, limit);
  return line[end] === LF && line[end - 1] === CR ? end - 1 : end;
}

/**
 * The greatest offset up to `limit` at which no UTF-8 sequence is cut in two.
 *
 * Bytes that are not UTF-8 are cut anywhere.
 */
export function codePointEnd(bytes: Uint8Array, limit: number): number {
  if (limit >= bytes.length) return bytes.length;
  // A sequence has at most three bytes behind its lead.
  for (let end = limit; end >= 0 && end > limit - 4; end--) {
    if (!isContinuation(bytes[end])) return end;
  }
  return limit;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

interface Excess {
  /** Bytes that were asked for. */
  readonly bytes: number;
  /** The line they start with. */
  readonly first: number;
  readonly lines: LineIndex;
}

function tooLarge(request: SliceRequest, excess: Excess, data: JsonObject = {}): ToolError {
  const { path, maxBytes } = request;
  return refuseBytes({ ...request, bytes: excess.bytes }, {
    ...data,
    suggested_line_count: linesWithin(excess, maxBytes),
  }, `Cannot read "${path}": ${excess.bytes} bytes are more than max_bytes ${maxBytes}`);
}

/** A refusal that names the bounds, and a greater one if the client may ask for it. */
export function refuseBytes(
  request: Omit<SliceRequest, "bytes" | "range"> & { readonly bytes: number },
  data: JsonObject,
  message: string,
): ToolError {
  const { path, bytes, maxBytes, requestedMaxBytes, configMaxFileBytes } = request;
  return invalidParams("max_bytes", message, {
    path,
    bytes,
    max_bytes: maxBytes,
    ...(requestedMaxBytes === undefined ? {} : { requested_max_bytes: requestedMaxBytes }),
    config_max_file_bytes: configMaxFileBytes,
    ...(bytes <= configMaxFileBytes ? { suggested_max_bytes: bytes } : {}),
    ...data,
  });
}

/** Whole lines from `first` on that fit; at least 1, because a single line can always be read. */
function linesWithin({ first, lines }: Excess, maxBytes: number): number {
  if (lines.count === 0) return 1;
  let count = 0;
  const limit = lines.start(first) + maxBytes;
  while (first + count <= lines.count && lines.next(first + count) <= limit) count++;
  return Math.max(count, 1);
}

function behindTheEnd(path: string, startLine: number, lines: LineIndex): ToolError {
  return invalidParams(
    "start_line",
    `Cannot read "${path}" from line ${startLine}: it has ${lines.count} lines`,
    { path, start_line: startLine, total_lines: lines.count },
  );
}
