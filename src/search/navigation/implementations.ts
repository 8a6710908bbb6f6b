/**
 * Types that say they build upon a type, and members that stand for a member of it.
 * @module
 */
import { isSame, type Named, symbolEntity } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import type { NavigationRelation, NavigationRow } from "./requests.ts";
import type { Resolution } from "./resolution.ts";
import { relatedRow } from "./rows.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Types of which a hierarchy may consist. */
const MAX_TYPES = 500;

interface Subtype {
  readonly type: Named;
  readonly relation: NavigationRelation;
}

/** Types below a type, or the members of such types that have a member's name. */
export async function findImplementations(
  resolution: Resolution,
  subject: Named,
): Promise<NavigationRow[]> {
  const { file, symbols, at } = subject;
  const [first] = symbols;
  if (first === undefined) return [];
  const { kind, container } = file.symbol(first);
  if (isTypeKind(kind)) {
    const subtypes = await subtypesOf(resolution, subject);
    return subtypes.flatMap(({ type, relation }) => rowsOf(type, relation));
  }
  if (container < 0 || !isTypeKind(file.symbol(container).kind)) return [];
  const rows: NavigationRow[] = [];
  for (const { type, relation } of await subtypesOf(resolution, symbolEntity(file, container))) {
    const own = type.file.symbolsNamed(at.name).find((index) =>
      type.symbols.includes(type.file.symbol(index).container)
    );
    if (own !== undefined) rows.push(...rowsOf(symbolEntity(type.file, own), relation));
  }
  return rows;
}

function rowsOf({ file, symbols }: Named, relation: NavigationRelation): NavigationRow[] {
  return symbols.map((index) => relatedRow(file, index, relation, "resolved"));
}

async function subtypesOf(resolution: Resolution, root: Named): Promise<Subtype[]> {
  const found: Subtype[] = [];
  const queue = [root];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const subtype of await directSubtypes(resolution, next)) {
      const known = [root, ...found.map(({ type }) => type)];
      if (known.some((each) => isSame(each, subtype.type))) continue;
      if (found.length >= MAX_TYPES) return found;
      found.push(subtype);
      queue.push(subtype.type);
    }
  }
  return found.sort((a, b) => byPlace(a.type, b.type));
}

async function directSubtypes({ program, values }: Resolution, type: Named): Promise<Subtype[]> {
  const found: Subtype[] = [];
  for (const path of program.candidates(type.at.name, type.file.linked.rules.modules)) {
    const view = await program.view(path);
    for (const each of view?.linked.links.heritage ?? []) {
      if (view === undefined || each.relation === "on") continue;
      const value = await values.evaluate(view, each);
      const own = holderOf(view, each.start);
      if (own === undefined || value?.entity.kind !== "named") continue;
      if (isSame(value.entity, type)) {
        found.push({ type: symbolEntity(view, own), relation: each.relation });
      }
    }
  }
  return found;
}

function holderOf(view: FileView, at: number): number | undefined {
  return view.around(at).find((index) => isTypeKind(view.symbol(index).kind));
}

function byPlace(a: Named, b: Named): number {
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.at.start - b.at.start;
}
