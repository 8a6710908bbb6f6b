/**
 * A symbol on the wire.
 * @module
 */
import { z } from "zod";
import { excerptFields, PATH_CLASSES, rowIdentity, rowPlace } from "../contract/source.ts";
import type { RowCollection } from "../contract/tool.ts";
import type { OutlineRow, SymbolRow } from "../search/requests.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { Identity } from "./evidence.ts";

export const SymbolMatch = z.looseObject({
  ...rowIdentity,
  stable_symbol_id: z.string().optional().describe("Id of the symbol in its snapshot"),
  symbol: z.string().describe("Name"),
  kind: z.string().describe("Kind, such as function or class"),
  ...rowPlace,
  ...excerptFields,
  excerpt: excerptFields.excerpt.optional(),
  path_class: z.enum(PATH_CLASSES).optional().describe("Class of the file"),
  container: z.string().optional().describe("Innermost enclosing symbol"),
  signature: z.string().optional().describe("Qualified name"),
});
export type SymbolMatch = z.infer<typeof SymbolMatch>;

/** What a search or an outline tells of a symbol; an outline has no source text. */
type ShownSymbol =
  & Omit<OutlineRow, "depth">
  & Partial<Pick<SymbolRow, "excerpt" | "excerptTruncated" | "pathClass">>;

export function symbolMatch(
  { row, repository }: { readonly row: ShownSymbol; readonly repository: Repository },
  identity: Identity,
): SymbolMatch {
  return {
    ...identity,
    stable_symbol_id: row.stableSymbolId,
    repository_id: repository.id,
    symbol: row.symbol,
    kind: row.kind,
    path: row.path,
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
    ...(row.excerpt === undefined ? {} : { excerpt: row.excerpt }),
    ...(row.excerptTruncated === true ? { excerpt_truncated: true } : {}),
    ...(row.pathClass === undefined ? {} : { path_class: row.pathClass }),
    ...(row.container === undefined ? {} : { container: row.container }),
    signature: row.signature,
  };
}

export function symbolRows(
  matches: readonly SymbolMatch[],
  pointer = "/matches",
): RowCollection[] {
  return [{
    pointer,
    order: "exact",
    rows: matches.map(({ repository_id, path, kind, symbol, signature }, index) => ({
      pointer: `${pointer}/${index}`,
      repository_id,
      path,
      identity: `${kind} ${symbol}`,
      text: signature ?? symbol,
    })),
  }];
}
