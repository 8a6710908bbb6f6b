/**
 * What a batch says besides its rows: what each probe came to, and what to do next.
 * @module
 */
import { z } from "zod";
import { suggestedNext } from "../contract/compat.ts";
import { Completeness } from "../contract/completeness.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { MAX_CHANGED_PATHS } from "../contract/limits.ts";
import type { NextAction } from "../contract/next_actions.ts";
import { MAX_SKIPPED, recoveryFields, type ZeroHitCode } from "../contract/recovery.ts";
import { matchId } from "../session/handles.ts";
import { compareText } from "../playbook/order.ts";
import type { MergedRow } from "./batch_merge.ts";
import { KINDS, PROBE_KINDS, type ProbeResult, TRUSTS } from "./batch_probe.ts";
import type { ToolCall } from "./define.ts";
import { liveActions, type RecoveryFields, wireAction } from "./recovery_actions.ts";

export const ProbeSummary = z.looseObject({
  id: z.string().describe("Name of the probe"),
  kind: z.enum(PROBE_KINDS).describe("Which search it was"),
  trust: z.enum(TRUSTS).describe("What its rows are worth"),
  hits: z.int().min(0).describe("Rows it gave to the merged list, at most 40"),
  completeness: Completeness,
  zero_hit_reason: recoveryFields.zero_hit_reason,
  correction_hint: recoveryFields.correction_hint,
  next_actions: recoveryFields.next_actions.unwrap().describe("What its search advises"),
  suggested_next: recoveryFields.suggested_next.unwrap().describe("Deprecated form of these"),
  scope: recoveryFields.scope,
});
export type ProbeSummary = z.infer<typeof ProbeSummary>;

/** Characters of one summary, so that eight of them leave room for rows. */
const MAX_SUMMARY_CHARS = 4_000;

/** A summary that is too long leaves out what repeats the probe's own words. */
export function probeSummary(result: ProbeResult): ProbeSummary {
  const whole = summaryOf(result);
  if (JSON.stringify(whole).length <= MAX_SUMMARY_CHARS) return whole;
  const { scope: _, ...rest } = whole;
  return { ...rest, next_actions: [], suggested_next: [] };
}

function summaryOf({ probe, rows, answer }: ProbeResult): ProbeSummary {
  const { completeness, zero_hit_reason: reason, correction_hint: hint, scope } = answer;
  return {
    id: probe.id,
    kind: probe.kind,
    trust: KINDS[probe.kind].trust,
    hits: rows.length,
    completeness,
    ...(reason === undefined ? {} : { zero_hit_reason: reason }),
    ...(hint === undefined ? {} : { correction_hint: hint }),
    next_actions: answer.next_actions ?? [],
    suggested_next: answer.suggested_next ?? [],
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Files that the probes could not look at, or that differ from the snapshot. */
export function batchGaps(results: readonly ProbeResult[]): RecoveryFields {
  const skipped = new Map(
    results.flatMap(({ answer }) => answer.skipped ?? []).map((file) => [file.path, file]),
  );
  const shown = [...skipped.values()].sort((a, b) => compareText(a.path, b.path));
  const changed = new Set(results.flatMap(({ answer }) => changedIn(answer.index)));
  return {
    ...(shown.length === 0 ? {} : { skipped: shown.slice(0, MAX_SKIPPED) }),
    ...(changed.size === 0 ? {} : {
      index: {
        changed_paths_since_snapshot: [...changed].sort(compareText).slice(0, MAX_CHANGED_PATHS),
      },
    }),
  };
}

function changedIn(index: Readonly<Record<string, unknown>> | undefined): string[] {
  const changed = index?.["changed_paths_since_snapshot"];
  return Array.isArray(changed) ? changed.filter((path) => typeof path === "string") : [];
}

/** Codes of a search without an index: what they say of a repository holds for every probe. */
const WITHOUT_INDEX: ReadonlySet<unknown> = new Set<ZeroHitCode>([
  "INDEX_NOT_READY",
  "TOOL_UNAVAILABLE",
]);

/** Why a batch has no rows. */
export function zeroAdvice(results: readonly ProbeResult[]): RecoveryFields {
  const unindexed = results.find(({ answer }) => WITHOUT_INDEX.has(answer.error_code));
  if (unindexed !== undefined) return whyOf(unindexed);
  const proven = results.every(({ answer }) => answer.completeness.complete);
  return proven
    ? {
      error_code: "BATCH_ALL_ZERO",
      message: "No probe matches anything: each searched its whole scope",
      correction_hint: "See probe_summary for what each probe advises",
      zero_hit_reason: "indexed_search_complete",
    }
    : {
      error_code: "QUERY_MISS",
      message: "No probe found anything, but not every one searched its whole scope",
      correction_hint: "See probe_summary for what each probe left out",
      zero_hit_reason: "query_miss",
    };
}

function whyOf({ answer }: ProbeResult): RecoveryFields {
  const { error_code, message, correction_hint, zero_hit_reason, index } = answer;
  return {
    error_code,
    message,
    correction_hint,
    zero_hit_reason,
    ...(index === undefined ? {} : { index }),
  };
}

/** How to go on from the first row of a page. */
export function rowAdvice(
  call: ToolCall,
  { request, first, target }: {
    readonly request: JsonObject;
    readonly first: MergedRow | undefined;
    readonly target: JsonObject | undefined;
  },
): RecoveryFields {
  if (first === undefined) return {};
  const handle = call.session.handles.next;
  const proof: NextAction = {
    id: "batch-proof-1",
    role: "proof_read",
    order: 10,
    dependencies: [],
    tool: "read_match",
    arguments: {
      result_handle: handle,
      match_id: matchId("batch", 0),
      origin: { tool: "search_batch", arguments: request },
    },
    reason: "Prove the first row before relying on it",
  };
  const onward = ["go_to_definition", "find_references", "impact_bundle"].map((
    tool,
    index,
  ): NextAction => ({
    id: `batch-target-${index + 1}`,
    role: index === 2 ? "inspect" : "resolve_target",
    order: 20 + index * 10,
    dependencies: [],
    tool,
    arguments: { target: target ?? {} },
    reason: "Follow the first row",
  }));
  const actions = liveActions(call, [proof, ...(target === undefined ? [] : onward)]);
  return actions.length === 0
    ? {}
    : { next_actions: actions.map(wireAction), suggested_next: suggestedNext(actions) };
}

/** The batch as the client may send it again: without its cursors. */
export function sentAgain(input: Readonly<Record<string, unknown>>): JsonObject {
  const { continuation: _, resume_from: __, ...request } = input;
  return toJsonObject(request);
}
