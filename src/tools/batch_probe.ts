/**
 * One probe of a batch: a search of its own, run as a client would, with what it found and how sure that is.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { excerptFields, PATH_CLASSES, rowPlace } from "../contract/source.ts";
import type { TargetRef } from "../contract/target.ts";
import type { Anchor } from "../session/anchors.ts";
import type { ToolCall } from "./define.ts";
import { glob, pathClass, pathRegex, repositoryId } from "./fields.ts";

/** Rows of one probe (contract.md §2.9). */
const PROBE_ROWS = 40;
/** Each row repeats the ids of its probes. */
const MAX_ID_CHARS = 64;

export const PROBE_KINDS = ["text", "symbol", "hybrid"] as const;
export type ProbeKind = typeof PROBE_KINDS[number];
export const TRUSTS = ["lexical_text", "indexed_symbol", "ranked_hybrid"] as const;
export type Trust = typeof TRUSTS[number];
export const STRENGTHS = ["exact_literal", "indexed_symbol", "ranked_hybrid"] as const;
export type Strength = typeof STRENGTHS[number];

interface KindRow {
  readonly tool: string;
  readonly trust: Trust;
  readonly strength: Strength;
  /** Optional fields that its tool knows. */
  readonly fields: readonly string[];
  /** What they are when left out: a request that spells them out is the same request. */
  readonly defaults: Pick<ProbeInput, "pattern_type" | "path_class">;
}

export const KINDS: Readonly<Record<ProbeKind, KindRow>> = {
  text: {
    tool: "search_text",
    trust: "lexical_text",
    strength: "exact_literal",
    fields: ["path_regex", "glob", "pattern_type"],
    defaults: { pattern_type: "literal" },
  },
  symbol: {
    tool: "search_symbol",
    trust: "indexed_symbol",
    strength: "indexed_symbol",
    fields: ["path_regex", "path_class"],
    defaults: { path_class: "runtime" },
  },
  hybrid: {
    tool: "search_hybrid",
    trust: "ranked_hybrid",
    strength: "ranked_hybrid",
    fields: [],
    defaults: {},
  },
};

export const ProbeInput = z.strictObject({
  id: z.string().trim().min(1).max(MAX_ID_CHARS).describe(
    "Name of the probe, unique in the batch, at most 64 characters",
  ),
  kind: z.enum(PROBE_KINDS).describe("Which search it is"),
  query: z.string().trim().min(1).describe(
    "Text, name or question, as the kind of search takes it",
  ),
  repository_id: repositoryId,
  path_regex: pathRegex.describe("text, symbol: only paths in which this pattern occurs"),
  glob: glob.describe("text: only paths that match; * ? ** only"),
  path_class: pathClass.optional().describe("symbol: only files of this class; default runtime"),
  pattern_type: z.enum(["literal", "regex"]).optional().describe("text: how query is read"),
}).superRefine((probe, context) => {
  const optional = ["path_regex", "glob", "path_class", "pattern_type"] as const;
  for (const field of optional) {
    if (probe[field] === undefined || KINDS[probe.kind].fields.includes(field)) continue;
    const message = `probes of kind ${probe.kind} do not have it`;
    context.addIssue({ code: "custom", path: [field], message });
  }
});
export type ProbeInput = z.infer<typeof ProbeInput>;

const ChildRow = z.looseObject({
  match_id: z.string(),
  target_ref: z.looseObject({ kind: z.string() }),
  stable_symbol_id: z.string().optional(),
  symbol: z.string().optional(),
  ...rowPlace,
  end_line: z.int().min(1),
  end_column: z.int().min(1),
  excerpt: excerptFields.excerpt.optional(),
  excerpt_truncated: excerptFields.excerpt_truncated,
  path_class: z.enum(PATH_CLASSES).optional(),
});
export type ChildRow = z.infer<typeof ChildRow>;

const ChildAnswer = z.looseObject({
  matches: z.array(ChildRow),
  completeness: Completeness,
  result_handle: z.string().optional(),
  ...recoveryFields,
});
type ChildAnswer = z.infer<typeof ChildAnswer>;

/** A row with what it stands on. */
export interface ProbeRow {
  readonly row: ChildRow;
  readonly anchor: Anchor;
  /** A target that does not rest on the probe's own handle. */
  readonly target: TargetRef | undefined;
}

/** What a probe found. Its handle and its page token are gone: nobody was shown them. */
export interface ProbeResult {
  readonly probe: ProbeInput;
  readonly rows: readonly ProbeRow[];
  readonly answer: ChildAnswer;
}

/** @throws {ToolError} what the search refuses, with the probe's id */
export async function runProbe(
  call: ToolCall,
  probe: ProbeInput,
  at: number,
): Promise<ProbeResult> {
  const { id: _, kind, ...args } = probe;
  const { dispatch, signal, session } = call;
  const outcome = await dispatch(
    KINDS[kind].tool,
    { ...toJsonObject(args), ...rowLimits() },
    { signal },
  );
  if (outcome.status === "err") {
    const { code, message, data } = outcome.error;
    throw new ToolError(code, message, { ...data, ...fieldOf(data, at), probe_id: probe.id });
  }
  const { completeness, ...answer } = ChildAnswer.parse(outcome.response);
  const { continuation, ...kept } = completeness;
  const { result_handle: handle } = answer;
  const rows = answer.matches.map((row) => ({
    row,
    anchor: session.handles.resolve(handle ?? "", row.match_id),
    target: lastingTarget(row),
  }));
  if (handle !== undefined) session.handles.drop(handle);
  if (continuation !== undefined) session.continuations.drop(continuation);
  return { probe, rows, answer: { ...answer, completeness: kept } };
}

function rowLimits(): JsonObject {
  return { limit: PROBE_ROWS };
}

function fieldOf({ field }: JsonObject, at: number): JsonObject {
  return typeof field === "string" ? { field: `probes.${at}.${field}` } : {};
}

const StableTarget = z.object({
  kind: z.literal("stable_symbol"),
  repository_id: z.string(),
  stable_symbol_id: z.string(),
  snapshot_token: z.string(),
});

function lastingTarget({ target_ref: target }: ChildRow): TargetRef | undefined {
  const parsed = StableTarget.safeParse(target);
  return parsed.success ? parsed.data : undefined;
}
