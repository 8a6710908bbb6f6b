/**
 * Citations: claims of an answer, each bound to spans of source or to a search that proves an absence.
 *
 * Lines and columns count from 1, columns in UTF-8 bytes, `end_line` inclusive, `end_column` exclusive.
 * @module
 */
import { z } from "zod";
import type { Json } from "./json.ts";
import type { Eol } from "./lines.ts";
import {
  ANSWER_SCHEMA,
  Quote,
  type Quote as QuoteType,
  REFERENCE_ANSWER_SCHEMA,
} from "./playbook.ts";
import { type Encoding, ENCODINGS, EOLS, GitBlob, Sha256, Span } from "./source.ts";

const id = z.string().min(1);

export const Vcs = z.strictObject({
  commit: z.string(),
  dirty: z.boolean(),
  remote: z.string().optional(),
});
/** The commit the tree stood on when the trace was made. */
export interface Vcs {
  readonly commit: string;
  /** Whether the tree differed from it. */
  readonly dirty: boolean;
  /** Without user, password and query. */
  readonly remote?: string;
}

export const FileCitation = z.strictObject({
  citation_id: id,
  tool_call_id: id,
  tool_name: id,
  repository_id: id,
  path: id,
  span: Span,
  content: z.strictObject({ sha256: Sha256, git_blob: GitBlob, bytes: z.int().min(0) }),
  span_sha256: Sha256,
  quote: Quote,
  encoding: z.enum(ENCODINGS),
  eol: z.enum(EOLS),
  swhid: z.string(),
  vcs: Vcs.optional(),
  permalink: z.string().optional(),
});
/** One cited span. */
export interface FileCitation {
  readonly citation_id: string;
  /** The step that produced it. */
  readonly tool_call_id: string;
  readonly tool_name: string;
  /** Alias. */
  readonly repository_id: string;
  readonly path: string;
  readonly span: Readonly<Span>;
  /** The whole file. */
  readonly content: {
    readonly sha256: string;
    readonly git_blob: string;
    readonly bytes: number;
  };
  readonly span_sha256: string;
  readonly quote: QuoteType;
  readonly encoding: Encoding;
  readonly eol: Eol;
  readonly swhid: string;
  readonly vcs?: Vcs;
  readonly permalink?: string;
}

export const AbsenceCitation = z.strictObject({
  citation_id: id,
  tool_call_id: id,
  tool_name: id,
  absence: z.strictObject({
    query: z.unknown(),
    total: z.literal(0),
    searched: z.array(z.strictObject({
      repository_id: id,
      files: z.int().min(0),
      bytes: z.int().min(0).optional(),
      manifest_digest: Sha256,
      ignore_digest: Sha256,
      vcs: Vcs.optional(),
    })),
  }),
});
/** A complete search that found nothing. */
export interface AbsenceCitation {
  readonly citation_id: string;
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly absence: {
    /** Params of the search, references resolved. */
    readonly query: Json;
    readonly total: 0;
    /** What the search looked through. */
    readonly searched: readonly {
      readonly repository_id: string;
      /** Files of the snapshot, and their bytes. */
      readonly files: number;
      readonly bytes?: number;
      readonly manifest_digest: string;
      readonly ignore_digest: string;
      readonly vcs?: Vcs;
    }[];
  };
}

export type Citation = FileCitation | AbsenceCitation;

/** Whether a citation names a span, and not a search without hits. */
export function isFileCitation(citation: Citation): citation is FileCitation {
  return "span" in citation;
}

export const CitedClaim = z.strictObject({
  claim_id: id,
  text: z.string(),
  citation_ids: z.array(id).min(1),
  absence: z.literal(true).optional(),
});
export interface CitedClaim {
  readonly claim_id: string;
  readonly text: string;
  readonly citation_ids: readonly string[];
  readonly absence?: true;
}

export const CitationPayload = z.strictObject({
  answer_schema: z.literal(ANSWER_SCHEMA),
  playbook_id: z.string(),
  trace_digest: Sha256,
  answer: z.string(),
  claims: z.array(CitedClaim),
  citations: z.array(z.union([FileCitation, AbsenceCitation])),
  uncited: z.array(z.string()),
});
export interface CitationPayload {
  readonly answer_schema: typeof ANSWER_SCHEMA;
  readonly playbook_id: string;
  readonly trace_digest: string;
  readonly answer: string;
  readonly claims: readonly CitedClaim[];
  readonly citations: readonly Citation[];
  /** Sentences of the answer that no citation supports. */
  readonly uncited: readonly string[];
}

export const ReferenceCitation = z.strictObject({
  citation_id: id,
  tool_call_id: z.string(),
  tool_name: id,
  repository_id: id,
  path: id,
  span: Span,
});
/** What a reference trace, which carries no evidence, can give. */
export type ReferenceCitation = Readonly<z.infer<typeof ReferenceCitation>>;

export const ReferencePayload = z.strictObject({
  answer_schema: z.literal(REFERENCE_ANSWER_SCHEMA),
  playbook_id: z.string(),
  answer: z.string(),
  claims: z.array(CitedClaim),
  citations: z.array(ReferenceCitation),
});
export interface ReferencePayload {
  readonly answer_schema: typeof REFERENCE_ANSWER_SCHEMA;
  readonly playbook_id: string;
  readonly answer: string;
  readonly claims: readonly CitedClaim[];
  readonly citations: readonly ReferenceCitation[];
}

/** `cit-001`, `claim-012`: 1-based, three digits or more. */
export function numberedId(kind: "cit" | "claim", number: number): string {
  return `${kind}-${String(number).padStart(3, "0")}`;
}
