/**
 * The section `files`: what was found, what was left out, and the digests that name the whole.
 *
 * No time stands here, so that equal trees give equal bytes.
 * @module
 */
import { type Eol } from "../contract/lines.ts";
import { SKIP_REASONS, type SkipReason } from "../contract/recovery.ts";
import {
  type Encoding,
  ENCODINGS,
  EOLS,
  PATH_CLASSES,
  type PathClass,
} from "../contract/source.ts";
import { sha256Hex } from "../platform/digest.ts";
import { type Column, Columns, packColumns, textColumn } from "./columns.ts";
import { CorruptSection } from "./corrupt_section.ts";
import { readHex, writeHex } from "./hex.ts";
import { comparePaths } from "./path_order.ts";
import type { FileEntry, SkippedEntry } from "./snapshot.ts";

/** What the section holds. */
export interface FileTable {
  readonly files: readonly FileEntry[];
  readonly skipped: readonly SkippedEntry[];
  readonly walkFailed: boolean;
  readonly ignoreDigest: string;
  /** FRIGG_MAX_FILE_BYTES of the build: decides which files were parsed. */
  readonly maxFileBytes: number;
}

const OUTLINES = ["none", "whole", "partial", "timed_out", "too_large"] as const;
const SHA256_BYTES = 32;
const SHA1_BYTES = 20;
const HIDDEN = 1;
const BINARY = 2;

/** SHA-256 over everything that an answer may depend on. */
export function fingerprintOf(table: FileTable): string {
  const files = table.files.map(({ path, sha256, outline }) => [path, sha256, outline]);
  return sha256Hex(JSON.stringify([files, table.skipped, table.walkFailed, table.maxFileBytes]));
}

/** SHA-256 over the files in which symbols were looked for. */
export function symbolTokenOf(files: readonly FileEntry[]): string {
  const corpus = files.filter(({ outline }) => outline !== "none" && outline !== "too_large");
  return sha256Hex(JSON.stringify(corpus.map(({ path, sha256 }) => [path, sha256])));
}

export function packFiles({ files, ...head }: FileTable): Uint8Array<ArrayBuffer> {
  const languages = [...new Set(files.flatMap(({ language }) => language ?? []))].sort();
  const codes = (codeOf: (file: FileEntry) => number): Column => Uint8Array.from(files, codeOf);
  return packColumns({
    head: textColumn({ ...head, languages }),
    paths: textColumn(files.map(({ path }) => path)),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    sha256: writeHex(files.map(({ sha256 }) => sha256), SHA256_BYTES),
    gitBlob: writeHex(files.map(({ gitBlob }) => gitBlob), SHA1_BYTES),
    encoding: codes(({ encoding }) => ENCODINGS.indexOf(encoding)),
    eol: codes(({ eol }) => EOLS.indexOf(eol)),
    pathClass: codes(({ pathClass }) => PATH_CLASSES.indexOf(pathClass)),
    // 0 stands for no language.
    language: codes(({ language }) => language === undefined ? 0 : languages.indexOf(language) + 1),
    flags: codes(({ hidden, binary }) => (hidden ? HIDDEN : 0) | (binary ? BINARY : 0)),
    outline: codes(({ outline }) => OUTLINES.indexOf(outline)),
  });
}

/** @throws {CorruptSection} */
export function unpackFiles(bytes: Uint8Array): FileTable {
  const columns = new Columns(bytes);
  const { languages, ...head } = readHead(columns.text("head"));
  return { ...head, files: readFiles(columns, languages) };
}

function readFiles(columns: Columns, languages: readonly string[]): FileEntry[] {
  const paths = columns.strings("paths");
  checkPaths(paths);
  const count = paths.length;
  const sizes = columns.f64("bytes", count);
  const sha256 = columns.u8("sha256", count * SHA256_BYTES);
  const gitBlob = columns.u8("gitBlob", count * SHA1_BYTES);
  const code = (name: string): Uint8Array => columns.u8(name, count);
  const [encoding, eol, pathClass] = [code("encoding"), code("eol"), code("pathClass")];
  const [language, flags, outline] = [code("language"), code("flags"), code("outline")];
  return paths.map((path, at) => ({
    path,
    bytes: sizes[at] ?? 0,
    sha256: readHex(sha256, at, SHA256_BYTES),
    gitBlob: readHex(gitBlob, at, SHA1_BYTES),
    encoding: pick<Encoding>(ENCODINGS, encoding[at]),
    eol: pick<Eol>(EOLS, eol[at]),
    pathClass: pick<PathClass>(PATH_CLASSES, pathClass[at]),
    ...(language[at] === 0 ? {} : { language: pick(languages, (language[at] ?? 0) - 1) }),
    hidden: ((flags[at] ?? 0) & HIDDEN) !== 0,
    binary: ((flags[at] ?? 0) & BINARY) !== 0,
    outline: pick(OUTLINES, outline[at]),
  }));
}

function pick<T>(values: readonly T[], code: number | undefined): T {
  const value = code === undefined ? undefined : values[code];
  if (value === undefined) throw new CorruptSection(`code ${code} is unknown`);
  return value;
}

/** Searches rely on the order, reads on paths that stay below the root. */
function checkPaths(paths: readonly string[]): void {
  paths.forEach((path, at) => {
    const before = paths[at - 1];
    if (before !== undefined && comparePaths(before, path) >= 0) {
      throw new CorruptSection("paths are not in order");
    }
    if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
      throw new CorruptSection("a path is not below the root");
    }
  });
}

type Head = Omit<FileTable, "files"> & { readonly languages: readonly string[] };

function readHead(value: unknown): Head {
  if (!isRecord(value)) throw new CorruptSection("head is no object");
  const { skipped, walkFailed, ignoreDigest, maxFileBytes, languages } = value;
  const valid = typeof walkFailed === "boolean" && typeof ignoreDigest === "string" &&
    typeof maxFileBytes === "number" && Array.isArray(skipped) && skipped.every(isSkipped) &&
    Array.isArray(languages) && languages.every((id) => typeof id === "string");
  if (!valid) throw new CorruptSection("head is malformed");
  return { skipped, walkFailed, ignoreDigest, maxFileBytes, languages };
}

function isSkipped(value: unknown): value is SkippedEntry {
  if (!isRecord(value)) return false;
  const { path, reason, hidden, folder, limit } = value;
  return typeof path === "string" && typeof hidden === "boolean" && typeof folder === "boolean" &&
    SKIP_REASONS.some((known: SkipReason) => known === reason) &&
    (limit === undefined || typeof limit === "number");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
