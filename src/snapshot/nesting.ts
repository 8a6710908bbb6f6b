/**
 * Puts definitions in order and gives each its container and qualified name.
 *
 * One sweep over the sorted ranges with a stack of those that are open; no way up the syntax tree is taken.
 * @module
 */
import type { SymbolKind, SymbolRules } from "../languages/language.ts";
import type { Definition, Found, Region } from "./definitions.ts";

export interface NestedSymbol {
  readonly definition: Definition;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: number;
  readonly signature: string;
  readonly testContext: boolean;
}

type Range = Definition | Region;

/**
 * UTF-16 units of a name, and of what stands in front of it in a qualified name.
 *
 * No real name comes near it. Without it a small file of deeply nested functions would have names of gigabytes.
 */
const MAX_NAME_UNITS = 256;

/** What holds inside an open range. */
interface Scope {
  readonly start: number;
  readonly end: number;
  /** Opened by a definition, not by a region. */
  readonly defines: boolean;
  /** Position of the innermost symbol around, or -1. */
  readonly symbol: number;
  readonly kind: SymbolKind | undefined;
  /** What qualifies names in here; empty for nothing. */
  readonly path: string;
  readonly opaque: boolean;
  readonly test: boolean;
}

const OUTSIDE: Scope = {
  start: -1,
  end: Infinity,
  defines: false,
  symbol: -1,
  kind: undefined,
  path: "",
  opaque: false,
  test: false,
};

/** Symbols by start, longer first, then by the position of their names. */
export function nest(found: Found, text: string, rules: SymbolRules): NestedSymbol[] {
  return new Sweep(text, rules).run([...found.regions, ...found.definitions].sort(byPosition));
}

/** A region comes before the definition of the same range, so that it holds for it. */
function byPosition(a: Range, b: Range): number {
  return a.start - b.start || b.end - a.end || rank(a) - rank(b);
}

function rank(range: Range): number {
  return "effect" in range ? -1 : range.nameStart;
}

class Sweep {
  readonly #text: string;
  readonly #rules: SymbolRules;
  readonly #symbols: NestedSymbol[] = [];
  readonly #open: Scope[] = [];
  /** Outermost scope; a clause gives it another path. */
  #top = OUTSIDE;

  constructor(text: string, rules: SymbolRules) {
    this.#text = text;
    this.#rules = rules;
  }

  run(ranges: readonly Range[]): NestedSymbol[] {
    for (const range of ranges) {
      this.#close(range);
      const scope = this.#open.at(-1) ?? this.#top;
      if ("effect" in range) this.#open.push(inside(range, scope));
      else if (counts(range, scope)) this.#add(range, scope);
    }
    return this.#symbols;
  }

  /** Leaves the scopes that end before a range; definitions of one and the same range are siblings. */
  #close({ start, end }: Range): void {
    for (let scope = this.#open.at(-1); scope !== undefined; scope = this.#open.at(-1)) {
      const same = scope.defines && scope.start === start && scope.end === end;
      if (scope.end > start && !same) return;
      this.#open.pop();
    }
  }

  #add(definition: Definition, scope: Scope): void {
    const kind = this.#kindOf(definition, scope);
    const written = this.#textOf(definition.nameStart, definition.nameEnd);
    const name = (this.#rules.namePrefix?.[kind] ?? "") + written;
    const path = this.#pathTo(definition, scope);
    this.#symbols.push({
      definition,
      name,
      kind,
      container: scope.symbol,
      signature: this.#qualify(path, name, this.#separatorIn(scope, definition)),
      testContext: scope.test,
    });
    const members = this.#qualify(
      path,
      this.#rules.memberScope?.(written) ?? written,
      this.#separatorIn(scope, definition),
    );
    if (definition.form === "clause") this.#top = { ...OUTSIDE, path: members };
    else this.#open.push(this.#membersOf(definition, kind, members, scope));
  }

  #membersOf(
    { start, end }: Definition,
    kind: SymbolKind,
    path: string,
    { opaque, test }: Scope,
  ): Scope {
    return {
      start,
      end,
      defines: true,
      symbol: this.#symbols.length - 1,
      kind,
      path,
      opaque,
      test,
    };
  }

  #kindOf({ kind }: Definition, scope: Scope): SymbolKind {
    const isMethod = kind === "function" && scope.kind !== undefined &&
      this.#rules.methodsIn.includes(scope.kind);
    return isMethod ? "method" : kind;
  }

  #pathTo({ form, owner }: Definition, scope: Scope): string {
    if (form === "clause") return "";
    if (owner === undefined) return scope.path;
    return this.#qualify(
      scope.path,
      this.#textOf(owner.start, owner.end),
      this.#rules.separator,
    );
  }

  #separatorIn({ kind }: Scope, { owner }: Definition): string {
    const { separator, memberSeparator = separator } = this.#rules;
    const ofModule = owner === undefined && (kind === undefined || kind === "module");
    return ofModule ? separator : memberSeparator;
  }

  /** Outer parts are left out where the path is too long. */
  #qualify(path: string, name: string, separator: string): string {
    if (path === "") return name;
    if (path.length <= MAX_NAME_UNITS) return path + separator + name;
    const cut = path.indexOf(separator, path.length - MAX_NAME_UNITS);
    return cut === -1 ? name : path.slice(cut + separator.length) + separator + name;
  }

  /** Source text on one line, with `…` for what is too long. */
  #textOf(start: number, end: number): string {
    const text = this.#text.slice(start, Math.min(end, start + MAX_NAME_UNITS)).replace(
      /\s+/g,
      " ",
    );
    return end - start > MAX_NAME_UNITS ? `${text}…` : text;
  }
}

function inside({ effect, start, end }: Region, scope: Scope): Scope {
  return {
    ...scope,
    start,
    end,
    defines: false,
    opaque: scope.opaque || effect === "opaque",
    test: scope.test || effect === "test",
  };
}

/** Members of a type that is written inside a function, or in no symbol at all, are details of an expression. */
function counts({ form }: Definition, { opaque, kind }: Scope): boolean {
  if (opaque) return false;
  return form !== "member" || (kind !== undefined && kind !== "function" && kind !== "method");
}
