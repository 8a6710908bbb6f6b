/**
 * Playbooks and traces: what people write, what a run gives, what a replay says.
 *
 * Traces hold JSON values; `response_json` and `params_json` are JSON texts only in reference traces (compat.ts).
 * @module
 */
import { z } from "zod";
import type { Json, JsonObject } from "./json.ts";
import type { Encoding } from "./source.ts";
import type { Eol } from "./lines.ts";
import { ENCODINGS, EOLS, GitBlob, Sha256, Span } from "./source.ts";

export const PLAYBOOK_SCHEMA = "frigg.playbook.v1";
export const TRACE_SCHEMA = "frigg.playbook.trace.v1";
export const REFERENCE_TRACE_SCHEMA = "frigg.deep_search.trace.v1";
export const ANSWER_SCHEMA = "frigg.playbook.answer.v1";
export const REFERENCE_ANSWER_SCHEMA = "frigg.deep_search.answer.v1";

/** A playbook's id, which is its file's stem. */
export const PLAYBOOK_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Names of steps and inputs. */
export const STEP_ID = /^[a-z][a-z0-9_-]{0,63}$/;

/** Any JSON value, declared without a type so that every host accepts the schema. */
const AnyJson = z.unknown();

export const CountExpectation = z.union([
  z.int().min(0),
  z.strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() }),
]);

export const WitnessGroup = z.strictObject({
  group_id: z.string().min(1),
  match_any: z.array(z.string().min(1)).min(1),
  match_mode: z.enum(["exact_any", "exact_or_prefix"]).default("exact_any"),
  accepted_prefixes: z.array(z.string().min(1)).default([]),
  required_when: z.enum(["always", "semantic_ok"]).default("always"),
});

export const JsonExpectation = z.strictObject({
  path: z.string().min(1),
  equals: AnyJson.optional(),
  not_equals: AnyJson.optional(),
  matches: z.string().optional(),
  type: z.enum(["null", "boolean", "number", "string", "array", "object"]).optional(),
  exists: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

export const Expect = z.strictObject({
  outcome: z.string().regex(/^(ok|err:[A-Za-z_]+)$/).optional(),
  complete: z.boolean().optional(),
  total: CountExpectation.optional(),
  returned: CountExpectation.optional(),
  contains_paths: z.array(z.string().min(1)).optional(),
  not_contains_paths: z.array(z.string().min(1)).optional(),
  within_top: z.int().min(1).optional(),
  witness_groups: z.array(WitnessGroup).optional(),
  text_contains: z.union([z.string(), z.array(z.string())]).optional(),
  json: z.array(JsonExpectation).optional(),
});
export type Expect = z.infer<typeof Expect>;
export type CountExpectation = z.infer<typeof CountExpectation>;
export type WitnessGroup = z.infer<typeof WitnessGroup>;
export type JsonExpectation = z.infer<typeof JsonExpectation>;

export const Step = z.strictObject({
  step_id: z.string().regex(STEP_ID),
  tool_name: z.string().min(1),
  params: AnyJson.optional(),
  compare: z.enum(["full", "expectations"]).optional(),
  expect: Expect.optional(),
});
export type Step = z.infer<typeof Step>;

export const Claim = z.strictObject({
  text: z.string().min(1),
  cites: z.array(z.string().min(1)).min(1),
  absence: z.boolean().optional(),
});
export type Claim = z.infer<typeof Claim>;

export const InputValue = z.union([z.string(), z.number(), z.boolean()]);

export const Playbook = z.strictObject({
  playbook_schema: z.literal(PLAYBOOK_SCHEMA).optional(),
  playbook_id: z.string().regex(PLAYBOOK_ID),
  title: z.string().optional(),
  description: z.string().optional(),
  workspace: z.strictObject({ path: z.string().min(1) }).optional(),
  inputs: z.record(z.string().regex(STEP_ID), InputValue).optional(),
  steps: z.array(Step).min(1),
  claims: z.array(Claim).optional(),
});
export type Playbook = z.infer<typeof Playbook>;

/** `error_code` of a step whose reference finds nothing in the answers before it; no tool was called. */
export const UNRESOLVED_REFERENCE = "UNRESOLVED_REFERENCE";
/** `code` of an error that no tool gave. */
export const LOCAL_ERROR = "INTERNAL_ERROR";

export const StepOutcome = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("ok"), response_json: AnyJson }),
  z.strictObject({
    status: z.literal("err"),
    code: z.string(),
    message: z.string(),
    error_code: z.string().nullable(),
  }),
]);
/** `code` is the textual JSON-RPC code, such as `ErrorCode(-32602)`. */
export type StepOutcome =
  | { readonly status: "ok"; readonly response_json: Json }
  | {
    readonly status: "err";
    readonly code: string;
    readonly message: string;
    readonly error_code: string | null;
  };

export const TraceSource = z.strictObject({
  repository: z.string(),
  path: z.string(),
  bytes: z.int().min(0),
  sha256: Sha256,
  git_blob: GitBlob,
  encoding: z.enum(ENCODINGS),
  eol: z.enum(EOLS),
});
/** A file whose bytes an answer rests on; `repository` is an alias. */
export interface TraceSource {
  readonly repository: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly git_blob: string;
  readonly encoding: Encoding;
  readonly eol: Eol;
}

export const Quote = z.strictObject({
  exact: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  truncated: z.boolean(),
});
export type Quote = Readonly<z.infer<typeof Quote>>;

export const TraceEvidence = z.strictObject({
  row: z.string(),
  repository: z.string(),
  path: z.string(),
  span: Span,
  span_sha256: Sha256,
  quote: Quote,
});
/** One cited span; `row` is the JSON pointer of its row in `response_json`. */
export type TraceEvidence = Readonly<z.infer<typeof TraceEvidence>>;

export const TraceStep = z.strictObject({
  step_index: z.int().min(0),
  step_id: z.string(),
  tool_name: z.string(),
  params_json: AnyJson,
  resolved_params: AnyJson.optional(),
  outcome: StepOutcome,
  sources: z.array(TraceSource),
  evidence: z.array(TraceEvidence),
});
export interface TraceStep {
  readonly step_index: number;
  readonly step_id: string;
  readonly tool_name: string;
  /** As the author wrote it, references in place. */
  readonly params_json: Json;
  /** After references and normalization, when different. */
  readonly resolved_params?: Json;
  readonly outcome: StepOutcome;
  readonly sources: readonly TraceSource[];
  readonly evidence: readonly TraceEvidence[];
}

export const TraceRepository = z.strictObject({
  alias: z.string(),
  name: z.string(),
  remote: z.string().nullable(),
  snapshot_token: z.string(),
  files: z.int().min(0),
  bytes: z.int().min(0).optional(),
  paths_digest: Sha256,
  manifest_digest: Sha256,
  ignore_digest: Sha256,
  vcs: z.strictObject({ commit: z.string(), dirty: z.boolean() }).nullable(),
});
export type TraceRepository = Readonly<z.infer<typeof TraceRepository>>;

export const TraceHeader = z.strictObject({
  frigg_version: z.string(),
  engine_digest: Sha256,
  surface: z.record(z.string(), Sha256),
  playbook_digest: Sha256,
  inputs: z.record(z.string(), InputValue),
  settings: z.record(z.string(), AnyJson),
  repositories: z.array(TraceRepository),
});
/** Explains differences; not part of `digest`. */
export interface TraceHeader {
  readonly frigg_version: string;
  /** SHA-256 over everything of the program that can change an answer. */
  readonly engine_digest: string;
  /** Tool → SHA-256 of its schemas. */
  readonly surface: Readonly<Record<string, string>>;
  readonly playbook_digest: string;
  readonly inputs: Readonly<Record<string, string | number | boolean>>;
  readonly settings: JsonObject;
  readonly repositories: readonly TraceRepository[];
}

export const Trace = z.strictObject({
  trace_schema: z.literal(TRACE_SCHEMA),
  playbook_id: z.string(),
  step_count: z.int().min(0),
  steps: z.array(TraceStep),
  claims: z.array(Claim).optional(),
  digest: Sha256,
  header: TraceHeader,
});
export interface Trace {
  readonly trace_schema: typeof TRACE_SCHEMA;
  readonly playbook_id: string;
  readonly step_count: number;
  readonly steps: readonly TraceStep[];
  readonly claims?: readonly Claim[];
  /** SHA-256 of the canonical JSON of everything above. */
  readonly digest: string;
  readonly header: TraceHeader;
}

export const ReferenceOutcome = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("ok"), response_json: z.string() }),
  z.strictObject({
    status: z.literal("err"),
    code: z.string(),
    message: z.string(),
    error_code: z.string().nullable(),
  }),
]);
export const ReferenceTrace = z.strictObject({
  // Composing does not check the value (contract.md §6.2.5), so any string may stand here.
  trace_schema: z.string(),
  playbook_id: z.string(),
  step_count: z.int().min(0),
  steps: z.array(z.strictObject({
    step_index: z.int().min(0),
    step_id: z.string(),
    tool_name: z.string(),
    params_json: z.string(),
    outcome: ReferenceOutcome,
  })),
});
/** A trace of the reference implementation: JSON texts inside, no evidence, no digest. */
export type ReferenceTrace = Readonly<z.infer<typeof ReferenceTrace>>;

export const VERDICTS = [
  "same",
  "output_differs",
  "outcome_kind_differs",
  "error_code_differs",
  "params_differ",
  "missing",
  "extra",
  "expectation_failed",
] as const;
export type StepVerdict = typeof VERDICTS[number];

/** Causes in the order in which they are tried; the first that holds is told. */
export const CAUSES = [
  "playbook_changed",
  "inputs_changed",
  "settings_changed",
  "upstream_changed",
  "surface_changed",
  "source_removed",
  "scope_changed",
  "source_moved",
  "eol_changed",
  "source_changed",
  "row_added",
  "row_removed",
  "rank_changed",
  "engine_changed",
  "nondeterministic",
  "unexplained",
] as const;
export type Cause = typeof CAUSES[number];

export interface Change {
  readonly op: "add" | "remove" | "replace" | "move";
  /** JSON pointer: into the actual answer for `add`, `replace`, `move`; into the expected one for `remove`. */
  readonly pointer: string;
  readonly expected?: Json;
  readonly actual?: Json;
  readonly cause: Cause;
  /** For `upstream_changed`: the step whose value is another one now. */
  readonly step?: string;
  /** Files that explain it, as `alias:path`; for `source_moved` the old place, then the new, as `alias:path:line`. */
  readonly paths?: readonly string[];
}

export interface ExpectationResult {
  /** Which expectation, such as `total` or `json[0].equals`. */
  readonly name: string;
  readonly passed: boolean;
  readonly expected: Json;
  readonly actual: Json;
  /** Where, as a JSON pointer, or the outcome of a witness group in words. */
  readonly where?: string;
}

export interface StepDiff {
  readonly step_index: number;
  readonly step_id: string;
  readonly tool_name: string;
  readonly verdict: StepVerdict;
  readonly expectations: readonly ExpectationResult[];
  readonly changes: readonly Change[];
}

export interface TraceDiff {
  /** The first difference in one line. */
  readonly message: string;
  readonly verdict_counts: Readonly<Partial<Record<StepVerdict, number>>>;
  /** For people: a line a step, then what changed with `path:line` and cause. */
  readonly text: string;
  readonly steps: readonly StepDiff[];
}

/** A failed expectation with its step. */
export interface FailedExpectation extends ExpectationResult {
  readonly step_id: string;
}

export interface Replay {
  readonly matches: boolean;
  readonly verdict: "same" | "drift" | "unaccepted";
  readonly digest: string;
  readonly diff: TraceDiff | null;
  /** Without an accepted trace, where no diff tells them; absent when all hold. */
  readonly failed_expectations?: readonly FailedExpectation[];
  readonly replayed_trace_artifact: Trace;
}
