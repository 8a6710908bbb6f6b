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
import { readCandidate } from "./candidate.ts";
import { classifier } from "./classifier.ts";
import { CoverageNotes } from "./coverage.ts";
import type { SymbolRequest, SymbolResult } from "./requests.ts";
import { compileScope, type Scope } from "./scope.ts";
import { noteCorpusGaps, readSymbolFile, storedSymbol, type SymbolFile } from "./symbol_files.ts";
import { type FileHits, type Hit, rankNumber, SymbolHits } from "./symbol_hits.ts";
import { symbolRow } from "./symbol_row.ts";
import { type SymbolQuery, symbolQuery } from "./symbol_tiers.ts";
import type { SearchWorld } from "./world.ts";

const CLASS_RANK: Readonly<Record<PathClass, number>> = { runtime: 0, project: 1, support: 2 };
/** Files between two turns of other requests: to ask for a turn costs as much as some files. */
const FILES_PER_TURN = 16;

/** A request on its way: what is asked, and what of the tree is known so far. */
interface Search {
  readonly world: SearchWorld;
  readonly request: SymbolRequest;
  readonly query: SymbolQuery;
  readonly scope: Scope;
  /** Files of which a look said the wrong thing: only reading tells what they are. */
  readonly distrusted: Set<number>;
}

/** What the tree holds now. */
interface Found {
  readonly hits: SymbolHits;
  /** Files that had to be read to know their symbols. */
  readonly read: ReadonlyMap<number, SymbolFile>;
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
  const search = { world, request, query, scope, distrusted: new Set<number>() };
  for (;;) {
    const result = await answer(search);
    if (result !== undefined) return result;
  }
}

/** The answer; undefined if a file of the page changed in between, which is then distrusted. */
async function answer(search: Search): Promise<SymbolResult | undefined> {
  const { world, scope, request: { slice: { offset, limit } } } = search;
  const { snapshot } = world;
  const notes = new CoverageNotes();
  const eligible = noteCorpusGaps(world, scope, notes);
  const found = await look(search, notes);
  const page = found.hits.range(offset, offset + limit);
  const rows = rowsOf(search, page, found, notes);
  return rows && {
    rows,
    totalRows: found.hits.total,
    snapshotToken: snapshot.symbolToken,
    coverage: notes.coverage(eligible, snapshot.fingerprint),
  };
}

/** Looks at each file with matches; reads it only if a look does not tell that it is unchanged. */
async function look(search: Search, notes: CoverageNotes): Promise<Found> {
  const { world, distrusted } = search;
  const hits = new SymbolHits();
  const read = new Map<number, SymbolFile>();
  let looked = 0;
  for (const stored of storedHits(search)) {
    if (looked++ % FILES_PER_TURN === 0) await world.budget.breathe();
    const { at } = stored;
    if (!distrusted.has(at) && world.live.isSurelyUnchanged(at)) {
      hits.add(stored);
      continue;
    }
    const file = await readSymbolFile(world, at, notes);
    if (file === undefined) continue;
    read.set(at, file);
    hits.add(liveHits(search, file, at));
  }
  return { hits, read };
}

/** The hits that the snapshot has in selected files, by file. */
function* storedHits(search: Search): Iterable<FileHits> {
  const { world, query, scope, request } = search;
  const { snapshot } = world;
  const tierOf = query.tiersIn(snapshot.symbolTexts);
  for (const [at, entry] of snapshot.files.entries()) {
    if (at % FILES_PER_TURN === 0) world.budget.check();
    const positions: number[] = [];
    const { start, end } = snapshot.symbolsOf(at);
    for (let position = start; position < end; position++) {
      if (tierOf(position) >= 0) positions.push(position);
    }
    if (positions.length === 0 || !scope.selects(entry)) continue;
    const kept = positions.filter((position) => isWanted(request, snapshot.isTestSymbol(position)));
    const ranks = kept.map((position) =>
      rankNumber([
        tierOf(position),
        CLASS_RANK[entry.pathClass],
        snapshot.isTestSymbol(position) ? 1 : 0,
      ])
    );
    yield { at, ranks, named: (hit) => storedSymbol(world, at, kept[hit] ?? start) };
  }
}

/** The hits of a file as it is now. */
function liveHits(
  { query, request }: Search,
  { entry, symbols }: SymbolFile,
  at: number,
): FileHits {
  const ranked = symbols.flatMap((named) => {
    const { testContext } = named.symbol;
    const tier = query.tierOf(named.symbol);
    if (tier === undefined || !isWanted(request, testContext)) return [];
    return [{ named, rank: [tier, CLASS_RANK[entry.pathClass], testContext ? 1 : 0] as const }];
  });
  return {
    at,
    ranks: ranked.map(({ rank }) => rankNumber(rank)),
    named: (hit) => ranked[hit]?.named ?? missing(hit),
  };
}

/** Only Rust marks test modules inside files that are not tests themselves. */
function isWanted({ scope }: SymbolRequest, testContext: boolean): boolean {
  return !(scope.pathClass === "runtime" && testContext);
}

/** Rows of one page; undefined if a file is not what a look had said. */
function rowsOf(
  { world, distrusted }: Search,
  page: readonly Hit[],
  { read }: Found,
  notes: CoverageNotes,
): SymbolResult["rows"] | undefined {
  const files = new Map<number, Pick<SymbolFile, "entry" | "file">>(read);
  const rows: SymbolResult["rows"][number][] = [];
  for (const { at, named, rank } of page) {
    const of = files.get(at) ?? unchangedFile(world, at, notes);
    if (of === undefined) {
      distrusted.add(at);
      return undefined;
    }
    files.set(at, of);
    notes.proves(of.file);
    rows.push({ ...symbolRow(of.entry, of.file, named), rank });
  }
  return rows;
}

function unchangedFile(
  { snapshot, live }: SearchWorld,
  at: number,
  notes: CoverageNotes,
): Pick<SymbolFile, "entry" | "file"> | undefined {
  const entry = snapshot.files[at];
  const candidate = entry && readCandidate(entry, live, notes);
  return entry && candidate?.unchanged === true ? { entry, file: candidate.file } : undefined;
}

function missing(hit: number): never {
  throw new RangeError(`Cannot find hit ${hit}`);
}
