/**
 * The symbols of single files as they are now: the snapshot's while the bytes are the same, else read anew.
 * @module
 */
import type { FileEntry } from "../snapshot/snapshot.ts";
import { readCandidate } from "./candidate.ts";
import type { CoverageNotes } from "./coverage.ts";
import { missedBy, type Scope } from "./scope.ts";
import { type NamedSymbol, withContainers } from "./symbol_row.ts";
import type { LiveFile, SearchWorld } from "./world.ts";

/** A file of the symbol corpus with its symbols in order. */
export interface SymbolFile {
  readonly entry: FileEntry;
  readonly file: LiveFile;
  readonly symbols: readonly NamedSymbol[];
}

/** The file at a position of the snapshot; undefined if it is gone or cannot be read, which is noted. */
export async function readSymbolFile(
  world: SearchWorld,
  index: number,
  notes: CoverageNotes,
): Promise<SymbolFile | undefined> {
  const entry = world.snapshot.files[index];
  const candidate = entry && readCandidate(entry, world.live, notes);
  if (entry === undefined || candidate === undefined) return undefined;
  const { file, unchanged } = candidate;
  if (unchanged) return { entry, file, symbols: storedSymbols(world, index) };
  if (file.bytes.length > world.maxFileBytes) {
    notes.skip(tooLarge(entry, world.maxFileBytes));
    return undefined;
  }
  const { symbols } = await world.outliner.outline(file);
  return { entry, file, symbols: withContainers(symbols) };
}

/** The symbols of a file as the snapshot has them. */
export function storedSymbols(world: SearchWorld, index: number): NamedSymbol[] {
  const { start, end } = world.snapshot.symbolsOf(index);
  return Array.from({ length: end - start }, (_, at) => storedSymbol(world, index, start + at));
}

/** One of them. */
export function storedSymbol(
  { snapshot }: SearchWorld,
  index: number,
  position: number,
): NamedSymbol {
  const symbol = snapshot.symbol(position);
  if (symbol.container < 0) return { symbol };
  const { start } = snapshot.symbolsOf(index);
  return { symbol, container: snapshot.symbol(start + symbol.container).name };
}

/**
 * Notes the files of the corpus that a scope selects and whose symbols are not all known.
 *
 * Returns how many files of the corpus it selects.
 */
export function noteCorpusGaps(world: SearchWorld, scope: Scope, notes: CoverageNotes): number {
  const { snapshot, outliner, maxFileBytes } = world;
  for (const skipped of missedBy(scope, snapshot)) {
    const known = !skipped.folder && skipped.reason !== "file_limit";
    if (known && outliner.languageOf(skipped.path)?.searched !== true) continue;
    notes.skip(skipped);
  }
  let selected = 0;
  for (const entry of snapshot.files) {
    if (entry.outline === "none" || !scope.selects(entry)) continue;
    selected++;
    if (entry.outline === "too_large") notes.skip(tooLarge(entry, maxFileBytes));
    else if (entry.outline !== "whole") notes.incomplete("diagnostic_coverage");
  }
  return selected;
}

function tooLarge(
  { path, hidden }: FileEntry,
  limit: number,
): Parameters<CoverageNotes["skip"]>[0] {
  return { path, hidden, reason: "too_large", limit, folder: false };
}
