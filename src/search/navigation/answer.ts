/**
 * Which rows answer which question.
 * @module
 */
import { findIncomingCalls, findOutgoingCalls } from "./calls.ts";
import { type Entity, type Named, symbolEntity } from "./entity.ts";
import { findImplementations } from "./implementations.ts";
import { findReferences } from "./references.ts";
import type { NavigationRequest, NavigationRow } from "./requests.ts";
import type { Resolution } from "./resolution.ts";
import { declarationRows, endOf, isBodiless, precisionOf, siteOf } from "./rows.ts";
import type { Certainty } from "./tokens.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Rows in no order. */
export async function answer(
  all: Resolution,
  { question, includeDefinition }: NavigationRequest,
  entity: Entity,
  certainty: Certainty,
): Promise<NavigationRow[]> {
  if (entity.kind === "module") return await moduleRows(all, question, entity, certainty);
  if (entity.kind === "external") return [];
  switch (question) {
    case "references":
      return await referenceRows(all, entity, includeDefinition);
    case "definition":
      return definitionRows(entity, certainty);
    case "declarations":
      return await declaringRows(all, entity, certainty);
    case "implementations":
      return await findImplementations(all, entity);
    case "callers":
      return await findIncomingCalls(all, entity);
    case "callees":
      return await findOutgoingCalls(all, entity);
  }
}

/** What has a body; what has none, only if nothing else is there. */
function definitionRows(entity: Named, certainty: Certainty): NavigationRow[] {
  const rows = declarationRows(entity, certainty);
  const whole = rows.filter(({ matchKind }) => matchKind === "definition");
  return whole.length > 0 ? whole : rows;
}

/** Signatures without a body, here or in the types that the holder builds upon; else the definition. */
async function declaringRows(
  all: Resolution,
  entity: Named,
  certainty: Certainty,
): Promise<NavigationRow[]> {
  const own = declarationRows(entity, certainty).filter(({ matchKind }) =>
    matchKind === "declaration"
  );
  const above = await declaredAbove(all, entity);
  const rows = [...own, ...above.flatMap((each) => declarationRows(each, "inferred"))];
  return rows.length > 0 ? rows : definitionRows(entity, certainty);
}

async function declaredAbove(
  { values }: Resolution,
  { file, symbols, at }: Named,
): Promise<Named[]> {
  const [first] = symbols;
  const container = first === undefined ? -1 : file.symbol(first).container;
  if (container < 0 || !isTypeKind(file.symbol(container).kind)) return [];
  const found: Named[] = [];
  for (const parent of await values.hierarchy.supers(symbolEntity(file, container))) {
    if (parent?.kind !== "named") continue;
    const member = (await values.member(parent, at.name)).found;
    if (member?.symbols.some((index) => isBodiless(member.file, index))) found.push(member);
  }
  return found;
}

async function referenceRows(
  all: Resolution,
  entity: Named,
  includeDefinition: boolean,
): Promise<NavigationRow[]> {
  const named = endOf(entity);
  const references = await findReferences(all, entity);
  const rows = references.map(({ view, token, certainty }): NavigationRow => ({
    ...siteOf(view, token),
    ...named,
    matchKind: "reference",
    relation: relationOf(view, token),
    precision: precisionOf(certainty),
  }));
  return [...(includeDefinition ? declarationRows(entity, "resolved") : []), ...rows];
}

function relationOf(
  view: Parameters<typeof siteOf>[0],
  token: Parameters<typeof siteOf>[1] & { readonly name: string },
): NonNullable<NavigationRow["relation"]> {
  const heritage = view.linked.links.heritage.find(({ start, end }) =>
    start <= token.start && token.end <= end
  );
  if (heritage !== undefined && heritage.relation !== "on") return heritage.relation;
  return view.isCalled(token) ? "calls" : "refers_to";
}

/** The beginning of the file that a name stands for. */
async function moduleRows(
  { program }: Resolution,
  question: NavigationRequest["question"],
  { module }: Extract<Entity, { kind: "module" }>,
  certainty: Certainty,
): Promise<NavigationRow[]> {
  if ((question !== "definition" && question !== "declarations") || module.kind !== "file") {
    return [];
  }
  const view = await program.view(module.path);
  if (view === undefined) return [];
  const symbol = view.path.slice(view.path.lastIndexOf("/") + 1);
  return [{
    ...siteOf(view, { start: 0, end: 0 }),
    symbol,
    kind: "module",
    matchKind: "definition",
    precision: precisionOf(certainty),
  }];
}
