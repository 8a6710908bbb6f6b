/**
 * Statements that import or export, as a link query found them, and the names that they bind.
 * @module
 */
import type { Declared, ImportedName, Range, Token } from "./links.ts";
import type { Node } from "./parser.ts";

/** Nodes by the names of their captures. */
export type Captures = ReadonlyMap<string, Node>;

/** A name with the scope it is bound in still to be found. */
export interface Bound extends Token, Declared {
  /** In the scope around the innermost one. */
  readonly outer: boolean;
  /** Position in `imports`. */
  readonly import?: number;
}

/** One statement, or one name of it, with a key that two matches of the same share. */
export function readImport(
  isExport: boolean,
  node: Node,
  captures: Captures,
): { readonly key: string; readonly read: ImportedName } {
  const module = captures.get("module");
  const local = captures.get("local");
  const imported = captures.get("imported");
  const exported = captures.get("exported");
  const fallback = captures.get("default");
  const what = captures.has("star") ? "all" : captures.has("namespace") ? "module" : "name";
  const read: ImportedName = {
    module: moduleText(module, local, captures.get("prefix")),
    moduleAt: rangeOf(module ?? node),
    what,
    ...(imported === undefined ? {} : { imported: tokenOf(imported) }),
    ...(local === undefined ? {} : { local: tokenOf(local) }),
    ...(exported === undefined ? {} : { exported: tokenOf(exported) }),
    ...(fallback === undefined ? {} : { exported: { ...tokenOf(fallback), name: "default" } }),
    isExport,
    at: rangeOf(node),
  };
  const parts = [local, imported, exported, module, fallback];
  return { key: parts.map((part) => part?.startIndex ?? "").join(":"), read };
}

/** The names that imports bind here. */
export function boundBy(imports: readonly ImportedName[]): Bound[] {
  return imports.flatMap((each, index): Bound[] => {
    if (each.isExport || each.what === "all") return [];
    const token = each.local ?? each.imported ?? lastPart(each);
    return [{ ...token, outer: false, import: index }];
  });
}

export function rangeOf({ startIndex, endIndex }: Node): Range {
  return { start: startIndex, end: endIndex };
}

export function tokenOf(node: Node): Token {
  return { name: node.text, start: node.startIndex, end: node.endIndex };
}

/** A name that is the beginning of a module's path stands for the module of that beginning. */
function moduleText(
  module: Node | undefined,
  local: Node | undefined,
  prefix: Node | undefined,
): string {
  if (module === undefined) return "";
  if (prefix !== undefined) return `${prefix.text}::${module.text}`;
  const inside = local !== undefined && local.startIndex >= module.startIndex &&
    local.endIndex <= module.endIndex;
  return inside ? module.text.slice(0, local.endIndex - module.startIndex) : module.text;
}

/** A module without a name of its own is called by the last part of its path. */
function lastPart({ module, moduleAt }: ImportedName): Token {
  const parts = module.split(/\/|::/).filter((part) => !/^v[0-9]+$/.test(part));
  return { ...moduleAt, name: parts.at(-1)?.replace(/\.v[0-9]+$/, "") ?? module };
}
