/**
 * One section as a file: a line of JSON that describes the rest, the digest of that line, and the packed bytes.
 *
 * The two lines are the same in every version of the format, so that any version can say which one it has found.
 * @module
 */
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { sha256Hex } from "../platform/digest.ts";
import { gunzip, gzip } from "../platform/gzip.ts";
import { CorruptSection } from "./corrupt_section.ts";

/** Goes up whenever a section changes its form. */
export const SCHEMA_VERSION = 2;

const MAGIC = "frigg-snapshot";
/** Longer than any header this or a later version writes. */
const MAX_HEADER_BYTES = 4_096;
const DIGEST_LINE_BYTES = 65;
const LF = 10;

/** What has to fit for a section to be used. */
export interface SectionLabel {
  readonly section: string;
  /** Fingerprint of the snapshot that the section belongs to. */
  readonly fingerprint: string;
  /** Version of the program and of all that its answers rest on. */
  readonly engine: string;
}

export type DecodedSection =
  | {
    readonly kind: "section";
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly fingerprint: string;
  }
  /** Undamaged, but written by another version. */
  | { readonly kind: "other_version"; readonly found: string };

export type CheckedSection =
  | {
    readonly kind: "section";
    readonly fingerprint: string;
    /** The plain bytes; made anew with each call. */
    readonly unpack: () => Uint8Array<ArrayBuffer>;
  }
  | Extract<DecodedSection, { readonly kind: "other_version" }>;

/** How versions are named to clients. */
export function versionName(schema: number, engine: string): string {
  return `${schema}/${engine}`;
}

export function encodeSection(raw: Uint8Array, label: SectionLabel): Uint8Array<ArrayBuffer> {
  const packed = gzip(raw);
  const smaller = packed.length < raw.length;
  const stored = smaller ? packed : raw;
  const header = JSON.stringify({
    magic: MAGIC,
    schema: SCHEMA_VERSION,
    ...label,
    codec: smaller ? "gzip" : "raw",
    raw_bytes: raw.length,
    stored_bytes: stored.length,
    sha256: sha256Hex(stored),
  });
  const lines = new TextEncoder().encode(`${header}\n${sha256Hex(header)}\n`);
  const bytes = new Uint8Array(lines.length + stored.length);
  bytes.set(lines);
  bytes.set(stored, lines.length);
  return bytes;
}

/**
 * Reads a section's file.
 *
 * @throws {CorruptSection} if it is not what was written under this name
 */
export function decodeSection(
  file: Uint8Array,
  section: string,
  engine: string,
): DecodedSection {
  const checked = checkSection(file, section, engine);
  if (checked.kind === "other_version") return checked;
  return { kind: "section", bytes: checked.unpack(), fingerprint: checked.fingerprint };
}

/**
 * As `decodeSection`, but unpacks later; the file must not change until then.
 *
 * @throws {CorruptSection} if it is not what was written under this name
 */
export function checkSection(
  file: Uint8Array,
  section: string,
  engine: string,
): CheckedSection {
  const { header, stored } = split(file);
  const schema = header["schema"];
  const foundEngine = header["engine"];
  if (typeof schema !== "number" || typeof foundEngine !== "string") throw malformed();
  if (schema !== SCHEMA_VERSION || foundEngine !== engine) {
    return { kind: "other_version", found: versionName(schema, foundEngine) };
  }
  const fingerprint = header["fingerprint"];
  if (header["section"] !== section || typeof fingerprint !== "string") throw malformed();
  const rawBytes = header["raw_bytes"];
  if (typeof rawBytes !== "number" || header["stored_bytes"] !== stored.length) throw malformed();
  if (header["sha256"] !== sha256Hex(stored)) throw new CorruptSection("checksum differs");
  return { kind: "section", fingerprint, unpack: () => unpack(header, stored, rawBytes) };
}

function unpack(
  header: JsonObject,
  stored: Uint8Array,
  rawBytes: number,
): Uint8Array<ArrayBuffer> {
  const raw = header["codec"] === "gzip" ? gunzip(stored, rawBytes) : new Uint8Array(stored);
  if (raw === undefined || raw.length !== rawBytes) throw malformed();
  return raw;
}

function split(file: Uint8Array): { header: JsonObject; stored: Uint8Array } {
  const end = file.subarray(0, MAX_HEADER_BYTES).indexOf(LF);
  if (end < 0) throw malformed();
  const rest = file.subarray(end + 1);
  const digestLine = new TextDecoder().decode(rest.subarray(0, DIGEST_LINE_BYTES));
  if (digestLine !== `${sha256Hex(file.subarray(0, end))}\n`) throw malformed();
  const header = parsed(new TextDecoder().decode(file.subarray(0, end)));
  if (!isJsonObject(header) || header["magic"] !== MAGIC) throw malformed();
  return { header, stored: rest.subarray(DIGEST_LINE_BYTES) };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function malformed(): CorruptSection {
  return new CorruptSection("file is damaged or foreign");
}
