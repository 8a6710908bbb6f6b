/**
 * What a file is, by its path and its first look: class, language, encoding, line ends.
 *
 * The rules are those of the contract (contract.md §1.7, §1.11); their order matters.
 * @module
 */
import { BINARY_PROBE_BYTES } from "../contract/limits.ts";
import { bomLength, type Eol, LineIndex } from "../contract/lines.ts";
import type { Encoding, PathClass } from "../contract/source.ts";
import { languageOf } from "../languages/registry.ts";

const SUPPORT_PARTS = ["bench", "benches", "example", "examples", "test", "tests"];
const SUPPORT_FOLDERS = ["resources/views/"];
const RUNTIME_FOLDERS = [
  "app/",
  "bootstrap/",
  "routes/",
  "database/migrations/",
  "database/seeders/",
  "database/factories/",
];
const LF = 10;
const CR = 13;

/** Says what part of a project a path belongs to. */
export function pathClassOf(path: string): PathClass {
  const parts = path.split("/");
  const startsWith = (folder: string): boolean => path.startsWith(folder);
  if (parts.some((part) => SUPPORT_PARTS.includes(part))) return "support";
  if (SUPPORT_FOLDERS.some(startsWith)) return "support";
  if (RUNTIME_FOLDERS.some(startsWith)) return "runtime";
  const language = languageOf(path);
  if (language?.id === "roc" && path.startsWith("platform/")) return "runtime";
  if (parts.includes("src")) return "runtime";
  return parts.length === 1 && language !== undefined ? "runtime" : "project";
}

/** Whether some component of a path starts with a dot. */
export function isHidden(path: string): boolean {
  return path.startsWith(".") || path.includes("/.");
}

/** Whether a file has no lines, judged by its first `BINARY_PROBE_BYTES`. */
export function isBinary(path: string, start: Uint8Array): boolean {
  if (hasWideMark(start)) return true;
  const nul = start.subarray(0, BINARY_PROBE_BYTES).includes(0);
  return nul && languageOf(path) === undefined;
}

/** A mark of UTF-16 or UTF-32 in either byte order; FF FE 00 00 begins with that of UTF-16. */
function hasWideMark(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  return a === 0 && b === 0 && c === 0xfe && d === 0xff;
}

/** How the bytes of a text file are to be read. */
export function textEncodingOf(bytes: Uint8Array): Encoding {
  if (!isUtf8(bytes)) return "utf-8-lossy";
  return bomLength(bytes) === 0 ? "utf-8" : "utf-8-bom";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** How the lines of a text file end. */
export function eolOf(bytes: Uint8Array): Eol {
  // Native search is many times faster than a look at each byte, and most files have one kind of line end.
  if (bytes.includes(CR)) return new LineIndex(bytes).eol;
  return bytes.includes(LF) ? "lf" : "none";
}
