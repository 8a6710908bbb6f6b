/**
 * Symbol search: the definitions whose names answer a query, best first.
 *
 * Candidates are the files in which the snapshot has a matching symbol; their symbols are those of the bytes on disk
 * now. Rows that merely contain the query come behind all others, so that they fill a page's unused capacity only, but
 * the total counts them like others: it is what all pages together hold.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";
import type { PathClass } from "../contract/source.ts";
import { comparePaths } from "../snapshot/path_order.ts";
import { classifier } from "./classifier.ts";
import { CoverageNotes } from "./coverage.ts";
import type { SymbolRank, SymbolRequest, SymbolResult } from "./requests.ts";
import { compileScope, type Scope } from "./scope.ts";
import { noteCorpusGaps, readSymbolFile, type SymbolFile } from "./symbol_files.ts";
import { type NamedSymbol, symbolRow } from "./symbol_row.ts";
import { type SymbolQuery, symbolQuery } from "./symbol_tiers.ts";
import type { SearchWorld } from "./world.ts";

const CLASS_RANK: Readonly<Record<PathClass, number>> = { runtime: 0, project: 1, support: 2 };

interface Hit {
  readonly of: SymbolFile;
  readonly named: NamedSymbol;
  readonly rank: SymbolRank;
}

/**
 * Searches the symbols of a repository.
 *
 * @throws {ToolError} invalid_params for an empty query or the scope; timeout, cancelled
 */
export async function searchSymbols(
  world: SearchWorld,
  request: SymbolRequest,
): Promise<SymbolResult> {
  if (request.query === "") throw invalidParams("query", '"query" is empty');
  const scope = compileScope(request.scope, classifier(world.outliner));
  const query = symbolQuery(request.query);
  const notes = new CoverageNotes();
  const eligible = noteCorpusGaps(world, scope, notes);
  const hits: Hit[] = [];
  for (const index of filesWithMatches(world, query, scope)) {
    await world.budget.breathe();
    const file = await readSymbolFile(world, index, notes);
    if (file !== undefined) hits.push(...hitsIn(file, query, request));
  }
  hits.sort(compareHits);
  const { offset, limit } = request.slice;
  const page = hits.slice(offset, offset + limit);
  for (const { of } of page) notes.proves(of.file);
  const { snapshot } = world;
  return {
    rows: page.map(({ of, named, rank }) => ({ ...symbolRow(of.entry, of.file, named), rank })),
    totalRows: hits.length,
    snapshotToken: snapshot.symbolToken,
    coverage: notes.coverage(eligible, snapshot.fingerprint),
  };
}

/** Positions of selected files in which the snapshot has a symbol that may match. */
function filesWithMatches({ snapshot }: SearchWorld, query: SymbolQuery, scope: Scope): number[] {
  const files = new Set<number>();
  for (const index of snapshot.symbolsWhere(query.mayMatch)) files.add(snapshot.symbol(index).file);
  return [...files].filter((index) => {
    const entry = snapshot.files[index];
    return entry !== undefined && scope.selects(entry);
  });
}

function hitsIn(of: SymbolFile, query: SymbolQuery, { scope }: SymbolRequest): Hit[] {
  return of.symbols.flatMap((named): Hit[] => {
    const { symbol } = named;
    const tier = query.tierOf(symbol);
    // Only Rust marks test modules inside files that are not tests themselves.
    if (tier === undefined || (scope.pathClass === "runtime" && symbol.testContext)) return [];
    const rank: SymbolRank = [tier, CLASS_RANK[of.entry.pathClass], symbol.testContext ? 1 : 0];
    return [{ of, named, rank }];
  });
}

/** Rank, path, line, kind, symbol; what else distinguishes two symbols of a line comes last. */
function compareHits(a: Hit, b: Hit): number {
  const left = a.named.symbol;
  const right = b.named.symbol;
  return compareRanks(a.rank, b.rank) ||
    comparePaths(a.of.entry.path, b.of.entry.path) ||
    left.line - right.line ||
    compareText(left.kind, right.kind) ||
    compareText(left.name, right.name) ||
    left.column - right.column || left.endByte - right.endByte;
}

function compareRanks(a: SymbolRank, b: SymbolRank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** By UTF-16 units, the same everywhere; never by the machine's language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
