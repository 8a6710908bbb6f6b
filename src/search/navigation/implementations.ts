/**
 * Types that build upon a type, and members that stand for a member of it.
 *
 * Most languages say it; in Go a type implements whatever its methods cover.
 * @module
 */
import { isSame, type Named, symbolEntity } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { keyOf } from "./hierarchy.ts";
import { implementersOf } from "./method_sets.ts";
import type { NavigationRelation, NavigationRow } from "./requests.ts";
import type { Resolution } from "./resolution.ts";
import { relatedRow } from "./rows.ts";
import type { Certainty } from "./tokens.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Types of which a hierarchy may consist. */
const MAX_TYPES = 500;

interface Subtype {
  readonly type: Named;
  readonly relation: NavigationRelation;
  /** `name_only` where no declaration says it. */
  readonly certainty: Certainty;
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
    return subtypes.flatMap((subtype) => rowsOf(subtype.type, subtype));
  }
  if (container < 0 || !isTypeKind(file.symbol(container).kind)) return [];
  const rows: NavigationRow[] = [];
  const seen = new Set<string>();
  for (const subtype of await subtypesOf(resolution, symbolEntity(file, container))) {
    const own = await ownMember(resolution, subtype.type, at.name);
    if (own === undefined || isSame(own, subject) || seen.has(keyOf(own))) continue;
    seen.add(keyOf(own));
    rows.push(...rowsOf(own, subtype));
  }
  return rows;
}

/** The member that a type has itself; in Go also what it has by embedding, which stands elsewhere. */
async function ownMember(
  { values }: Resolution,
  type: Named,
  name: string,
): Promise<Named | undefined> {
  if (type.file.linked.rules.modules === "go") return (await values.member(type, name)).found;
  const own = type.file.symbolsNamed(name).find((index) =>
    type.symbols.includes(type.file.symbol(index).container)
  );
  return own === undefined ? undefined : symbolEntity(type.file, own);
}

function rowsOf(
  { file, symbols }: Named,
  { relation, certainty }: Pick<Subtype, "relation" | "certainty">,
): NavigationRow[] {
  return symbols.map((index) => relatedRow(file, index, relation, certainty));
}

async function subtypesOf(resolution: Resolution, root: Named): Promise<Subtype[]> {
  const declared = await declaredSubtypes(resolution, root);
  const { file, symbols } = root;
  const isInterface = symbols.some((index) => file.symbol(index).kind === "interface");
  if (file.linked.rules.modules !== "go" || !isInterface) return declared;
  const known = declared.map(({ type }) => type);
  const covering = (await implementersOf(resolution, root, known))
    .filter((type) => ![root, ...known].some((each) => isSame(each, type)))
    .map((type): Subtype => ({ type, relation: "implements", certainty: "name_only" }));
  return [...declared, ...covering].sort((a, b) => byPlace(a.type, b.type));
}

async function declaredSubtypes(resolution: Resolution, root: Named): Promise<Subtype[]> {
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
        const { relation } = each;
        found.push({ type: symbolEntity(view, own), relation, certainty: "resolved" });
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
