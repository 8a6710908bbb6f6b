/**
 * `explore`: lines of one file as they are now, and what matches in them.
 * @module
 */
import { invalidParams } from "../../contract/errors.ts";
import { MAX_TEXT_BYTES } from "../../contract/limits.ts";
import { LineIndex } from "../../contract/lines.ts";
import type { Span } from "../../contract/source.ts";
import { latin1Of } from "../../platform/latin1.ts";
import { exploreFile, type ExploreMatches, type LineScope } from "../../search/explore.ts";
import { type WindowText, windowText } from "../../search/line_window.ts";
import type { Coverage } from "../../search/requests.ts";
import { textEncodingOf } from "../../snapshot/classify.ts";
import { sliceLines } from "../line_slice.ts";
import { type LiveSource, requireLive } from "../live_source.ts";
import type { ExploreRequest, ExploreResult } from "../protocol.ts";
import type { Running } from "./running.ts";

/** Characters of the window that is shown beside matches: most of the response budget is for those. */
const SEARCHED_WINDOW_CHARS = 16_000;
const NO_MATCHES: ExploreMatches = { rows: [], totalRows: 0, before: 0 };

/**
 * @throws {ToolError} access_denied, resource_not_found; invalid_params for a file or a window that is too large, an
 * anchor or a cursor that the file does not have, and a pattern; unavailable, timeout, cancelled
 */
export async function explore(
  request: ExploreRequest,
  { opened, budget }: Running,
): Promise<ExploreResult> {
  const live = requireLive(opened.files, request.path, MAX_TEXT_BYTES);
  const { path, bytes, source } = live;
  const lines = new LineIndex(bytes, budget.check);
  const scope = scopeOf(request, live, lines);
  checkCursor(request, scope);
  await budget.breathe();
  const window = request.anchor === undefined
    ? undefined
    : windowOf(request, { live, lines, scope, maxBytes: opened.limits.maxFileBytes });
  const found = request.search === undefined ? NO_MATCHES : await exploreFile(
    { bytes, latin1: latin1Of(bytes), lines },
    { ...request.search, contextLines: request.contextLines, scope },
    budget,
  );
  return {
    ...found,
    path,
    source,
    totalLines: lines.count,
    lossy: textEncodingOf(bytes) === "utf-8-lossy",
    scope,
    ...(window === undefined ? {} : { window }),
    coverage: coverageOf(live),
  };
}

function scopeOf(
  { anchor, contextLines }: ExploreRequest,
  { path }: LiveSource,
  lines: LineIndex,
): LineScope {
  if (anchor === undefined) return { startLine: 1, endLine: lines.count };
  if (!isInside(anchor, lines)) {
    throw invalidParams("anchor", `Cannot use "anchor": it lies beyond the end of "${path}"`, {
      path,
      total_lines: lines.count,
    });
  }
  return {
    startLine: Math.max(anchor.start_line - contextLines, 1),
    endLine: Math.min(anchor.end_line + contextLines, lines.count),
  };
}

function isInside(anchor: Span, lines: LineIndex): boolean {
  const has = (line: number, column: number): boolean =>
    line <= lines.count && column <= lines.end(line) - lines.start(line) + 1;
  return has(anchor.start_line, anchor.start_column) && has(anchor.end_line, anchor.end_column);
}

function checkCursor({ search }: ExploreRequest, { startLine, endLine }: LineScope): void {
  const line = search?.from?.line;
  if (line === undefined || (line >= startLine && line <= endLine)) return;
  throw invalidParams(
    "resume_from",
    'Cannot use "resume_from": it lies outside the searched lines',
    {
      start_line: startLine,
      end_line: endLine,
    },
  );
}

interface Around {
  readonly live: LiveSource;
  readonly lines: LineIndex;
  readonly scope: LineScope;
  readonly maxBytes: number;
}

function windowOf({ search }: ExploreRequest, around: Around): WindowText {
  const { live: { path, bytes }, lines, scope, maxBytes } = around;
  if (search !== undefined) {
    return windowText(bytes, lines, { ...scope, maxChars: SEARCHED_WINDOW_CHARS });
  }
  const range = { kind: "lines" as const, ...scope };
  const slice = sliceLines({ path, bytes, range, maxBytes, configMaxFileBytes: maxBytes });
  return {
    ...scope,
    bytes: slice.content.length,
    content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(slice.content),
    truncatedBytes: slice.truncatedBytes,
  };
}

/** Nothing but the file itself stands behind the answer. */
function coverageOf({ path, source }: LiveSource): Coverage {
  return {
    reasons: [],
    skipped: [],
    changed: [],
    eligibleFiles: 1,
    sources: new Map([[path, source]]),
    fingerprint: `${path}\0${source.sha256}\0${source.bytes}`,
  };
}
