/**
 * `search_batch`: several searches at once, merged into one list by rank.
 *
 * Evidence: mixed; each probe is a search of its own, and the whole is never surer than its parts. Rows are ordered
 * by how many probes agree, then by fused rank, then by kind of evidence, then by place.
 * @module
 */
import { z } from "zod";
import { Completeness, type TruncationReason } from "../contract/completeness.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { handleFields } from "../contract/source.ts";
import { requireFresh, requireOneCursor } from "../session/continuations.ts";
import type { Repository } from "../workspace/workspace.ts";
import {
  batchGaps,
  ProbeSummary,
  probeSummary,
  rowAdvice,
  sentAgain,
  zeroAdvice,
} from "./batch_advice.ts";
import { batchAnchor, type BatchHit, BatchMatch, batchMatch } from "./batch_match.ts";
import { type MergedRow, mergeRows } from "./batch_merge.ts";
import { KINDS, ProbeInput, type ProbeResult, type ProbeRow, runProbe } from "./batch_probe.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { type Gathered, openPage, present } from "./evidence.ts";
import { continuation, repositoryId, responseMode } from "./fields.ts";
import { citeMatches } from "./search_rows.ts";
import { symbolAt } from "./target.ts";

const LIMIT = { fallback: 30, most: 200 };
/** A batch of more probes is `cold`. */
const WARM_PROBES = 3;

const Input = z.strictObject({
  probes: z.array(ProbeInput).min(2).max(8).describe("Searches, 2 to 8"),
  limit: z.int().default(LIMIT.fallback).describe("Rows of this page; clamped to 1..200"),
  repository_id: repositoryId,
  response_mode: responseMode,
  merge: z.enum(["rank_by_probe_hit_strength"]).optional().describe("Older field, without effect"),
  resume_from: z.int().min(0).optional().describe("Older cursor; use continuation instead"),
  continuation,
}).superRefine(({ probes }, context) => {
  probes.forEach(({ id }, index) => {
    if (probes.findIndex((probe) => probe.id === id) === index) return;
    const message = `another probe has the id "${id}"`;
    context.addIssue({ code: "custom", path: ["probes", index, "id"], message });
  });
});

const Output = z.looseObject({
  matches: z.array(BatchMatch).describe("Merged rows, best first"),
  probe_summary: z.array(ProbeSummary).describe("What each probe came to, in their order"),
  merge_strategy: z.literal("reciprocal_rank_fusion").describe("How rows are merged"),
  merge_algorithm_version: z.literal("rrf-k60.v1").describe("Version of the merge"),
  compatibility_note: z.string().optional().describe("What became of an older field"),
  completeness: Completeness,
  returned: z.int().min(0).describe("Rows of this page"),
  truncated: z.boolean().describe("Whether rows are left out"),
  resume_from: z.int().optional().describe("Older cursor of the next page"),
  ...handleFields,
  latency_class: z.enum(["warm", "cold"]).optional().describe("How cheap the request was"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;

export default defineTool({
  name: "search_batch",
  title: "Search batch",
  description: "Run 2 to 8 searches and merge their rows; read completeness, follow continuation",
  profile: "core",
  evidence: "snapshot_index",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: Input,
  output: Output,
  run,
  cites: ({ matches }) => citeMatches(matches),
  rows: ({ matches }) => [{
    pointer: "/matches",
    order: "ranked",
    rows: matches.map(({ repository_id, path, symbol, excerpt }, index) => ({
      pointer: `/matches/${index}`,
      repository_id,
      path,
      identity: symbol ?? "occurrence",
      text: excerpt ?? symbol ?? "",
    })),
  }],
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  requireOneCursor(input);
  const probes = input.probes.map((probe) => completed(probe, input.repository_id));
  const repositories = await repositoriesOf(probes, call);
  const { page, position, offset } = await openPage(call, {
    tool: "search_batch",
    unit: "batch_probe",
    request: digestible(input, probes, call),
    repositories,
    continuation: input.continuation,
    offset: input.resume_from ?? 0,
  });
  // Before the probes: if a snapshot changes while they run, the next page is stale rather than wrong.
  const fingerprints = await fingerprintsOf(repositories, call);
  if (position !== undefined) requireFresh(position, fingerprints);
  const results: ProbeResult[] = [];
  // One after the other, so that handles are numbered alike in every run.
  for (const [at, probe] of probes.entries()) results.push(await runProbe(call, probe, at));
  const whole = results.every(({ answer }) => answer.completeness.complete);
  // The page before was cut from whole probes: what made one incomplete since may have moved its rows.
  if (position !== undefined && !whole) requireFresh(position, []);
  const merged = mergeRows(results, repositories.map(({ id }) => id));
  const hits = hitsOf(merged.slice(offset, offset + limitOf(input)), repositories);
  const followed = await isOneSymbol(call, hits[0]);
  return presentBatch(input, call, { results, followed }, {
    page,
    fingerprints,
    repositories,
    offset,
    total: merged.length,
    hits,
    results: [],
    reasons: whole ? [] : ["child_incomplete"],
    skipped: [],
    changed: [],
  });
}

function presentBatch(
  input: Input,
  call: ToolCall,
  { results, followed }: { readonly results: readonly ProbeResult[]; readonly followed: boolean },
  gathered: Gathered<MergedRow, undefined>,
): Output {
  const { hits, total, offset, reasons } = gathered;
  const capped = results.some(({ answer }) => answer.completeness.truncated);
  const left = offset + hits.length < total;
  const bounds: TruncationReason[] = [
    ...(capped ? ["child_limit" as const] : []),
    ...(left ? ["merge_page_limit" as const] : []),
  ];
  const summary = results.map(probeSummary);
  const advice = total === 0 ? zeroAdvice(results) : {};
  const gaps = batchGaps(results);
  return present(call, gathered, {
    handle: {
      scope: "batch",
      anchor: batchAnchor,
      target: ({ row }) => symbolTarget(row),
    },
    bounds,
    pageBound: "merge_page_limit",
    // What a probe left out may belong on any page, so there is no page to continue with.
    unpaged: reasons.length > 0,
    row: batchMatch,
    frame: (matches, { completeness, reached, ...handle }) => ({
      matches: [...matches],
      probe_summary: summary,
      merge_strategy: "reciprocal_rank_fusion",
      merge_algorithm_version: "rrf-k60.v1",
      ...(input.merge === undefined ? {} : {
        compatibility_note: "merge has no effect: rows are merged by reciprocal rank fusion",
      }),
      completeness,
      returned: matches.length,
      truncated: completeness.truncated,
      ...(reached === undefined ? {} : { resume_from: reached }),
      ...handle,
      latency_class: results.length <= WARM_PROBES ? "warm" : "cold",
      ...gaps,
      ...advice,
      ...rowAdvice(call, {
        request: sentAgain(input),
        first: hits[0]?.row,
        target: followed ? targetOf(matches[0]) : undefined,
      }),
    }),
  });
}

function symbolTarget({ evidence }: MergedRow): ProbeRow["target"] {
  return evidence.find(({ found }) => found.target)?.found.target;
}

/** Whether a row's target leads anywhere: text may stand in prose, or outside of all symbols. */
async function isOneSymbol(call: ToolCall, first: BatchHit | undefined): Promise<boolean> {
  if (first === undefined) return false;
  return symbolTarget(first.row) !== undefined ||
    await symbolAt(call, first.repository, batchAnchor(first)) !== undefined;
}

function limitOf({ limit }: Input): number {
  return Math.min(Math.max(limit, 1), LIMIT.most);
}

/** The probe as its search will see it. */
function completed(probe: ProbeInput, repositoryId: string | undefined): ProbeInput {
  const repository = repositoryId === undefined ? {} : { repository_id: repositoryId };
  return { ...repository, ...KINDS[probe.kind].defaults, ...probe };
}

/** The repositories of all probes, in adoption order. */
async function repositoriesOf(
  probes: readonly ProbeInput[],
  { workspace, session, signal }: ToolCall,
): Promise<Repository[]> {
  const found = new Map<string, Repository>();
  for (const { repository_id } of probes) {
    for (const each of await workspace.scope(session.adoptions, repository_id, { signal })) {
      found.set(each.id, each);
    }
  }
  return session.adoptions.adopted.flatMap((id) => found.get(id) ?? []);
}

/** The request in one form, however its repositories were named and its limit was spelled. */
function digestible(
  input: Input,
  probes: readonly ProbeInput[],
  { session, workspace }: ToolCall,
): Readonly<Record<string, unknown>> {
  const { merge: _, ...request } = input;
  const idOf = (name: string): string =>
    session.adoptions.adopted.find((id) => workspace.alias(session.adoptions, id) === name) ?? name;
  const plain = probes.map(({ repository_id: name, ...probe }) => ({
    ...probe,
    repository_id: name === undefined ? null : idOf(name),
  }));
  return toJsonObject({ ...request, limit: limitOf(input), probes: plain });
}

async function fingerprintsOf(
  repositories: readonly Repository[],
  { signal }: ToolCall,
): Promise<string[]> {
  const states = await Promise.all(repositories.map(({ engine }) => engine.status({ signal })));
  return states.map(({ fingerprint }) => fingerprint ?? "");
}

function hitsOf(rows: readonly MergedRow[], repositories: readonly Repository[]): BatchHit[] {
  const byId = new Map(repositories.map((repository) => [repository.id, repository]));
  return rows.flatMap((row) => {
    const repository = byId.get(row.best.found.row.repository_id);
    return repository === undefined ? [] : [{ row, result: undefined, repository }];
  });
}

function targetOf(row: BatchMatch | undefined): JsonObject | undefined {
  return row?.target_ref === undefined ? undefined : toJsonObject(row.target_ref);
}
