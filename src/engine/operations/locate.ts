/**
 * `locate`: where the bytes of a span occur now.
 * @module
 */
import { MAX_TEXT_BYTES } from "../../contract/limits.ts";
import { LineIndex } from "../../contract/lines.ts";
import type { Span } from "../../contract/source.ts";
import { sha256Hex } from "../../platform/digest.ts";
import { latin1Of } from "../../platform/latin1.ts";
import type { OpenedSnapshot } from "../../snapshot/opened_snapshot.ts";
import { readLive } from "../live_source.ts";
import type { LocateRequest, LocateResult } from "../protocol.ts";
import type { Running } from "./running.ts";

/**
 * Places in path order, and in one file in its order; overlapping ones count.
 *
 * Only text that is valid UTF-8 can be asked for: `exact` of other bytes finds nothing.
 */
export async function locate(request: LocateRequest, running: Running): Promise<LocateResult> {
  const { opened: { files }, budget } = running;
  const places: LocateResult["places"][number][] = [];
  const needle = new TextEncoder().encode(request.exact);
  if (needle.length === 0) return { places, more: false };
  for await (const path of candidates(request, needle, running)) {
    await budget.breathe();
    const live = readLive(files, path, MAX_TEXT_BYTES);
    // What cannot be read now holds no bytes that could be cited.
    if (live.failure !== undefined) continue;
    for (const span of spansOf(live.value.bytes, needle, request)) {
      budget.check();
      if (places.length === request.limit) return { places, more: true };
      places.push({ path: live.value.path, span });
    }
  }
  return { places, more: false };
}

/** Files that may hold the needle: those the index names, and those that are not as the index has them. */
async function* candidates(
  { path }: LocateRequest,
  needle: Uint8Array,
  { opened, budget }: Running,
): AsyncGenerator<string> {
  if (path !== undefined) {
    yield path;
    return;
  }
  const snapshot = opened.holder.usable();
  const indexed = snapshot === undefined ? undefined : indexedFiles(snapshot, needle);
  for await (const file of opened.liveTree.files(opened, snapshot, budget)) {
    if (file.kind === "skipped" || file.entry.binary) continue;
    const known = file.position !== undefined && indexed !== undefined;
    if (!known || indexed.has(file.position)) yield file.entry.path;
  }
}

function indexedFiles(snapshot: OpenedSnapshot, needle: Uint8Array): Set<number> {
  return new Set(snapshot.candidates([[latin1Of(needle)]]));
}

function* spansOf(bytes: Uint8Array, needle: Uint8Array, request: LocateRequest): Generator<Span> {
  const { spanSha256, spanBytes = needle.length } = request;
  const text = latin1Of(bytes);
  const wanted = latin1Of(needle);
  let lines: LineIndex | undefined;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (sha256Hex(bytes.subarray(at, at + spanBytes)) !== spanSha256) continue;
    lines ??= new LineIndex(bytes);
    yield spanAt(lines, at, at + spanBytes);
  }
}

function spanAt(lines: LineIndex, start: number, end: number): Span {
  const from = lines.position(start);
  const to = lines.position(end);
  return {
    start_line: from.line,
    start_column: from.column,
    end_line: to.line,
    end_column: to.column,
  };
}
