/**
 * Looks one symbol up by its id, as it is on disk now.
 * @module
 */
import { CoverageNotes } from "./coverage.ts";
import type { SymbolIdRequest, SymbolIdResult } from "./requests.ts";
import { readSymbolFile } from "./symbol_files.ts";
import { symbolRow } from "./symbol_row.ts";
import type { SearchWorld } from "./world.ts";

/** The symbol, unless the snapshot does not know it or its file has it no longer. */
export async function findSymbolById(
  world: SearchWorld,
  { stableSymbolId }: SymbolIdRequest,
): Promise<SymbolIdResult> {
  const { snapshot } = world;
  const snapshotToken = snapshot.symbolToken;
  const index = snapshot.findSymbol(stableSymbolId);
  if (index === undefined) return { snapshotToken };
  const of = await readSymbolFile(world, snapshot.symbol(index).file, new CoverageNotes());
  const named = of?.symbols.find(({ symbol }) => symbol.stableId === stableSymbolId);
  if (of === undefined || named === undefined) return { snapshotToken };
  return { snapshotToken, symbol: symbolRow(of.entry, of.file, named) };
}
