/**
 * What else in a repository has a name: decides whether the name alone may stand for a symbol.
 * @module
 */
import type { ModuleStyle } from "../../snapshot/linker.ts";
import { type Named, symbolEntity } from "./entity.ts";
import type { Program } from "./program.ts";
import { isTypeKind } from "./type_kinds.ts";

/** More than these are no candidates but a crowd. */
const MAX_CANDIDATES = 32;

/** The things that share a name, by path; `undefined` if there are more than can be shown. */
export async function sharingName(
  program: Program,
  name: string,
  style: ModuleStyle,
  membersOnly: boolean,
): Promise<Named[] | undefined> {
  const { snapshot, linker } = program.world;
  const lower = name.toLowerCase();
  const paths = new Set<string>();
  for (const index of snapshot.symbolsWhere((own) => own === lower)) {
    const symbol = snapshot.symbol(index);
    const path = snapshot.files[symbol.file]?.path;
    if (symbol.name !== name || path === undefined) continue;
    if (linker.rulesOf(path)?.modules !== style) continue;
    paths.add(path);
    if (paths.size > MAX_CANDIDATES) return undefined;
  }
  const found: Named[] = [];
  for (const path of paths) {
    const view = await program.view(path);
    if (view === undefined) continue;
    const firsts = new Set(view.symbolsNamed(name).map((index) => view.groupOf(index)[0] ?? index));
    for (const index of firsts) {
      const { container } = view.symbol(index);
      const isMember = container >= 0 && isTypeKind(view.symbol(container).kind);
      if (isMember || !membersOnly) found.push(symbolEntity(view, index));
    }
  }
  return found.length > MAX_CANDIDATES ? undefined : found;
}

/** The only thing of a name, unless the language's own things have members of that name too. */
export async function onlyOne(
  program: Program,
  name: string,
  view: {
    readonly linked: {
      readonly rules: { readonly modules: ModuleStyle; readonly common: ReadonlySet<string> };
    };
  },
): Promise<Named | undefined> {
  const { modules, common } = view.linked.rules;
  if (common.has(name)) return undefined;
  const found = await sharingName(program, name, modules, true);
  return found?.length === 1 ? found[0] : undefined;
}
