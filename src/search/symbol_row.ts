/**
 * Rows about symbols, made from the snapshot or from a file that has changed since.
 * @module
 */
import { lineEnd } from "../contract/lines.ts";
import type { FileEntry } from "../snapshot/snapshot.ts";
import { clipLine } from "./excerpt.ts";
import type { OutlineRow, SymbolRow } from "./requests.ts";
import type { LiveFile, LiveSymbol } from "./world.ts";

/** What every row about a symbol has. */
export type SymbolPlace = Omit<OutlineRow, "depth">;

/** A symbol with the name of what encloses it. */
export interface NamedSymbol {
  readonly symbol: LiveSymbol;
  readonly container?: string;
}

/** The symbols of one file in their order. */
export function withContainers(symbols: readonly LiveSymbol[]): NamedSymbol[] {
  return symbols.map((symbol) => {
    const container = symbols[symbol.container]?.name;
    return { symbol, ...(container === undefined ? {} : { container }) };
  });
}

/** A symbol's place, without source text. */
export function placeOf(path: string, { symbol, container }: NamedSymbol): SymbolPlace {
  return {
    path,
    symbol: symbol.name,
    kind: symbol.kind,
    line: symbol.line,
    column: symbol.column,
    endLine: symbol.endLine,
    endColumn: symbol.endColumn,
    ...(container === undefined ? {} : { container }),
    signature: symbol.signature,
    stableSymbolId: symbol.stableId,
  };
}

/** A whole row; its excerpt is the first line of the definition. The symbol has to be one of these bytes. */
export function symbolRow(
  entry: Pick<FileEntry, "path" | "pathClass">,
  { bytes }: LiveFile,
  named: NamedSymbol,
): SymbolRow {
  const { startByte, endByte, column } = named.symbol;
  // The lines of the whole file would take longer to find than everything else of a row.
  const line = { start: startByte - (column - 1), end: lineEnd(bytes, startByte) };
  const { excerpt, excerptTruncated } = clipLine(bytes, line, { start: startByte, end: endByte });
  return { ...placeOf(entry.path, named), pathClass: entry.pathClass, excerpt, excerptTruncated };
}
