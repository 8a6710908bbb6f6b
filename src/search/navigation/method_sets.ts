/**
 * Types that implement an interface without saying so: their methods cover the interface's.
 *
 * Methods are compared by name and by how many parameters and results they have, not by the types of those: a row is
 * a likely implementation. What embeds an implementing type has its methods, and implements as well.
 * @module
 */
import { isSame, type Named, symbolEntity } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { folderOf } from "./modules/module_ref.ts";
import type { Resolution } from "./resolution.ts";
import { type Arity, arityOf } from "./signature_arity.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Types that one interface may have. */
const MAX_TYPES = 500;

type Wanted = ReadonlyMap<string, Arity>;

/**
 * The types, in no order, but for those that are `known`; none for an interface without methods, which every type
 * implements.
 */
export async function implementersOf(
  all: Resolution,
  subject: Named,
  known: readonly Named[],
): Promise<Named[]> {
  const wanted = await methodsOf(all, subject, new Set());
  if (wanted.size === 0) return [];
  const found: Named[] = [];
  for (const owner of ownersOf(all, wanted)) {
    if (found.length >= MAX_TYPES) break;
    const type = await typeWith(all, owner, wanted);
    if (type !== undefined) found.push(type);
  }
  await addEmbedders(all, [subject, ...known], found);
  return found;
}

/** Methods of an interface and of those that it embeds; empty if one of those is not known. */
async function methodsOf(
  all: Resolution,
  subject: Named,
  seen: Set<string>,
): Promise<Map<string, Arity>> {
  const methods = new Map<string, Arity>();
  const { file, symbols } = subject;
  seen.add(`${file.path}:${subject.at.start}`);
  file.linked.symbols.forEach((symbol, index) => {
    if (symbol.kind !== "method" || !symbols.includes(symbol.container)) return;
    methods.set(symbol.name, arityAt(file, index));
  });
  for (const parent of await all.values.hierarchy.supers(subject)) {
    // An interface from elsewhere asks for methods that nobody here can see.
    if (parent?.kind !== "named") return new Map();
    if (seen.has(`${parent.file.path}:${parent.at.start}`)) continue;
    const inherited = await methodsOf(all, parent, seen);
    if (inherited.size === 0) return new Map();
    for (const [name, arity] of inherited) methods.set(name, arity);
  }
  return methods;
}

/** A type by its folder, which is its package, and its qualified name. */
interface Owner {
  readonly folder: string;
  readonly signature: string;
  /** Files with its methods. */
  readonly files: ReadonlySet<string>;
}

/** Types that have a method of each name, as the snapshot has it. */
function ownersOf({ program: { world } }: Resolution, wanted: Wanted): Owner[] {
  const { snapshot, linker, budget } = world;
  const lower = new Set([...wanted.keys()].map((name) => name.toLowerCase()));
  const owners = new Map<string, Owner & { files: Set<string>; names: Set<string> }>();
  for (const index of snapshot.symbolsWhere((name) => lower.has(name))) {
    budget.check();
    const { name, kind, signature, container, file } = snapshot.symbol(index);
    const path = snapshot.files[file]?.path ?? "";
    const outside = kind === "method" && container < 0 && wanted.has(name);
    if (!outside || linker.rulesOf(path)?.modules !== "go") continue;
    const folder = folderOf(path);
    const owner = signature.slice(0, -name.length - 1);
    const key = JSON.stringify([folder, owner]);
    const known = owners.get(key) ??
      { folder, signature: owner, files: new Set<string>(), names: new Set<string>() };
    known.files.add(path);
    known.names.add(name);
    owners.set(key, known);
  }
  return [...owners.values()].filter(({ names }) => names.size === wanted.size);
}

/** The type, if its files have all methods now. */
async function typeWith(
  { program }: Resolution,
  { folder, signature, files }: Owner,
  wanted: Wanted,
): Promise<Named | undefined> {
  const missing = new Set(wanted.keys());
  for (const path of files) {
    const view = await program.view(path);
    view?.linked.symbols.forEach((symbol, index) => {
      const arity = wanted.get(symbol.name);
      const own = symbol.kind === "method" && symbol.signature === `${signature}.${symbol.name}`;
      if (own && arity !== undefined && sameArity(arity, arityAt(view, index))) {
        missing.delete(symbol.name);
      }
    });
  }
  if (missing.size > 0) return undefined;
  const declared = await program.bySignature(signature, "go");
  return declared.find(({ file }) => folderOf(file.path) === folder);
}

/** Adds the structs that embed one of these types or of the list, and those that embed these. */
async function addEmbedders(
  all: Resolution,
  known: readonly Named[],
  found: Named[],
): Promise<void> {
  const queue = [...known, ...found];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const type of await embeddersOf(all, next)) {
      if (found.length >= MAX_TYPES) return;
      if ([...known, ...found].some((each) => isSame(each, type))) continue;
      found.push(type);
      queue.push(type);
    }
  }
}

async function embeddersOf({ program, values }: Resolution, type: Named): Promise<Named[]> {
  const found: Named[] = [];
  for (const path of program.candidates(type.at.name, "go")) {
    const view = await program.view(path);
    for (const each of view?.linked.links.heritage ?? []) {
      if (view === undefined || each.relation !== "on") continue;
      const entity = (await values.evaluate(view, each))?.entity;
      const [own] = view.around(each.start);
      if (own === undefined || entity?.kind !== "named" || !isSame(entity, type)) continue;
      if (isTypeKind(view.symbol(own).kind)) found.push(symbolEntity(view, own));
    }
  }
  return found;
}

function arityAt(view: FileView, index: number): Arity {
  const { startByte, endByte, start, nameEnd } = view.symbol(index);
  const text = new TextDecoder().decode(view.live.bytes.subarray(startByte, endByte));
  return arityOf(text.slice(nameEnd - start));
}

function sameArity(a: Arity, b: Arity): boolean {
  return a.parameters === b.parameters && a.results === b.results;
}
