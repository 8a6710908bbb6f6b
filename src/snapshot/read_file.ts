/**
 * Reads one file of the tree and says what it is: text for the corpus, a binary file, or nothing that can be used.
 * @module
 */
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import type { SkipReason } from "../contract/recovery.ts";
import { languageOf } from "../languages/registry.ts";
import { type ContentDigests, contentDigests, startDigests } from "../platform/digest.ts";
import type { Files, FileStat } from "../platform/files.ts";
import { eolOf, isBinary, isHidden, pathClassOf, textEncodingOf } from "./classify.ts";
import type { FileEntry } from "./snapshot.ts";

/** An entry before symbols are looked for. */
export type PlainEntry = Omit<FileEntry, "outline">;

export type TreeFile =
  | {
    readonly kind: "text";
    readonly entry: PlainEntry;
    readonly stat: FileStat;
    readonly bytes: Uint8Array;
  }
  | { readonly kind: "binary"; readonly entry: PlainEntry; readonly stat: FileStat }
  | { readonly kind: "skipped"; readonly reason: SkipReason; readonly limit?: number }
  /** No longer a plain file of the tree. */
  | { readonly kind: "gone" };

/** Reads and judges a file. */
export function readTreeFile(files: Files, path: string): TreeFile {
  const read = files.read(path, MAX_TEXT_BYTES);
  if (read.failure === "too_large") return readHuge(files, path);
  if (read.failure !== undefined) return failed(read.failure);
  const { bytes, stat } = read.value;
  const digests = contentDigests(bytes);
  if (isBinary(path, bytes)) return binaryFile(path, stat, digests);
  const entry = {
    ...baseEntry(path, bytes.length, digests),
    encoding: textEncodingOf(bytes),
    eol: eolOf(bytes),
    binary: false,
  };
  return { kind: "text", entry, stat, bytes };
}

/** What a failed read of a walked file means. */
export function failed(failure: "absent" | "outside" | "unreadable" | "too_large"): TreeFile {
  return failure === "unreadable" ? { kind: "skipped", reason: "unreadable" } : { kind: "gone" };
}

/** A text file of this size is left out; of a binary one only the digest is wanted. */
function readHuge(files: Files, path: string): TreeFile {
  const stat = files.stat(path);
  if (stat.failure !== undefined) return failed(stat.failure);
  const { sizeBytes } = stat.value;
  const digests = startDigests(sizeBytes);
  let seen = 0;
  let text = false;
  const read = files.readPieces(path, (piece) => {
    text ||= seen === 0 && !isBinary(path, piece);
    seen += piece.length;
    digests.update(piece);
    return !text && seen <= sizeBytes;
  });
  if (read.failure !== undefined) return failed(read.failure);
  if (text) return { kind: "skipped", reason: "too_large", limit: MAX_TEXT_BYTES };
  // It grows or shrinks while it is read: no digest would be that of a file.
  if (seen !== sizeBytes) return { kind: "skipped", reason: "unreadable" };
  return binaryFile(path, stat.value, digests.finish());
}

function binaryFile(path: string, stat: FileStat, digests: ContentDigests): TreeFile {
  const base = baseEntry(path, stat.sizeBytes, digests);
  return {
    kind: "binary",
    entry: { ...base, encoding: "binary", eol: "none", binary: true },
    stat,
  };
}

function baseEntry(
  path: string,
  bytes: number,
  digests: ContentDigests,
): Omit<PlainEntry, "encoding" | "eol" | "binary"> {
  const language = languageOf(path)?.id;
  return {
    path,
    bytes,
    ...digests,
    pathClass: pathClassOf(path),
    ...(language === undefined ? {} : { language }),
    hidden: isHidden(path),
  };
}
