/**
 * What a `target` stands for now: both kinds, checked in the contract's order, never into old bytes.
 * @module
 */
import type { z } from "zod";
import { type ErrorCode, ToolError } from "../contract/errors.ts";
import { parseTarget, type StableSymbolTarget, type Target } from "../contract/target.ts";
import type { OutlineRow, SymbolRow } from "../search/requests.ts";
import type { Anchor } from "../session/anchors.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";

/** The fields of a request that a target can meet. */
export interface TargetInput {
  readonly target: z.infer<typeof Target>;
  /** An assertion about the target's repository: id or alias. */
  readonly repository_id?: string | undefined;
}

/** The file a target stands in, and the symbol or the place it names there. */
export type Resolved =
  & { readonly repository: Repository; readonly path: string }
  & (
    | { readonly from: "stable_symbol"; readonly symbol: SymbolRow }
    | { readonly from: "result_match"; readonly anchor: Anchor }
  );

/** A symbol of a file, as an outline or a search shows it. */
export type ResolvedSymbol = OutlineRow | SymbolRow;

/**
 * Resolves a target as far as its file.
 *
 * @throws {ToolError} the codes of contract.md §3.4 but the last
 */
export async function resolveTarget(call: ToolCall, input: TargetInput): Promise<Resolved> {
  try {
    const target = parseTarget(input.target);
    return target.kind === "stable_symbol"
      ? await resolveStable(call, target, input.repository_id)
      : await resolveMatch(call, target, input.repository_id);
  } catch (error) {
    throw error instanceof ToolError ? explain(error, call) : error;
  }
}

/**
 * The one symbol a target names.
 *
 * @throws {ToolError} TARGET_ANCHOR_INSUFFICIENT if it is a place that no single symbol holds
 */
export async function resolveSymbol(call: ToolCall, resolved: Resolved): Promise<ResolvedSymbol> {
  if (resolved.from === "stable_symbol") return resolved.symbol;
  const symbol = await symbolAt(call, resolved.repository, resolved.anchor);
  if (symbol !== undefined) return symbol;
  throw explain(refusal("TARGET_ANCHOR_INSUFFICIENT", "no single symbol is at its place"), call);
}

/** A row as far as it says where it stands. */
export type RowPlace = Pick<Anchor, "path" | "line" | "column" | "stableSymbolId">;

/** The one symbol at the place of a row; undefined if none or several are, or its file has no outline. */
export async function symbolAt(
  { signal }: ToolCall,
  { engine }: Repository,
  place: RowPlace,
): Promise<ResolvedSymbol | undefined> {
  try {
    const { rows } = await engine.search("outline", {
      path: place.path,
      topLevelOnly: false,
      slice: { offset: 0, limit: Number.MAX_SAFE_INTEGER },
    }, { signal });
    return namedBy(place, rows) ?? startingAt(place, rows) ?? innermost(place, rows);
  } catch (error) {
    if (error instanceof ToolError && WITHOUT_OUTLINE.has(error.code)) return undefined;
    throw error;
  }
}

/** Nobody asked for the outline of that file: one that has none, or none any more, holds no symbol. */
const WITHOUT_OUTLINE: ReadonlySet<ErrorCode> = new Set([
  "invalid_params",
  "resource_not_found",
  "access_denied",
  "unavailable",
]);

async function resolveMatch(
  call: ToolCall,
  target: Extract<ReturnType<typeof parseTarget>, { kind: "result_match" }>,
  assertion: string | undefined,
): Promise<Resolved> {
  const { session, workspace, signal } = call;
  if (!session.owns(target.target_scope)) {
    throw refusal("TARGET_SCOPE_MISMATCH", "it belongs to another session");
  }
  const anchor = session.handles.resolve(target.result_handle, target.match_id);
  checkAssertion(call, assertion, anchor.repositoryId);
  const repository = workspace.find(anchor.repositoryId);
  if (repository === undefined) {
    throw refusal("REPOSITORY_NOT_FOUND", "its repository is not adopted");
  }
  const probe = await repository.engine.probe(anchor.path, { signal });
  const unchanged = probe.kind === "file" && probe.source.sha256 === anchor.source.sha256 &&
    probe.source.bytes === anchor.source.bytes;
  if (!unchanged) throw refusal("STALE_PROOF_ANCHOR", "its source changed");
  return { repository, path: anchor.path, from: "result_match", anchor };
}

async function resolveStable(
  call: ToolCall,
  target: StableSymbolTarget,
  assertion: string | undefined,
): Promise<Resolved> {
  const id = idOf(call, target.repository_id);
  checkAssertion(call, assertion, id);
  const repository = call.workspace.find(id);
  if (repository === undefined || !call.session.adoptions.adopted.includes(id)) {
    throw refusal("REPOSITORY_NOT_FOUND", "its repository is not adopted");
  }
  const { snapshotToken, symbol } = await repository.engine.search("symbol_id", {
    stableSymbolId: target.stable_symbol_id,
  }, { signal: call.signal });
  if (snapshotToken !== target.snapshot_token) {
    throw refusal("STALE_TARGET_SNAPSHOT", "it names another snapshot");
  }
  if (symbol === undefined) throw refusal("TARGET_NOT_FOUND", "its symbol is not there");
  return { repository, path: symbol.path, from: "stable_symbol", symbol };
}

/** The id behind an id or alias; what names no adopted repository stays as it is. */
function idOf({ session, workspace }: ToolCall, name: string): string {
  const { adopted } = session.adoptions;
  return adopted.find((id) => workspace.alias(session.adoptions, id) === name) ?? name;
}

function checkAssertion(call: ToolCall, assertion: string | undefined, id: string): void {
  if (assertion === undefined || idOf(call, assertion) === id) return;
  throw refusal("TARGET_REPOSITORY_MISMATCH", "repository_id names another repository");
}

function namedBy(
  { stableSymbolId }: RowPlace,
  rows: readonly OutlineRow[],
): OutlineRow | undefined {
  return stableSymbolId === undefined
    ? undefined
    : rows.find((row) => row.stableSymbolId === stableSymbolId);
}

/** The only symbol that starts where the row stands. */
function startingAt(place: RowPlace, rows: readonly OutlineRow[]): OutlineRow | undefined {
  const starting = rows.filter(({ line, column }) =>
    line === place.line && (place.column === undefined || column === place.column)
  );
  return starting.length === 1 ? starting[0] : undefined;
}

/** The only symbol among the deepest that hold the row. */
function innermost(
  { line, column }: RowPlace,
  rows: readonly OutlineRow[],
): OutlineRow | undefined {
  if (column === undefined) return undefined;
  const holding = rows.filter((row) =>
    comparePlaces([row.line, row.column], [line, column]) <= 0 &&
    comparePlaces([line, column], [row.endLine, row.endColumn]) < 0
  );
  const depth = Math.max(...holding.map((row) => row.depth));
  const deepest = holding.filter((row) => row.depth === depth);
  return deepest.length === 1 ? deepest[0] : undefined;
}

type Place = readonly [line: number, column: number];

function comparePlaces([lineA, columnA]: Place, [lineB, columnB]: Place): number {
  return lineA - lineB || columnA - columnB;
}

function refusal(code: ErrorCode, why: string): ToolError {
  return new ToolError(code, `Cannot use the target: ${why}`);
}

/** Adds what every refusal of a target carries. */
function explain({ code, message, data, cause }: ToolError, { surface }: ToolCall): ToolError {
  const related = ["search_symbol", "search_text"].filter((name) =>
    surface.find(name) !== undefined
  );
  const more = { related_tools: related, next_actions: [], suggested_next: [] };
  return new ToolError(code, message, { ...data, ...more }, { cause });
}
