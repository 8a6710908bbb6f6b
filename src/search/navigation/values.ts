/**
 * What expressions evaluate to, as far as declarations tell: types that are written down, constructors, results.
 *
 * `undefined` says that nobody here knows; `external` that it is nothing of this repository.
 * @module
 */
import { type Expression, type Range, rangeKey } from "../../snapshot/links.ts";
import {
  asNamedAt,
  type Entity,
  EXTERNAL,
  itemOf,
  type Named,
  shapeEntity,
  shapeMember,
  symbolEntity,
  tokenEntity,
  type Value,
} from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { Hierarchy, holderOf, keyOf, MAX_SUPERS } from "./hierarchy.ts";
import type { Names } from "./names.ts";
import { outsideMember } from "./outside_member.ts";
import type { Program } from "./program.ts";
import { isSelfType, moduleAround, objectAround } from "./surroundings.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Expressions within expressions, variables of variables. */
const MAX_DEPTH = 12;

/** What is known about a member of a type. */
export type MemberResult =
  | { readonly found: Named }
  /** `unknown`: some type that it builds upon is not known. */
  | { readonly found?: undefined; readonly unknown: boolean };

export class Values {
  readonly #program: Program;
  readonly #names: Names;
  readonly hierarchy: Hierarchy;

  constructor(program: Program, names: Names) {
    this.#program = program;
    this.#names = names;
    this.hierarchy = new Hierarchy((file, range) => this.evaluate(file, range, 1));
  }

  /** What a bare name stands for, members of the types around it included where the language has it so. */
  async ofName(view: FileView, name: string, at: number): Promise<Entity | undefined> {
    const { bareMembers } = view.linked.rules;
    if (bareMembers && !this.#names.isLocal(view, name, at)) {
      for (const index of view.around(at)) {
        if (!isTypeKind(view.symbol(index).kind)) continue;
        const { found } = await this.member(symbolEntity(view, index), name);
        // What makes objects of a type is not what the type's name stands for.
        if (found !== undefined && holderOf(found)?.at.name !== name) return found;
      }
    }
    return await this.#names.lookup(view, name, at);
  }

  /** The value of the expression in a range. */
  async evaluate(view: FileView, range: Range, depth = 0): Promise<Value | undefined> {
    if (depth > MAX_DEPTH) return undefined;
    this.#program.world.budget.check();
    const expression = view.linked.links.expressions.get(rangeKey(range));
    if (expression !== undefined) return await this.#compound(view, expression, range, depth);
    const use = view.use(range.start);
    if (use === undefined || use.end !== range.end) return undefined;
    if (isSelfType(view, use.name)) return objectAround(view, use.start, false);
    const entity = await this.ofName(view, use.name, use.start);
    const named = entity && asNamedAt(view, entity, use);
    return named && await this.valueOf(named, depth + 1, view, use.start);
  }

  /** What naming a thing gives: itself, or an object of the type that it is declared with. */
  async valueOf(
    entity: Entity,
    depth: number,
    view?: FileView,
    at?: number,
  ): Promise<Value | undefined> {
    if (entity.kind !== "named") return { entity, instance: false };
    const { file, declared, symbols, at: token } = entity;
    const kinds = symbols.map((index) => file.symbol(index).kind);
    if (kinds.some(isTypeKind)) return { entity, instance: false };
    if (kinds.includes("type_alias") && declared?.type !== undefined) {
      return await this.#ofAlias(entity, declared.type, depth);
    }
    if (declared?.type !== undefined) {
      return await this.#objectOf(file, declared.type, depth);
    }
    if (file.linked.rules.self.includes(token.name) && symbols.length === 0) {
      return objectAround(view ?? file, at ?? token.start, true);
    }
    if (declared?.value !== undefined) {
      return await this.evaluate(file, declared.value, depth + 1);
    }
    if (declared?.item !== undefined) return await this.#itemOf(file, declared.item, depth);
    return kinds.length > 0 ? { entity, instance: false } : undefined;
  }

  /** What another name for a type stands for; of a type that is written out there, it is the only name. */
  async #ofAlias(alias: Named, type: Range, depth: number): Promise<Value> {
    const own = { entity: alias, instance: false };
    const value = await this.evaluate(alias.file, type, depth + 1);
    if (value?.entity.kind !== "named" || value.many === true) return value ?? own;
    const { shape, symbols } = value.entity;
    if (shape === undefined || symbols.length > 0) return value;
    return { entity: { ...alias, shape }, instance: false };
  }

  /** A member of a type, its own or one of what it builds upon. */
  async member(type: Named, name: string): Promise<MemberResult> {
    const queue: Named[] = [type];
    const seen = new Set<string>();
    let unknown = false;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      if (seen.size >= MAX_SUPERS) return { unknown: true };
      seen.add(key);
      const own = await this.#ownMember(next, name);
      if (own !== undefined) return { found: own };
      for (const parent of await this.hierarchy.supers(next)) {
        if (parent?.kind === "named") queue.push(parent);
        else unknown = true;
      }
    }
    return { unknown };
  }

  async #compound(
    view: FileView,
    expression: Expression,
    range: Range,
    depth: number,
  ): Promise<Value | undefined> {
    switch (expression.kind) {
      case "shape":
        return { entity: shapeEntity(view, range), instance: false };
      case "this":
        return objectAround(view, range.start, true) ??
          moduleAround(this.#program.files, view, range.start);
      case "super":
        return await this.#superAround(view, range.start);
      case "same":
        return await this.evaluate(view, expression.of, depth + 1);
      case "list": {
        const item = await this.evaluate(view, expression.of, depth + 1);
        // Of lists in lists only the outer would be known.
        return item === undefined || item.many === true ? undefined : { ...item, many: true };
      }
      case "item":
        return await this.#itemOf(view, expression.of, depth);
      case "member": {
        const entity = await this.memberOf(view, expression.of, expression.name.name, depth + 1);
        if (entity === undefined) return undefined;
        const named = asNamedAt(view, entity, expression.name);
        if (named === undefined) return undefined;
        return expression.called
          ? await this.#resultOfEntity(named, depth)
          : await this.valueOf(named, depth + 1);
      }
      case "new":
      case "literal":
        return await this.#objectOf(view, expression.of, depth);
      case "call":
        return await this.#resultOf(view, expression.of, depth);
    }
  }

  /** What `of.name` names. */
  async memberOf(
    view: FileView,
    of: Range,
    name: string,
    depth = 0,
  ): Promise<Entity | undefined> {
    const base = await this.evaluate(view, of, depth + 1);
    return base && await this.#memberOfValue(base, name);
  }

  async #memberOfValue({ entity, many = false }: Value, name: string): Promise<Entity | undefined> {
    // A list has the members of lists.
    if (entity.kind === "external" || many) return EXTERNAL;
    if (entity.kind === "module") {
      return await this.#names.exportOf(entity.module, name) ?? EXTERNAL;
    }
    const inner = this.#inner(entity, name);
    if (inner !== undefined) return inner;
    if (entity.shape !== undefined) return shapeMember(entity, name);
    const hasMembers = entity.symbols.some((index) => isTypeKind(entity.file.symbol(index).kind));
    if (!hasMembers) return undefined;
    // A member that no declaration shows may still be set somewhere, so this is no proof of absence.
    return (await this.member(entity, name)).found;
  }

  /** The parameter of a name that a call of `of` fills; for a type, that of what makes its objects. */
  async parameterOf(view: FileView, of: Range, name: string): Promise<Named | undefined> {
    const callee = await this.#calleeOf(view, of, 0);
    if (callee?.kind !== "named") return undefined;
    const { maker } = callee.file.linked.rules;
    const isType = callee.symbols.some((index) => isTypeKind(callee.file.symbol(index).kind));
    const made = isType && maker !== undefined ? await this.member(callee, maker) : undefined;
    const { file, symbols } = made?.found ?? callee;
    const { scopes } = file.linked.links;
    const binding = file.bindingsOf(name).find(({ scope }) =>
      symbols.some((index) => {
        const { start, end } = file.symbol(index);
        return scopes[scope]?.start === start && scopes[scope]?.end === end;
      })
    );
    if (binding === undefined) return isType ? (await this.member(callee, name)).found : undefined;
    return tokenEntity(file, binding);
  }

  /** What a name space written in a file holds. */
  #inner({ file, symbols }: Named, name: string): Named | undefined {
    const holders = symbols.filter((index) => file.symbol(index).kind === "module");
    const found = file.symbolsNamed(name).find((index) =>
      holders.includes(file.symbol(index).container)
    );
    return found === undefined ? undefined : symbolEntity(file, found);
  }

  async #ownMember(type: Named, name: string): Promise<Named | undefined> {
    const { file, symbols } = type;
    if (type.shape !== undefined) return shapeMember(type, name);
    const own = file.symbolsNamed(name).find((index) =>
      symbols.includes(file.symbol(index).container)
    );
    if (own !== undefined) return symbolEntity(file, own);
    for (const index of symbols) {
      const token = file.memberTokens(file.symbol(index), name).find(({ start }) =>
        file.around(start).find((each) => isTypeKind(file.symbol(each).kind)) === index
      );
      if (token === undefined) continue;
      const symbol = file.symbolNamedAt(token.start);
      return symbol === undefined ? tokenEntity(file, token) : symbolEntity(file, symbol);
    }
    return await outsideMember(this.#program, type, name);
  }

  async #objectOf(view: FileView, type: Range, depth: number): Promise<Value | undefined> {
    const value = await this.evaluate(view, type, depth + 1);
    return value && { ...value, instance: true };
  }

  /** An element of a list; undefined if it is none. */
  async #itemOf(view: FileView, list: Range, depth: number): Promise<Value | undefined> {
    return itemOf(await this.evaluate(view, list, depth + 1));
  }

  async #resultOf(view: FileView, callee: Range, depth: number): Promise<Value | undefined> {
    const expression = view.linked.links.expressions.get(rangeKey(callee));
    const { lists } = view.linked.rules;
    if (expression?.kind === "member" && lists !== undefined) {
      const base = await this.evaluate(view, expression.of, depth + 1);
      if (base?.many === true) {
        const gives = lists.get(expression.name.name);
        return gives === undefined ? undefined : gives === "list" ? base : itemOf(base);
      }
      const member = base && await this.#memberOfValue(base, expression.name.name);
      return member && await this.#resultOfEntity(member, depth);
    }
    const entity = await this.#calleeOf(view, callee, depth);
    return entity && await this.#resultOfEntity(entity, depth);
  }

  async #resultOfEntity(entity: Entity, depth: number): Promise<Value | undefined> {
    if (entity.kind !== "named") return { entity: EXTERNAL, instance: true };
    const { file, symbols, declared } = entity;
    if (symbols.some((index) => isTypeKind(file.symbol(index).kind))) {
      return { entity, instance: true };
    }
    if (declared?.returns === undefined) return undefined;
    return await this.#objectOf(file, declared.returns, depth);
  }

  /** What a call calls, not what that evaluates to. */
  async #calleeOf(view: FileView, callee: Range, depth: number): Promise<Entity | undefined> {
    const expression = view.linked.links.expressions.get(rangeKey(callee));
    if (expression?.kind === "same") return await this.#calleeOf(view, expression.of, depth + 1);
    if (expression?.kind === "member") {
      return await this.memberOf(view, expression.of, expression.name.name, depth + 1);
    }
    if (expression !== undefined) return (await this.evaluate(view, callee, depth + 1))?.entity;
    const use = view.use(callee.start);
    if (use === undefined || use.end !== callee.end) return undefined;
    if (isSelfType(view, use.name)) return objectAround(view, use.start, false)?.entity;
    return await this.ofName(view, use.name, use.start);
  }

  async #superAround(view: FileView, at: number): Promise<Value | undefined> {
    const own = objectAround(view, at, true);
    if (own?.entity.kind !== "named") return undefined;
    const [parent] = await this.hierarchy.supers(own.entity);
    return parent && { entity: parent, instance: true };
  }
}
