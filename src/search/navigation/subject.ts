/**
 * Which symbols a client's text may mean: an id, a qualified name or a name (contract.md §8.2).
 * @module
 */
import type { PathClass } from "../../contract/source.ts";
import { comparePaths } from "../../snapshot/path_order.ts";
import type { Skipped } from "../../contract/recovery.ts";
import { classifier } from "../classifier.ts";
import { CoverageNotes } from "../coverage.ts";
import { compileScope } from "../scope.ts";
import { noteCorpusGaps, readSymbolFile } from "../symbol_files.ts";
import { symbolRow } from "../symbol_row.ts";
import type { LiveSymbol, SearchWorld } from "../world.ts";
import type { SubjectRank, SubjectRequest, SubjectResult, SubjectRow } from "./requests.ts";

const CLASS_RANK: Readonly<Record<PathClass, number>> = { runtime: 0, project: 1, support: 2 };

/** The symbols that a text may mean, best first; of overloads the first one stands for all. */
export async function findSubjects(
  world: SearchWorld,
  { query }: SubjectRequest,
): Promise<SubjectResult> {
  const { snapshot } = world;
  const lower = query.toLowerCase();
  const files = new Set<number>();
  const byId = snapshot.findSymbol(query);
  if (byId !== undefined) files.add(snapshot.symbol(byId).file);
  for (const index of snapshot.symbolsWhere((name, path) => name === lower || path === lower)) {
    files.add(snapshot.symbol(index).file);
  }
  const rows: SubjectRow[] = [];
  for (const index of files) {
    await world.budget.breathe();
    const of = await readSymbolFile(world, index, new CoverageNotes());
    const seen = new Set<string>();
    for (const named of of?.symbols ?? []) {
      const { symbol } = named;
      const rank = rankOf(symbol, query, lower);
      const group = `${symbol.container} ${symbol.signature}`;
      if (of === undefined || rank === undefined || (rank > 0 && seen.has(group))) continue;
      if (rank > 0) seen.add(group);
      const { testContext } = symbol;
      rows.push({ ...symbolRow(of.entry, of.file, named), subjectRank: rank, testContext });
    }
  }
  return {
    snapshotToken: snapshot.symbolToken,
    candidates: rows.sort(compareSubjects),
    skipped: rows.length === 0 ? unknownFiles(world) : [],
    indexed: true,
  };
}

/** The first of the files whose symbols are not known: what was not found may be in one of them. */
function unknownFiles(world: SearchWorld): readonly Skipped[] {
  const notes = new CoverageNotes();
  const everywhere = compileScope({ includeHidden: true }, classifier(world.outliner));
  noteCorpusGaps(world, everywhere, notes);
  return notes.coverage(0, "").skipped;
}

function rankOf(
  { stableId, signature, name }: LiveSymbol,
  query: string,
  lower: string,
): SubjectRank | undefined {
  if (stableId === query) return 0;
  if (signature === query) return 1;
  if (name === query) return 2;
  return name.toLowerCase() === lower || signature.toLowerCase() === lower ? 3 : undefined;
}

function compareSubjects(a: SubjectRow, b: SubjectRow): number {
  return a.subjectRank - b.subjectRank ||
    Number(a.testContext) - Number(b.testContext) ||
    CLASS_RANK[a.pathClass] - CLASS_RANK[b.pathClass] ||
    comparePaths(a.path, b.path) || a.line - b.line ||
    (a.stableSymbolId < b.stableSymbolId ? -1 : 1);
}
