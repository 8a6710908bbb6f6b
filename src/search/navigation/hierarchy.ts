/**
 * What types build upon, as they say it.
 * @module
 */
import type { Range } from "../../snapshot/links.ts";
import { type Entity, type Named, symbolEntity, type Value } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Types that are looked at above one. */
export const MAX_SUPERS = 64;

export class Hierarchy {
  readonly #evaluate: (view: FileView, range: Range) => Promise<Value | undefined>;
  readonly #supers = new Map<string, readonly (Entity | undefined)[]>();
  /** Types whose supertypes are being found. */
  readonly #open = new Set<string>();
  readonly #ancestors = new Map<string, Promise<ReadonlySet<string>>>();

  /** `evaluate` says what the expression in a range is. */
  constructor(evaluate: (view: FileView, range: Range) => Promise<Value | undefined>) {
    this.#evaluate = evaluate;
  }

  /** Whether two members of one name stand for each other: the type of one builds upon that of the other. */
  async isOverride(a: Named, b: Named): Promise<boolean> {
    if (a.at.name !== b.at.name || a.file.linked.rules.modules !== b.file.linked.rules.modules) {
      return false;
    }
    const [typeA, typeB] = [holderOf(a), holderOf(b)];
    if (typeA === undefined || typeB === undefined) return false;
    return (await this.#above(typeA)).has(keyOf(typeB)) ||
      (await this.#above(typeB)).has(keyOf(typeA));
  }

  /** Keys of all types that a type builds upon, as far as they are known. */
  #above(type: Named): Promise<ReadonlySet<string>> {
    const key = keyOf(type);
    const known = this.#ancestors.get(key) ?? this.#findAbove(type);
    this.#ancestors.set(key, known);
    return known;
  }

  async #findAbove(type: Named): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const queue = [type];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const parent of await this.supers(next)) {
        if (parent?.kind !== "named" || found.has(keyOf(parent))) continue;
        if (found.size >= MAX_SUPERS) return found;
        found.add(keyOf(parent));
        queue.push(parent);
      }
    }
    return found;
  }

  /** The types that a type says it builds upon; undefined for those that are not known. */
  async supers(type: Named): Promise<readonly (Entity | undefined)[]> {
    const key = keyOf(type);
    const known = this.#supers.get(key);
    if (known !== undefined) return known;
    // What a type builds upon may be named through what it builds upon: one round is enough.
    if (this.#open.has(key)) return [undefined];
    this.#open.add(key);
    try {
      const found = await this.#findSupers(type);
      if (this.#open.size === 1) this.#supers.set(key, found);
      return found;
    } finally {
      this.#open.delete(key);
    }
  }

  async #findSupers({ file, symbols }: Named): Promise<(Entity | undefined)[]> {
    const found: (Entity | undefined)[] = [];
    for (const index of symbols) {
      const symbol = file.symbol(index);
      for (const each of file.linked.links.heritage) {
        if (each.start < symbol.start || each.end > symbol.end) continue;
        if (file.around(each.start)[0] !== index) continue;
        const value = await this.#evaluate(file, each);
        found.push(value?.entity);
      }
    }
    return found;
  }
}

export function keyOf({ file, at }: Named): string {
  return `${file.path}:${at.start}`;
}

/** The type that a member belongs to. */
export function holderOf({ file, symbols }: Named): Named | undefined {
  const [first] = symbols;
  const container = first === undefined ? -1 : file.symbol(first).container;
  if (container < 0 || !isTypeKind(file.symbol(container).kind)) return undefined;
  return symbolEntity(file, container);
}
