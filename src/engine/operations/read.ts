/**
 * `read`: lines of one file as they are now, or only if they are what a proof says.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import type { SourceProof } from "../../contract/source.ts";
import { refusal } from "../../platform/files.ts";
import { refuseBytes, sliceLines } from "../line_slice.ts";
import { type LiveSource, readLive } from "../live_source.ts";
import type { ReadRequest, ReadResult } from "../protocol.ts";
import type { Opened } from "../worker_state.ts";

/** @throws {ToolError} access_denied, resource_not_found, invalid_params, STALE_PROOF_ANCHOR */
export function read(request: ReadRequest, { files, limits }: Opened): ReadResult {
  const configMaxFileBytes = limits.maxFileBytes;
  const live = readLive(files, request.path, request.fileMaxBytes);
  if (live.failure !== undefined) {
    if (request.expect !== undefined && live.failure !== "outside") throw stale(request.path);
    if (live.failure !== "too_large") throw refusal(live.failure, request.path);
    const { sizeBytes = request.fileMaxBytes } = live;
    throw refuseFile(request, { sizeBytes, configMaxFileBytes });
  }
  const { path, bytes, source, encoding } = live.value;
  checkProof(request, live.value);
  const slice = sliceLines({ ...request, path, bytes, configMaxFileBytes });
  return { path, source, encoding, ...slice };
}

function refuseFile(
  request: ReadRequest,
  { sizeBytes, configMaxFileBytes }: { sizeBytes: number; configMaxFileBytes: number },
): ToolError {
  const { path, fileMaxBytes } = request;
  return refuseBytes(
    { ...request, bytes: sizeBytes, configMaxFileBytes },
    { limit: fileMaxBytes },
    `Cannot read "${path}": ${sizeBytes} bytes are more than the limit ${fileMaxBytes}`,
  );
}

function checkProof({ expect, path }: ReadRequest, live: LiveSource): void {
  if (expect !== undefined && !isSame(expect, live.source)) throw stale(path);
}

function isSame(a: SourceProof, b: SourceProof): boolean {
  return a.sha256 === b.sha256 && a.bytes === b.bytes;
}

function stale(path: string): ToolError {
  return new ToolError("STALE_PROOF_ANCHOR", `"${path}" is not what it was`, { path });
}
