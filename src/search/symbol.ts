/**
 * Symbol search: the definitions whose names answer a query, best first.
 *
 * Candidates are the files in which the snapshot has a matching symbol; their symbols are those of the bytes on disk
 * now. Rows that merely contain the query come behind all others, so that they fill a page's unused capacity only, but
 * the total counts them like others: it is what all pages together hold.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";
import { LineIndex } from "../contract/lines.ts";
import type { PathClass } from "../contract/source.ts";
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
  /** Position of the file in the snapshot, which has them in path order: paths take longer to compare. */
  readonly at: number;
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
  for (const [index, positions] of filesWithMatches(world, query, scope)) {
    await world.budget.breathe();
    const file = await readSymbolFile(world, index, notes, positions);
    if (file !== undefined) hits.push(...hitsIn(file, index, query, request));
  }
  hits.sort(compareHits);
  const { offset, limit } = request.slice;
  const page = hits.slice(offset, offset + limit);
  for (const { of } of page) notes.proves(of.file);
  const { snapshot } = world;
  return {
    rows: rowsOf(page),
    totalRows: hits.length,
    snapshotToken: snapshot.symbolToken,
    coverage: notes.coverage(eligible, snapshot.fingerprint),
  };
}

/** Rows of one page; many are of the same file. */
function rowsOf(page: readonly Hit[]): SymbolResult["rows"] {
  const lines = new Map<SymbolFile, LineIndex>();
  return page.map(({ of, named, rank }) => {
    const known = lines.get(of) ?? new LineIndex(of.file.bytes);
    lines.set(of, known);
    return { ...symbolRow(of.entry, of.file, named, known), rank };
  });
}

/** Positions of selected files in which the snapshot has symbols that may match, with the positions of those. */
function filesWithMatches(
  { snapshot }: SearchWorld,
  query: SymbolQuery,
  scope: Scope,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  let file = 0;
  let selected = false;
  let end = 0;
  for (const position of snapshot.symbolsWhere(query.mayMatch)) {
    if (position >= end) {
      file = snapshot.symbol(position).file;
      end = snapshot.symbolsOf(file).end;
      const entry = snapshot.files[file];
      selected = entry !== undefined && scope.selects(entry);
      if (selected) found.set(file, []);
    }
    if (selected) found.get(file)?.push(position);
  }
  return found;
}

function hitsIn(
  of: SymbolFile,
  at: number,
  query: SymbolQuery,
  { scope }: SymbolRequest,
): Hit[] {
  return of.symbols.flatMap((named): Hit[] => {
    const { symbol } = named;
    const tier = query.tierOf(symbol);
    // Only Rust marks test modules inside files that are not tests themselves.
    if (tier === undefined || (scope.pathClass === "runtime" && symbol.testContext)) return [];
    const rank: SymbolRank = [tier, CLASS_RANK[of.entry.pathClass], symbol.testContext ? 1 : 0];
    return [{ of, at, named, rank }];
  });
}

/** Rank, path, line, kind, symbol; what else distinguishes two symbols of a line comes last. */
function compareHits(a: Hit, b: Hit): number {
  const left = a.named.symbol;
  const right = b.named.symbol;
  return compareRanks(a.rank, b.rank) ||
    a.at - b.at ||
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
