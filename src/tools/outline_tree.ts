/**
 * Symbols of one file: from a list in pre-order to a tree and back.
 * @module
 */
import { z } from "zod";
import { rowIdentity, rowPlace } from "../contract/source.ts";
import { FollowUp } from "./follow_up.ts";

const symbolFields = {
  ...rowIdentity,
  stable_symbol_id: z.string().optional().describe("Id of the symbol in its snapshot"),
  symbol: z.string().describe("Name"),
  kind: z.string().describe("Kind, such as function or class"),
  ...rowPlace,
  container: z.string().optional().describe("Innermost enclosing symbol"),
  signature: z.string().optional().describe("Qualified name"),
  follow_up_structural: z.array(FollowUp).optional().describe("Ready requests for similar nodes"),
};

export const SymbolNode = z.looseObject({
  ...symbolFields,
  // Declared to its first level: recursive schemas are refused by some hosts.
  children: z.array(z.looseObject({})).describe("Symbols inside this one, of the same form"),
});
export type SymbolNode = z.infer<typeof SymbolNode>;

/** A symbol without its children; `depth` 0 is the top level of the file. */
export type FlatSymbol = z.infer<z.ZodObject<typeof symbolFields>> & { readonly depth: number };

interface Tree extends Omit<FlatSymbol, "depth"> {
  [field: string]: unknown;
  readonly children: Tree[];
}

/** The tree of a list in pre-order; a symbol whose parent is not in the list stands at the top. */
export function nest(rows: readonly FlatSymbol[]): Tree[] {
  const roots: Tree[] = [];
  const open: { readonly depth: number; readonly children: Tree[] }[] = [];
  for (const { depth, ...symbol } of rows) {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const tree = { ...symbol, children: [] };
    (open.at(-1)?.children ?? roots).push(tree);
    open.push({ depth, children: tree.children });
  }
  return roots;
}

/** The symbols of a tree in pre-order, each with its JSON pointer. */
export function flatten(
  symbols: readonly SymbolNode[],
  at = "/symbols",
): { readonly pointer: string; readonly node: SymbolNode }[] {
  return symbols.flatMap((node, index) => {
    const pointer = `${at}/${index}`;
    const children = node.children.map((child) => SymbolNode.parse(child));
    return [{ pointer, node }, ...flatten(children, `${pointer}/children`)];
  });
}
