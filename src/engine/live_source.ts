/**
 * One file as it is on disk now, with its proof.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { Eol } from "../contract/lines.ts";
import type { Encoding, SourceProof } from "../contract/source.ts";
import { contentDigests } from "../platform/digest.ts";
import { type Access, type Files, refusal } from "../platform/files.ts";
import { eolOf, isBinary, textEncodingOf } from "../snapshot/classify.ts";

export interface LiveSource {
  /** Canonical, relative to the root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly source: SourceProof;
  readonly encoding: Encoding;
  readonly eol: Eol;
}

/** The file at a path of a client, links followed; failures are values. */
export function readLive(files: Files, path: string, maxBytes: number): Access<LiveSource> {
  const located = files.locate(path);
  if (located.failure !== undefined) return located;
  const read = files.read(located.value, maxBytes);
  if (read.failure !== undefined) return read;
  // A link may have taken the file's place while it was read.
  const again = files.locate(located.value);
  if (again.failure !== undefined) return again;
  if (again.value !== located.value) return { failure: "outside" };
  return { value: { path: located.value, ...describe(located.value, read.value.bytes) } };
}

/** As `readLive()`, for callers that can do nothing without the file. @throws {ToolError} */
export function requireLive(files: Files, path: string, maxBytes: number): LiveSource {
  const live = readLive(files, path, maxBytes);
  if (live.failure === undefined) return live.value;
  if (live.failure !== "too_large") throw refusal(live.failure, path);
  const bytes = live.sizeBytes ?? maxBytes;
  throw new ToolError(
    "invalid_params",
    `Cannot read "${path}": ${bytes} bytes are more than the limit ${maxBytes}`,
    { field: "path", path, bytes, limit: maxBytes },
  );
}

function describe(path: string, bytes: Uint8Array): Omit<LiveSource, "path"> {
  const { sha256, gitBlob } = contentDigests(bytes);
  const source = { sha256, bytes: bytes.length, git_blob: gitBlob };
  return isBinary(path, bytes)
    ? { bytes, source, encoding: "binary", eol: "none" }
    : { bytes, source, encoding: textEncodingOf(bytes), eol: eolOf(bytes) };
}
