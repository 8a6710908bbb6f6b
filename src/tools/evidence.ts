/**
 * Pages of rows over one or more repositories: where a page starts, what it holds, what it proves.
 *
 * Rows come in adoption order of the repositories unless the tool ranks them. `gather` asks; `present` only
 * arranges, so that the handle and the page token it shows are the ones it issues.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import {
  type Completeness,
  completeness,
  type IncompleteReason,
  scanEnd,
  type TruncationReason,
  type Unit,
} from "../contract/completeness.ts";
import { WORKSPACE_GRACE_MS } from "../contract/limits.ts";
import { MAX_SKIPPED, type Skipped } from "../contract/recovery.ts";
import type { TargetRef } from "../contract/target.ts";
import type { EngineCall } from "../engine/repository_engine.ts";
import type { Coverage, Slice } from "../search/requests.ts";
import { type PageRequest, requireFresh } from "../session/continuations.ts";
import { type Anchor, type HandleScope, matchId } from "../session/handles.ts";
import type { Repository } from "../workspace/workspace.ts";
import { type ClippableRow, fitRows } from "./budget.ts";
import type { ToolCall } from "./define.ts";

/** What an engine answers: a slice of ordered rows and what stands behind it. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly coverage: Omit<Coverage, "sources">;
}

/** What a page is to be made of. */
export interface Plan<Row, Result extends Found<Row>> {
  readonly tool: string;
  readonly unit: Unit;
  /** The parsed request with its defaults; its cursors are left out of the digest. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly continuation?: string | undefined;
  /** Rows to pass over when there is no continuation. */
  readonly offset?: number;
  readonly limit: number;
  readonly repositories: readonly Repository[];
  readonly find: (repository: Repository, slice: Slice, call: EngineCall) => Promise<Result>;
  /** Order of rows of different repositories; without it, adoption order. */
  readonly compare?: (a: Row, b: Row) => number;
}

/** One row with where it comes from. */
export interface Hit<Row, Result> {
  readonly row: Row;
  readonly result: Result;
  readonly repository: Repository;
}

export interface Gathered<Row, Result> {
  readonly page: PageRequest;
  readonly fingerprints: readonly string[];
  readonly hits: readonly Hit<Row, Result>[];
  /** In the order of the repositories. */
  readonly results: readonly Result[];
  readonly repositories: readonly Repository[];
  /** Rows on the pages before. */
  readonly offset: number;
  /** Rows of the request, as far as known; proven if `reasons` is empty. */
  readonly total: number;
  readonly reasons: readonly IncompleteReason[];
  readonly skipped: readonly Skipped[];
  /** Candidates that differ from the snapshot. */
  readonly changed: readonly string[];
}

/**
 * Finds the rows of one page.
 *
 * @throws {ToolError} CONTINUATION_SCOPE_MISMATCH, STALE_CONTINUATION, and what the engines refuse
 */
export async function gather<Row, Result extends Found<Row>>(
  call: ToolCall,
  plan: Plan<Row, Result>,
): Promise<Gathered<Row, Result>> {
  const { tool, unit, repositories, continuation } = plan;
  const digest = await digestOf(plan.request);
  const page = { tool, digest, unit, repositoryIds: repositories.map(({ id }) => id) };
  const position = continuation === undefined
    ? undefined
    : call.session.continuations.redeem(continuation, page);
  const offset = position?.offset ?? plan.offset ?? 0;
  const { hits, results } = await find(call, plan, offset);
  const coverages = results.map(({ coverage }) => coverage);
  const fingerprints = coverages.map(({ fingerprint }) => fingerprint);
  if (position !== undefined) requireFresh(position, fingerprints);
  return {
    page,
    fingerprints,
    hits,
    results,
    repositories,
    offset,
    total: results.reduce((sum, { totalRows }) => sum + totalRows, 0),
    reasons: [...new Set(coverages.flatMap(({ reasons }) => reasons))].sort(),
    skipped: coverages.flatMap(({ skipped }) => skipped).toSorted(byPath).slice(0, MAX_SKIPPED),
    changed: [...new Set(coverages.flatMap(({ changed }) => changed))].sort(),
  };
}

/** How the rows of a page are shown. */
export interface Layout<Row, Result, Wire, Output> {
  readonly row: (hit: Hit<Row, Result>, identity: Identity) => Wire;
  readonly frame: (rows: readonly Wire[], fields: PageFields) => Output;
  /** For rows that can be proved. */
  readonly handle?: {
    readonly scope: HandleScope;
    readonly anchor: (hit: Hit<Row, Result>) => Anchor;
    /** A target that outlives the handle, where the row has one. */
    readonly target?: (hit: Hit<Row, Result>) => TargetRef | undefined;
  };
  readonly bounds?: readonly TruncationReason[];
  readonly countOnly?: boolean;
}

export interface Identity {
  readonly match_id?: string;
  readonly target_ref?: { readonly [field: string]: string };
}

export interface PageFields {
  readonly completeness: Completeness;
  readonly result_handle?: string;
  readonly handle_scope?: string;
  readonly handle_expires?: "session";
  /** Rows up to and with this page, if others follow: what older clients send as `resume_from`. */
  readonly reached?: number;
}

/** Arranges the page, as many rows as the budget admits, and issues its handle and its token. */
export function present<Row, Result, Wire extends ClippableRow, Output>(
  call: ToolCall,
  gathered: Gathered<Row, Result>,
  layout: Layout<Row, Result, Wire, Output>,
): Output {
  const { session, workspace } = call;
  const { hits, offset, page, fingerprints, repositories } = gathered;
  const { handle } = layout;
  const identify = identifier(call, layout);
  const frame = (rows: readonly Wire[]): Output =>
    layout.frame(rows, pageFields(call, gathered, layout, rows.length));
  const aliases = new Map(
    repositories.map(({ id }) => [id, workspace.alias(session.adoptions, id) ?? id]),
  );
  const all = hits.map((hit, index) => layout.row(hit, identify(hit, index)));
  const rows = fitRows({ rows: all, frame, aliases });
  // Made before the handle and the token are issued, because it shows the ones that come next.
  const output = frame(rows);
  if (handle !== undefined && rows.length > 0) {
    session.handles.issue(handle.scope, page.tool, hits.slice(0, rows.length).map(handle.anchor));
  }
  if (isCut(gathered, layout, rows.length)) {
    session.continuations.issue(page, { offset: offset + rows.length, fingerprints });
  }
  return output;
}

function identifier<Row, Result>(
  { session }: ToolCall,
  { handle }: Pick<Layout<Row, Result, unknown, unknown>, "handle">,
): (hit: Hit<Row, Result>, index: number) => Identity {
  if (handle === undefined) return () => ({});
  const result_handle = session.handles.next;
  return (hit, index) => {
    const match_id = matchId(handle.scope, index);
    const target: TargetRef = handle.target?.(hit) ?? {
      kind: "result_match",
      result_handle,
      match_id,
      target_scope: session.scopeId,
    };
    return { match_id, target_ref: target };
  };
}

/** Whether rows are left for another page. */
function isCut(
  { offset, total }: Gathered<unknown, unknown>,
  { countOnly = false }: { readonly countOnly?: boolean },
  shown: number,
): boolean {
  return !countOnly && offset + shown < total;
}

function pageFields(
  { session }: ToolCall,
  gathered: Gathered<unknown, unknown>,
  layout: Pick<Layout<never, never, unknown, unknown>, "handle" | "bounds" | "countOnly">,
  shown: number,
): PageFields {
  const { offset, total, reasons, page } = gathered;
  const { handle, bounds = [], countOnly = false } = layout;
  const cut = isCut(gathered, layout, shown);
  return {
    completeness: completeness({
      unit: page.unit,
      returned: shown,
      end: scanEnd(total, reasons),
      before: Math.min(offset, total - shown),
      bounds: cut ? [...bounds, "page_limit"] : bounds,
      countOnly,
      continuation: cut ? session.continuations.next : undefined,
    }),
    ...(handle === undefined || shown === 0 ? {} : {
      result_handle: session.handles.next,
      handle_scope: handle.scope,
      handle_expires: "session",
    }),
    ...(cut ? { reached: offset + shown } : {}),
  };
}

interface FoundPage<Row, Result> {
  readonly hits: readonly Hit<Row, Result>[];
  readonly results: readonly Result[];
}

/** Asks every repository; once more if the first index of one was about to be there. */
async function find<Row, Result extends Found<Row>>(
  call: ToolCall,
  plan: Plan<Row, Result>,
  offset: number,
): Promise<FoundPage<Row, Result>> {
  const ask = (): Promise<FoundPage<Row, Result>> =>
    plan.compare === undefined || plan.repositories.length === 1
      ? inAdoptionOrder(call, plan, offset)
      : ranked(call, plan, plan.compare, offset);
  const found = await ask();
  const building = plan.repositories.filter(({ firstIndexRunning }) => firstIndexRunning);
  const failed = found.results.some(({ coverage }) => coverage.reasons.includes("backend_failure"));
  if (!failed || building.length === 0) return found;
  // Clients send their first search together with `workspace`: it deserves the same short wait.
  await Promise.all(
    building.map((repository) => repository.prepare({ signal: call.signal }, WORKSPACE_GRACE_MS)),
  );
  return await ask();
}

async function inAdoptionOrder<Row, Result extends Found<Row>>(
  { signal }: ToolCall,
  { repositories, find, limit }: Plan<Row, Result>,
  offset: number,
): Promise<FoundPage<Row, Result>> {
  const hits: Hit<Row, Result>[] = [];
  const results: Result[] = [];
  let skip = offset;
  // Later repositories are asked even for a full page: the total and their state belong to the answer.
  for (const repository of repositories) {
    const slice = { offset: skip, limit: limit - hits.length };
    const result = await find(repository, slice, { signal });
    hits.push(...result.rows.map((row) => ({ row, result, repository })));
    results.push(result);
    skip = Math.max(skip - result.totalRows, 0);
  }
  return { hits, results };
}

async function ranked<Row, Result extends Found<Row>>(
  { signal }: ToolCall,
  { repositories, find, limit }: Plan<Row, Result>,
  compare: (a: Row, b: Row) => number,
  offset: number,
): Promise<FoundPage<Row, Result>> {
  const slice = { offset: 0, limit: offset + limit };
  const results = await Promise.all(
    repositories.map((repository) => find(repository, slice, { signal })),
  );
  const all = repositories.flatMap((repository, index) => {
    const result = results[index];
    return result === undefined ? [] : result.rows.map((row) => ({ row, result, repository }));
  });
  // Sorting is stable, so equal rows keep the adoption order of their repositories.
  const hits = all.sort((a, b) => compare(a.row, b.row)).slice(offset, offset + limit);
  return { hits, results };
}

async function digestOf(request: Readonly<Record<string, unknown>>): Promise<string> {
  // The repositories are bound by id beside the digest, whatever name the client gave them.
  const { continuation: _, resume_from: __, repository_id: ___, ...rest } = request;
  const bytes = new TextEncoder().encode(canonicalJson(rest));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function byPath(a: Skipped, b: Skipped): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
