/**
 * Source as evidence: proofs of files, spans in them, and the fields that every row about source shares.
 *
 * Lines and columns count from 1, columns in UTF-8 bytes, `end_column` exclusive (lines.ts).
 * @module
 */
import { z } from "zod";

const line = z.int().min(1);
const column = z.int().min(1);

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const GitBlob = z.string().regex(/^[0-9a-f]{40}$/);

/** Proof of a whole file, over its raw bytes. */
export const SourceProof = z.looseObject({
  sha256: Sha256.describe("SHA-256 of the whole file's raw bytes, lower-case hex"),
  bytes: z.int().min(0).describe("Length of the whole file in bytes"),
  git_blob: GitBlob.describe("Git blob id of the same bytes (SHA-1)"),
}).describe("Proof of the whole file the content comes from");
export interface SourceProof {
  readonly sha256: string;
  readonly bytes: number;
  readonly git_blob: string;
}

export const Span = z.strictObject({
  start_line: line.describe("1-based line of the first byte"),
  start_column: column.describe("1-based byte column of the first byte"),
  end_line: line.describe("1-based line of the last byte"),
  end_column: column.describe("1-based byte column after the last byte"),
});
export type Span = z.infer<typeof Span>;

/**
 * Lines from the first byte of one to the last byte of another, terminators aside.
 *
 * Which column the last byte has is for whoever holds the bytes to say: decoded text does not tell it.
 */
export interface WholeLines {
  readonly start_line: number;
  readonly end_line: number;
}

/** How the bytes of a file are to be read as text. `binary` files have no lines. */
export const ENCODINGS = ["utf-8", "utf-8-bom", "utf-8-lossy", "binary"] as const;
export type Encoding = typeof ENCODINGS[number];

export const EOLS = ["lf", "crlf", "cr", "mixed", "none"] as const;

export const PATH_CLASSES = ["runtime", "project", "support"] as const;
export type PathClass = typeof PATH_CLASSES[number];

/** Fields of every row that stands at a place in a file. */
export const rowPlace = {
  repository_id: z.string().describe("Repository of the row"),
  path: z.string().describe("Repository-relative path with /"),
  line: line.describe("1-based line"),
  column: column.describe("1-based UTF-8 byte column"),
  end_line: line.optional().describe("1-based line of the last byte"),
  end_column: column.optional().describe("1-based byte column after the last byte"),
};

/** Fields of every row that can be proved or navigated to. */
export const rowIdentity = {
  match_id: z.string().optional().describe("Row id inside result_handle, for read_match"),
  target_ref: z.looseObject({}).optional().describe("Copy unchanged into target of another tool"),
};

export const excerptFields = {
  excerpt: z.string().describe("Source text around the match, at most 512 bytes"),
  excerpt_truncated: z.boolean().optional().describe("True where the excerpt was clipped"),
};

/** Fields of every answer whose rows can be proved with read_match. */
export const handleFields = {
  result_handle: z.string().optional().describe("Handle of this answer's rows, for read_match"),
  handle_scope: z.string().optional().describe("Prefix of the match ids"),
  handle_expires: z.literal("session").optional().describe(
    "The handle lives as long as the session",
  ),
};
