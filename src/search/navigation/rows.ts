/**
 * Rows of navigation, made from what was resolved.
 * @module
 */
import type { Range } from "../../snapshot/links.ts";
import type { SymbolRow } from "../requests.ts";
import { symbolRow } from "../symbol_row.ts";
import type { Named } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import type {
  CallEnd,
  CallSite,
  NavigationPrecision,
  NavigationRelation,
  NavigationRow,
} from "./requests.ts";
import type { Certainty } from "./tokens.ts";

const PRECISION: Readonly<Record<Certainty, NavigationPrecision>> = {
  resolved: "heuristic_scope",
  inferred: "heuristic_type",
  name_only: "heuristic_name",
};

export function precisionOf(certainty: Certainty): NavigationPrecision {
  return PRECISION[certainty];
}

export function siteOf(view: FileView, range: Range): CallSite {
  return { path: view.path, ...view.linked.place(range) };
}

/** What a row says of a symbol. */
export function namedBySymbol(view: FileView, index: number): CallEnd & { readonly kind: string } {
  const { name, kind, container, signature, stableId } = view.symbol(index);
  const holder = container < 0 ? undefined : view.symbol(container).name;
  return {
    symbol: name,
    kind,
    ...(view.isIndexed ? { stableSymbolId: stableId } : {}),
    signature,
    ...(holder === undefined ? {} : { container: holder }),
  };
}

/** What a row says of anything that is declared. */
export function endOf({ file, symbols, at }: Named): CallEnd & { readonly kind?: string } {
  const [first] = symbols;
  return first === undefined ? { symbol: at.name } : namedBySymbol(file, first);
}

/** Whether a symbol has no body of its own. */
export function isBodiless(view: FileView, index: number): boolean {
  return view.linked.links.bodiless.has(view.symbol(index).nameStart);
}

/** A row for each declaration of an entity. */
export function declarationRows(entity: Named, certainty: Certainty): NavigationRow[] {
  const { file, symbols, at } = entity;
  const precision = precisionOf(certainty);
  if (symbols.length === 0) {
    return [{ ...siteOf(file, at), symbol: at.name, matchKind: "definition", precision }];
  }
  return symbols.map((index) => ({
    ...symbolPlace(file, index),
    ...namedBySymbol(file, index),
    matchKind: isBodiless(file, index) ? "declaration" : "definition",
    precision,
  }));
}

/** The whole definition of a symbol. */
export function symbolPlace(view: FileView, index: number): CallSite {
  const { line, column, endLine, endColumn } = view.symbol(index);
  return { path: view.path, line, column, endLine, endColumn };
}

/** A row for one symbol with its relation to what was asked about. */
export function relatedRow(
  view: FileView,
  index: number,
  relation: NavigationRelation,
  certainty: Certainty,
): NavigationRow {
  return {
    ...symbolPlace(view, index),
    ...namedBySymbol(view, index),
    matchKind: "definition",
    relation,
    precision: precisionOf(certainty),
  };
}

/** A symbol as searches show it. */
export function candidateRow(view: FileView, index: number): SymbolRow {
  const symbol = view.symbol(index);
  const container = symbol.container < 0 ? undefined : view.symbol(symbol.container).name;
  return symbolRow(view.entry, view.live, {
    symbol,
    ...(container === undefined ? {} : { container }),
  });
}
