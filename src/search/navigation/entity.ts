/**
 * What a name can stand for.
 * @module
 */
import type { Declared, Range, Token } from "../../snapshot/links.ts";
import type { FileView } from "./file_view.ts";
import type { ModuleRef } from "./modules/module_ref.ts";
import { spaceOf } from "./type_kinds.ts";

/** Something that is declared in the repository. */
export interface Named {
  readonly kind: "named";
  readonly file: FileView;
  /** The token that names it where it is first declared. */
  readonly at: Token;
  /** Positions of its symbols; none for variables and the like. */
  readonly symbols: readonly number[];
  readonly declared?: Declared;
  /** The members that it is written out by, where it is such a type. */
  readonly shape?: Range;
  /** Where alone it can be named; undefined if others may name it too. */
  readonly within?: { readonly start: number; readonly end: number };
}

export type Entity =
  | Named
  | { readonly kind: "module"; readonly module: ModuleRef }
  /** Declared outside of the repository, or a part of the language. */
  | { readonly kind: "external" };

export const EXTERNAL: Entity = { kind: "external" };

/** What an expression evaluates to: the thing itself, or an object of it. */
export interface Value {
  readonly entity: Entity;
  readonly instance: boolean;
  /** It is a list of such. */
  readonly many?: boolean;
}

/** An element of a list; undefined of what is none. */
export function itemOf(value: Value | undefined): Value | undefined {
  return value?.many === true ? { entity: value.entity, instance: true } : undefined;
}

export function isSame(a: Named, b: Named): boolean {
  return a.file.path === b.file.path && a.at.start === b.at.start;
}

/** The entity of a symbol and of those that share its name and place. */
export function symbolEntity(file: FileView, index: number): Named {
  const symbols = file.groupOf(index);
  const all = symbols.map((each) => file.symbol(each));
  const first = all[0] ?? file.symbol(index);
  const facts = all.flatMap(({ nameStart }) => file.declaredAt(nameStart) ?? []);
  const declared = facts.find(({ type, value, returns }) =>
    (type ?? value ?? returns) !== undefined
  );
  return {
    kind: "named",
    file,
    at: { name: first.name, start: first.nameStart, end: first.nameEnd },
    symbols,
    ...(declared === undefined ? {} : { declared }),
  };
}

/** The entity of a name that is no symbol. */
export function tokenEntity(file: FileView, token: Token & Declared): Named {
  const { name, start, end, ...declared } = token;
  return { kind: "named", file, at: { name, start, end }, symbols: [], declared };
}

/** A type that is written out where it is used, without a name. */
export function shapeEntity(file: FileView, shape: Range): Named {
  return { kind: "named", file, at: { name: "", ...shape }, symbols: [], shape };
}

/** A member of a type that is written out. */
export function shapeMember({ file, shape }: Named, name: string): Named | undefined {
  const token = shape && file.memberOfShape(shape, name);
  if (token === undefined) return undefined;
  const symbol = file.symbolNamedAt(token.start);
  return symbol === undefined ? tokenEntity(file, token) : symbolEntity(file, symbol);
}

/** The thing of the same name among types or among values, if it has a twin there. */
export function twinOf({ file, symbols }: Named): Named | undefined {
  const [first] = symbols;
  const [twin] = first === undefined ? [] : file.twinsOf(first);
  return twin === undefined ? undefined : symbolEntity(file, twin);
}

/**
 * A thing as a token names it: the type if only types can stand there, else the value.
 *
 * Undefined if the thing cannot be named there: then something else has the name that no symbol tells of.
 */
export function asNamedAt(view: FileView, entity: Entity, token: Token): Entity | undefined {
  const [first] = entity.kind === "named" ? entity.symbols : [];
  if (entity.kind !== "named" || first === undefined) return entity;
  if (view.linked.rules.modules !== "es") return entity;
  const wanted = view.linked.links.typeUses.has(token.start) ? "type" : "value";
  const space = spaceOf(entity.file.symbol(first).kind);
  return space === "both" || space === wanted ? entity : twinOf(entity);
}
