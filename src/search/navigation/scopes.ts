/**
 * Which binding or symbol a name has at a place of one file, by its scopes alone.
 * @module
 */
import type { Binding, Range } from "../../snapshot/links.ts";
import { type FileView, isMemberKind } from "./file_view.ts";
import { spaceOf } from "./type_kinds.ts";

/** What a scope says about a name. */
export interface Local {
  readonly range: Range;
  readonly binding?: Binding;
  readonly symbol?: number;
}

/** The name as a module's own statements bind it. */
export function topLevel(
  view: FileView,
  inner: string | undefined,
  name: string,
): Local | undefined {
  const range = moduleRange(view, inner);
  if (range === undefined) return undefined;
  const binding = view.bindingsOf(name).find(({ scope }) => {
    const own = view.linked.links.scopes[scope];
    return own !== undefined && own.isModule && own.start === range.start && own.end === range.end;
  });
  const found = binding === undefined ? undefined : { range, binding };
  return found ?? symbolIn(view, name, inner, range);
}

function symbolIn(
  view: FileView,
  name: string,
  inner: string | undefined,
  range: Range,
): Local | undefined {
  const symbol = view.symbolsNamed(name).find((index) => {
    const { container, nameStart, kind } = view.symbol(index);
    if (kind === "impl" || isMemberKind(kind) || view.bindingAt(nameStart) !== undefined) {
      return false;
    }
    const holder = container < 0 ? undefined : view.symbol(container);
    return inner === undefined ? holder === undefined : holder?.signature === inner;
  });
  return symbol === undefined ? undefined : { range, symbol };
}

function moduleRange(view: FileView, inner: string | undefined): Range | undefined {
  if (inner === undefined) return view.linked.links.scopes[0];
  return view.linked.symbols.find(({ kind, signature }) =>
    kind === "module" && signature === inner
  );
}

export function isIn(view: FileView, at: number, inner: string | undefined): boolean {
  const range = moduleRange(view, inner);
  return range !== undefined && range.start <= at && at < range.end;
}

/** The innermost thing that a name stands for at a place, by scopes alone. */
export function localOf(view: FileView, name: string, at: number): Local | undefined {
  const { scopes } = view.linked.links;
  const around = scopes.filter(({ start, end }) => start <= at && at < end);
  const boundary = around.findLast(({ isModule }) => isModule);
  const innermost = around.at(-1);
  const visible = view.bindingsOf(name).filter((binding) => {
    const scope = scopes[binding.scope];
    if (scope === undefined || !around.includes(scope)) return false;
    if (scope.isClass && scope !== innermost) return false;
    return isBefore(view, binding, at);
  });
  const found = [
    ...visible.map((binding): Local => ({ range: scopes[binding.scope] ?? binding, binding })),
    ...lexicalSymbols(view, name, at),
  ].filter(({ range }) => boundary === undefined || size(range) <= size(boundary));
  // Of equal scopes the last one counts: the binding that is nearest before the place, or the only one.
  return found.toSorted((a, b) =>
    size(b.range) - size(a.range) || Number(fits(view, a, at)) - Number(fits(view, b, at))
  ).at(-1);
}

/** Whether what stands at a place can name a binding: a type and a value of one name are two things. */
function fits(view: FileView, { binding, symbol }: Local, at: number): boolean {
  const { rules, links: { typeUses } } = view.linked;
  if (rules.modules !== "es" || binding?.import !== undefined) return true;
  const index = symbol ?? (binding && view.symbolNamedAt(binding.start));
  const space = index === undefined
    ? typeUses.has(binding?.start ?? at) ? "type" : "value"
    : spaceOf(view.symbol(index).kind);
  return space === "both" || space === (typeUses.has(at) ? "type" : "value");
}

/** Whether a binding holds at a place: everywhere in its scope, or only behind itself. */
function isBefore(view: FileView, { scope, start, end, value }: Binding, at: number): boolean {
  if (!view.linked.rules.sequential || scope === 0 || start === at) return true;
  const own = value !== undefined && value.start <= at && at < value.end;
  return end <= at && !own;
}

/** Symbols that are no bindings and that functions and modules around a place hold. */
function lexicalSymbols(view: FileView, name: string, at: number): Local[] {
  return view.symbolsNamed(name).flatMap((symbol): Local[] => {
    const { container, nameStart, kind } = view.symbol(symbol);
    if (kind === "impl" || isMemberKind(kind) || view.bindingAt(nameStart) !== undefined) return [];
    const holder = container < 0 ? undefined : view.symbol(container);
    if (holder === undefined) {
      const [range] = view.linked.links.scopes;
      return range === undefined ? [] : [{ range, symbol }];
    }
    const lexical = ["module", "function", "method"].includes(holder.kind);
    return lexical && holder.start <= at && at < holder.end ? [{ range: holder, symbol }] : [];
  });
}

/** In what the parser did not understand, scopes run into each other, and their names with them. */
export function isDoubtful(view: FileView, { binding }: Local, at: number): boolean {
  if (!view.linked.partial || binding === undefined || binding.import !== undefined) return false;
  if (view.symbolNamedAt(binding.start) !== undefined) return false;
  return view.linked.links.errors.some(({ start, end }) => start <= at && at < end) ||
    binding.scope === 0;
}

/** The first of the bindings that bind the same name in the same scope: they are one variable. */
export function firstOf(view: FileView, binding: Binding): Binding {
  if (view.linked.rules.sequential && binding.scope !== 0) return binding;
  const all = view.bindingsOf(binding.name).filter(({ scope }) => scope === binding.scope);
  const [first = binding] = all;
  const telling = all.find(({ type }) => type !== undefined) ??
    all.find(({ value }) => value !== undefined);
  return telling === undefined ? first : { ...telling, start: first.start, end: first.end };
}

function size({ start, end }: Range): number {
  return end - start;
}
