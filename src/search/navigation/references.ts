/**
 * Where a thing is named: every token of its name, resolved in its own file.
 * @module
 */
import type { Token } from "../../snapshot/links.ts";
import { isSame, type Named, symbolEntity, twinOf } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { folderOf } from "./modules/module_ref.ts";
import type { Resolution } from "./resolution.ts";
import { onlyOne } from "./same_name.ts";
import type { Certainty, TokenMeaning } from "./tokens.ts";
import { isCallable, isTypeKind } from "./type_kinds.ts";

export interface Reference {
  readonly view: FileView;
  readonly token: Token;
  readonly certainty: Certainty;
}

/** The tokens that call a thing; whoever calls a type calls what makes its objects. */
export async function findCallTokens(resolution: Resolution, subject: Named): Promise<Reference[]> {
  const named = await findReferences(resolution, subject);
  const own = named.filter(({ view, token }) => view.isCalled(token));
  const made = madeBy(subject);
  if (made === undefined) return own;
  const ofType = await findReferences(resolution, made);
  return [...own, ...ofType.filter(({ view, token }) => view.isCalled(token))];
}

/** The type whose objects a method makes. */
function madeBy({ file, symbols, at }: Named): Named | undefined {
  const [first] = symbols;
  const container = first === undefined ? -1 : file.symbol(first).container;
  if (container < 0 || !isTypeKind(file.symbol(container).kind)) return undefined;
  const maker = file.linked.rules.maker ?? file.symbol(container).name;
  return at.name === maker ? symbolEntity(file, container) : undefined;
}

/** Other names under which modules pass a thing on; more are no longer worth the search. */
const MAX_NAMES = 8;

/** The tokens that name a thing, its declarations left out. */
export async function findReferences(resolution: Resolution, subject: Named): Promise<Reference[]> {
  const { program } = resolution;
  const search: Search = {
    subject,
    only: await isOnly(resolution, subject),
    names: new Set([subject.at.name]),
    found: new Map(),
  };
  // A name that is passed on under another one is searched for as well: the set grows while it is walked.
  for (const name of search.names) {
    for (const path of candidatePaths(resolution, subject, name)) {
      await program.world.budget.breathe();
      const view = await program.view(path);
      if (view !== undefined) await referencesIn(resolution, view, search, name);
    }
  }
  return [...search.found.values()];
}

interface Search {
  readonly subject: Named;
  /** Nothing else has the name. */
  readonly only: boolean;
  /** The subject's own name first. */
  readonly names: Set<string>;
  /** By path and position. */
  readonly found: Map<string, Reference>;
}

function candidatePaths({ program }: Resolution, subject: Named, name: string): Set<string> {
  const { file, at, within } = subject;
  if (within !== undefined) return new Set([file.path]);
  const style = file.linked.rules.modules;
  const paths = new Set<string>([file.path]);
  const also = name === at.name ? defaultNames(subject) : [];
  for (const each of [name, ...also]) {
    for (const path of program.candidates(each, style)) paths.add(path);
  }
  return paths;
}

/** A default export is imported under any name, but its module is named. */
function defaultNames({ file, at }: Named): string[] {
  const isDefault = file.linked.links.imports.some(({ isExport, module, local, exported }) =>
    isExport && module === "" && exported?.name === "default" &&
    (local?.name === at.name || at.name === "default")
  );
  if (!isDefault) return [];
  const stem = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.[^/]*$/, "");
  return [stem === "index" ? folderOf(file.path).split("/").at(-1) ?? stem : stem];
}

async function referencesIn(
  resolution: Resolution,
  view: FileView,
  search: Search,
  name: string,
): Promise<void> {
  const { tokens, values } = resolution;
  const { subject, only, found } = search;
  const wanted = new Set([name, ...await aliasesIn(resolution, view, search, name)]);
  for (const token of [...wanted].flatMap((each) => view.usesOf(each))) {
    const key = `${view.path}:${token.start}`;
    if (found.has(key)) continue;
    const meaning = await tokens.meaning(view, token);
    const alone = only && token.name === subject.at.name && view.isCalled(token);
    const certainty = certaintyOf(meaning, subject, alone) ??
      await viaOverride(values, meaning, subject);
    if (certainty !== undefined) found.set(key, { view, token, certainty });
  }
}

/** Other names that a file gives to what it imports under a name. */
async function aliasesIn(
  { names }: Resolution,
  view: FileView,
  search: Search,
  name: string,
): Promise<string[]> {
  const aliases: string[] = [];
  for (const each of view.linked.links.imports) {
    const alias = each.exported ?? each.local;
    if (alias === undefined || alias.name === name || each.what !== "name") continue;
    const origin = each.imported ?? (each.isExport ? each.local : undefined);
    if (origin !== undefined && ![name, "default"].includes(origin.name)) continue;
    const entity = await names.ofImport(view, each);
    if (entity?.kind !== "named") continue;
    const twin = twinOf(entity);
    const leads = isSame(entity, search.subject) ||
      (twin !== undefined && isSame(twin, search.subject));
    if (!leads) continue;
    aliases.push(alias.name);
    const passesOn = each.isExport || PASSING.has(view.linked.rules.modules);
    if (passesOn && alias.name !== "default" && search.names.size < MAX_NAMES) {
      search.names.add(alias.name);
    }
  }
  return aliases;
}

/** Languages in which a module gives what it imports to others. */
const PASSING: ReadonlySet<string> = new Set(["python", "rust"]);

/** How sure it is that a token names the subject; undefined if it does not. */
function certaintyOf(
  { entity, certainty, declares, isPart, also }: TokenMeaning,
  subject: Named,
  only: boolean,
): Certainty | undefined {
  if (also?.kind === "named" && isSame(also, subject)) return declares ? "inferred" : certainty;
  if (declares) return undefined;
  if (entity === undefined) return isPart && only ? "name_only" : undefined;
  return entity.kind === "named" && isSame(entity, subject) ? certainty : undefined;
}

/** A member named through a type above or below may be the subject. */
async function viaOverride(
  values: Resolution["values"],
  { entity, declares }: TokenMeaning,
  subject: Named,
): Promise<Certainty | undefined> {
  if (declares || entity?.kind !== "named" || isSame(entity, subject)) return undefined;
  if (!subject.file.linked.rules.overrides) return undefined;
  return await values.hierarchy.isOverride(entity, subject) ? "inferred" : undefined;
}

/** Whether a part of something unknown that has the subject's name can be nothing else. */
async function isOnly({ program }: Resolution, subject: Named): Promise<boolean> {
  const [first] = subject.symbols;
  // A name alone tells something only of what is called.
  if (first === undefined || !isCallable(subject.file.symbol(first).kind)) return false;
  const only = await onlyOne(program, subject.at.name, subject.file);
  return only !== undefined && isSame(only, subject);
}
