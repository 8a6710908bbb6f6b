/**
 * One linked file, with its facts in the order in which resolution asks for them.
 * @module
 */
import type { Binding, Declared, Range, Token } from "../../snapshot/links.ts";
import { rangeKey, rangeOfKey } from "../../snapshot/links.ts";
import type { LinkedFile, LinkedSymbol } from "../../snapshot/linker.ts";
import type { FileEntry } from "../../snapshot/snapshot.ts";
import type { LiveFile } from "../world.ts";
import { isTypeKind, spaceOf } from "./type_kinds.ts";

const MEMBER_KINDS: ReadonlySet<string> = new Set(["method", "property", "enum_case"]);

/** An expression that ends with a name: the whole and what stands before the name. */
export interface MemberAccess {
  readonly whole: Range;
  readonly of: Range;
}

/** Whether a symbol is named through its type and never alone. */
export function isMemberKind(kind: string): boolean {
  return MEMBER_KINDS.has(kind);
}

export class FileView {
  readonly linked: LinkedFile;
  readonly live: LiveFile;
  readonly entry: Pick<FileEntry, "path" | "pathClass">;
  /** Whether the index has its symbols, so that they have ids. */
  readonly isIndexed: boolean;
  readonly #usesByStart: ReadonlyMap<number, Token>;
  readonly #usesByName: ReadonlyMap<string, readonly Token[]>;
  readonly #bindingsByName: ReadonlyMap<string, readonly Binding[]>;
  readonly #bindingsByStart: ReadonlyMap<number, Binding>;
  readonly #symbolsByName: ReadonlyMap<string, readonly number[]>;
  readonly #symbolsByNameStart: ReadonlyMap<number, number>;
  readonly #accesses = new Map<number, MemberAccess>();
  readonly #callees = new Set<number>();
  readonly #shapes: Range[] = [];
  #membersByName: ReadonlyMap<string, readonly (Token & Declared)[]> | undefined;

  constructor(
    linked: LinkedFile,
    live: LiveFile,
    entry: Pick<FileEntry, "path" | "pathClass">,
    isIndexed: boolean,
  ) {
    this.linked = linked;
    this.isIndexed = isIndexed;
    this.live = live;
    this.entry = entry;
    const { uses, bindings, expressions } = linked.links;
    this.#usesByStart = new Map(uses.map((use) => [use.start, use]));
    this.#usesByName = Map.groupBy(uses, ({ name }) => name);
    this.#bindingsByName = Map.groupBy(bindings, ({ name }) => name);
    this.#bindingsByStart = new Map(bindings.map((binding) => [binding.start, binding]));
    const indexes = [...linked.symbols.keys()];
    this.#symbolsByName = Map.groupBy(indexes, (index) => this.symbol(index).name);
    this.#symbolsByNameStart = new Map(indexes.map((at) => [this.symbol(at).nameStart, at]));
    for (const [key, expression] of expressions) {
      if (expression.kind === "member") {
        const whole = rangeOfKey(key);
        if (expression.called) this.#callees.add(key);
        this.#accesses.set(expression.name.start, { whole, of: expression.of });
      } else if (expression.kind === "call" || expression.kind === "new") {
        this.#callees.add(rangeKey(expression.of));
      } else if (expression.kind === "shape") this.#shapes.push(rangeOfKey(key));
    }
  }

  get path(): string {
    return this.linked.path;
  }

  symbol(index: number): LinkedSymbol {
    const symbol = this.linked.symbols[index];
    if (symbol === undefined) throw new RangeError(`Cannot find symbol ${index} of "${this.path}"`);
    return symbol;
  }

  usesOf(name: string): readonly Token[] {
    return this.#usesByName.get(name) ?? [];
  }

  use(start: number): Token | undefined {
    return this.#usesByStart.get(start);
  }

  /** The token that holds an index, or else the one that ends there. */
  tokenAt(index: number): Token | undefined {
    const { uses } = this.linked.links;
    return uses.find(({ start, end }) => start <= index && index < end) ??
      uses.find(({ end }) => end === index);
  }

  bindingsOf(name: string): readonly Binding[] {
    return this.#bindingsByName.get(name) ?? [];
  }

  bindingAt(start: number): Binding | undefined {
    return this.#bindingsByStart.get(start);
  }

  symbolsNamed(name: string): readonly number[] {
    return this.#symbolsByName.get(name) ?? [];
  }

  /** The symbol that a token names where it is declared. */
  symbolNamedAt(start: number): number | undefined {
    return this.#symbolsByNameStart.get(start);
  }

  accessOf(nameStart: number): MemberAccess | undefined {
    return this.#accesses.get(nameStart);
  }

  /** Whether a token is what a call calls, alone or at the end of an expression. */
  isCalled(token: Token): boolean {
    const access = this.accessOf(token.start);
    return this.#callees.has(rangeKey(access?.whole ?? token));
  }

  /** Symbols around an index, innermost first. */
  around(index: number): number[] {
    const found: number[] = [];
    this.linked.symbols.forEach(({ start, end }, at) => {
      if (start <= index && index < end) found.unshift(at);
    });
    return found;
  }

  /** The last symbol that starts at or before an index. */
  lastBefore(index: number): number | undefined {
    const at = this.linked.symbols.findLastIndex(({ start }) => start <= index);
    return at < 0 ? undefined : at;
  }

  /** The symbols that share a name and a container, such as overloads: one thing to whoever names it. */
  groupOf(index: number): readonly number[] {
    if (this.isLoose(index)) return [index];
    return this.#named(index).filter((other) => this.#sharesSpace(other, index));
  }

  /** Those of its name that are named elsewhere: the type beside a value, or the value beside a type. */
  twinsOf(index: number): readonly number[] {
    return this.isLoose(index)
      ? []
      : this.#named(index).filter((other) => !this.#sharesSpace(other, index));
  }

  #sharesSpace(a: number, b: number): boolean {
    const [spaceA, spaceB] = [spaceOf(this.symbol(a).kind), spaceOf(this.symbol(b).kind)];
    return this.linked.rules.modules !== "es" || spaceA === spaceB || spaceA === "both" ||
      spaceB === "both";
  }

  /** The symbols that share a name, a container and a scope. */
  #named(index: number): readonly number[] {
    const { name, container, signature, nameStart } = this.symbol(index);
    const scope = this.bindingAt(nameStart)?.scope;
    return this.symbolsNamed(name).filter((other) => {
      const symbol = this.symbol(other);
      return symbol.container === container && symbol.signature === signature &&
        this.bindingAt(symbol.nameStart)?.scope === scope;
    });
  }

  /** Whether a symbol is a member of something that is no symbol, such as an object that is written out. */
  isLoose(index: number): boolean {
    const { kind, container, signature, name } = this.symbol(index);
    if (!MEMBER_KINDS.has(kind)) return false;
    // A method that stands outside of its type, as in Go, has the type in its qualified name.
    if (container < 0) return signature === name;
    return !isTypeKind(this.symbol(container).kind);
  }

  /** What a declaration says about the name at a place. */
  declaredAt(nameStart: number): Declared | undefined {
    const { members, fields } = this.linked.links;
    return this.bindingAt(nameStart) ?? members.get(nameStart) ??
      fields.find(({ start }) => start === nameStart);
  }

  #membersNamed(name: string): readonly (Token & Declared)[] {
    this.#membersByName ??= Map.groupBy(
      this.linked.links.members.values(),
      (member) => member.name,
    );
    return this.#membersByName.get(name) ?? [];
  }

  /** The member of a type that is written out in a range, and not of a type inside of that. */
  memberOfShape(shape: Range, name: string): (Token & Declared) | undefined {
    const inside = this.#membersNamed(name).filter(({ start, end }) =>
      shape.start <= start && end <= shape.end
    );
    return inside.find(({ start }) =>
      !this.#shapes.some((other) =>
        shape.start < other.start && other.end <= shape.end && other.start <= start &&
        start < other.end
      )
    );
  }

  /** Members that a class has besides its symbols: bound in its body, or set on its objects. */
  memberTokens(of: Range, name: string): readonly (Token & Declared)[] {
    const { fields, scopes } = this.linked.links;
    const inside = ({ start, name: own }: Token): boolean =>
      own === name && of.start <= start && start < of.end;
    const bound = this.bindingsOf(name).filter(({ scope }) => {
      const range = scopes[scope];
      return range?.isClass === true && range.start >= of.start && range.end <= of.end;
    });
    return [...bound, ...fields.filter(inside), ...this.#membersNamed(name).filter(inside)];
  }
}
