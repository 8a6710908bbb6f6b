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
} from "../contract/completeness.ts";
import { MAX_SKIPPED, type Skipped } from "../contract/recovery.ts";
import type { TargetRef } from "../contract/target.ts";
import { type PageRequest, type Position, requireFresh } from "../session/continuations.ts";
import type { Anchor } from "../session/anchors.ts";
import { type HandleScope, matchId } from "../session/handles.ts";
import type { Repository } from "../workspace/workspace.ts";
import { type Aliases, type ClippableRow, fitRows } from "./budget.ts";
import type { ToolCall } from "./define.ts";
import { findRows, type Found, type Hit, type Plan } from "./find_rows.ts";

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
  /** Of some repository every file is ignored, by a rule from outside. */
  readonly rootIgnored?: boolean;
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
  const { repositories } = plan;
  const { page, position, offset } = await openPage(call, plan);
  const { hits, results } = await findRows(call, plan, offset);
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
    rootIgnored: coverages.some(({ rootIgnored }) => rootIgnored === true),
  };
}

/** Where a page starts, and what it belongs to. */
interface OpenedPage {
  readonly page: PageRequest;
  /** Of the continuation, if there is one: the caller has to compare its fingerprints. */
  readonly position: Position | undefined;
  readonly offset: number;
}

/** @throws {ToolError} CONTINUATION_SCOPE_MISMATCH, STALE_CONTINUATION */
export async function openPage(
  { session }: ToolCall,
  { tool, unit, request, repositories, continuation, offset }: Omit<
    Plan<unknown, never>,
    "find" | "compare" | "limit"
  >,
): Promise<OpenedPage> {
  const digest = await digestOf(request);
  const page = { tool, digest, unit, repositoryIds: repositories.map(({ id }) => id) };
  const position = continuation === undefined
    ? undefined
    : session.continuations.redeem(continuation, page);
  return { page, position, offset: position?.offset ?? offset ?? 0 };
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
  /** The bound that a page of this tool ends by; by default its own limit. */
  readonly pageBound?: TruncationReason;
  readonly countOnly?: boolean;
  /** There is no page behind this one: what does not fit is left out. */
  readonly unpaged?: boolean;
  /** Characters for what the frame gives; by default those of a whole answer. */
  readonly budgetChars?: number;
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
  const { session } = call;
  const { hits, offset, page, fingerprints, repositories } = gathered;
  const { handle } = layout;
  const identify = identifier(call, layout);
  const frame = (rows: readonly Wire[]): Output =>
    layout.frame(rows, pageFields(call, gathered, layout, rows.length));
  const all = hits.map((hit, index) => layout.row(hit, identify(hit, index)));
  const rows = fitRows({
    rows: all,
    frame,
    aliases: aliasesOf(call, repositories),
    ...(layout.budgetChars === undefined ? {} : { budgetChars: layout.budgetChars }),
  });
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

/** The repositories' names as the budget counts them. */
export function aliasesOf(
  { session, workspace }: ToolCall,
  repositories: readonly Repository[],
): Aliases {
  return new Map(
    repositories.map(({ id }) => [id, workspace.alias(session.adoptions, id) ?? id]),
  );
}

/** What a page's rows will be known by, once its handle is issued. */
export function identifier<Row, Result>(
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
  { countOnly = false, unpaged = false }: {
    readonly countOnly?: boolean;
    readonly unpaged?: boolean;
  },
  shown: number,
): boolean {
  return !countOnly && !unpaged && offset + shown < total;
}

function pageFields(
  { session }: ToolCall,
  gathered: Gathered<unknown, unknown>,
  layout: Pick<
    Layout<never, never, unknown, unknown>,
    "handle" | "bounds" | "pageBound" | "countOnly" | "unpaged"
  >,
  shown: number,
): PageFields {
  const { offset, total, reasons, page, hits } = gathered;
  const { handle, bounds = [], pageBound = "page_limit", countOnly = false, unpaged = false } =
    layout;
  const cut = isCut(gathered, layout, shown);
  const isFull = cut || (unpaged && shown < hits.length);
  return {
    completeness: completeness({
      unit: page.unit,
      returned: shown,
      end: scanEnd(total, reasons),
      before: Math.min(offset, total - shown),
      bounds: isFull ? [...bounds, pageBound] : bounds,
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
