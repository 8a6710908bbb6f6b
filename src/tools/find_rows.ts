/**
 * Asks the engines of a request's repositories for the rows of one page.
 * @module
 */
import type { Unit } from "../contract/completeness.ts";
import { WORKSPACE_GRACE_MS } from "../contract/limits.ts";
import type { EngineCall } from "../engine/repository_engine.ts";
import type { Coverage, Slice } from "../search/requests.ts";
import type { Repository } from "../workspace/workspace.ts";
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

interface FoundPage<Row, Result> {
  readonly hits: readonly Hit<Row, Result>[];
  readonly results: readonly Result[];
}

/** Asks every repository; once more if the first index of one was about to be there. */
export async function findRows<Row, Result extends Found<Row>>(
  call: ToolCall,
  plan: Plan<Row, Result>,
  offset: number,
): Promise<FoundPage<Row, Result>> {
  const ask = (): Promise<FoundPage<Row, Result>> =>
    plan.compare === undefined || plan.repositories.length === 1
      ? inAdoptionOrder(call, plan, offset)
      : ranked(call, plan, plan.compare, offset);
  const found = await ask();
  const failed = found.results.some(({ coverage }) => coverage.reasons.includes("backend_failure"));
  return failed && await waitForFirstIndex(call, plan.repositories) ? await ask() : found;
}

/**
 * Waits a little for first indexes that are being built; false if none is.
 *
 * Clients send their first search together with `workspace`: it deserves the same short wait.
 */
export async function waitForFirstIndex(
  { signal }: ToolCall,
  repositories: readonly Repository[],
): Promise<boolean> {
  const building = repositories.filter(({ firstIndexRunning }) => firstIndexRunning);
  await Promise.all(
    building.map((repository) => repository.prepare({ signal }, WORKSPACE_GRACE_MS)),
  );
  return building.length > 0;
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
