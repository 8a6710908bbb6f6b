/**
 * Reads what a link query found in one tree. The capture vocabulary is that of `LinkRules`.
 * @module
 */
import {
  type Binding,
  type Declared,
  type Expression,
  type FileLinks,
  type Heritage,
  type ImportedName,
  type Range,
  rangeKey,
  type ScopeRange,
  type Token,
} from "./links.ts";
import {
  type Bound,
  boundBy,
  type Captures,
  rangeOf,
  readImport,
  tokenOf,
} from "./link_imports.ts";
import type { Node, QueryMatch } from "./parser.ts";

/** Reads the matches of a language's link query over a text. */
export function readLinks(matches: readonly QueryMatch[], length: number): FileLinks {
  const reader = new LinkReader();
  for (const { captures } of matches) {
    reader.read(new Map(captures.map(({ name, node }) => [name, node])));
  }
  return reader.finish(length);
}

class LinkReader {
  readonly #uses = new Map<number, Token>();
  readonly #typeUses = new Set<number>();
  readonly #scopes = new Map<number, ScopeRange>();
  readonly #bound = new Map<number, Bound>();
  readonly #members = new Map<number, Token & Declared>();
  readonly #fields = new Map<number, Token & Declared>();
  readonly #expressions = new Map<number, Expression>();
  readonly #keys = new Set<number>();
  readonly #bodiless = new Set<number>();
  readonly #skipped = new Set<number>();
  readonly #errors: Range[] = [];
  readonly #imports = new Map<string, ImportedName>();
  readonly #heritage = new Map<number, Heritage>();

  read(captures: Captures): void {
    const bodiless = captures.get("bodiless");
    if (bodiless !== undefined) this.#bodiless.add(bodiless.startIndex);
    for (const [name, node] of captures) {
      if (this.#take(name, node, captures)) return;
    }
  }

  finish(length: number): FileLinks {
    const scopes = [
      { start: 0, end: length, isClass: false, isModule: true },
      ...[...this.#scopes.values()].sort(byPosition),
    ];
    const imports = [...this.#imports.values()];
    const bound = [...this.#bound.values(), ...boundBy(imports)].sort(byPosition);
    return {
      uses: [...this.#uses.values()].filter(({ start }) => !this.#skipped.has(start)).sort(
        byPosition,
      ),
      typeUses: this.#typeUses,
      scopes,
      bindings: bindingsOf(bound, scopes),
      members: this.#members,
      fields: [...this.#fields.values()],
      expressions: this.#expressions,
      keys: this.#keys,
      bodiless: this.#bodiless,
      errors: this.#errors,
      imports,
      heritage: [...this.#heritage.values()].sort(byPosition),
    };
  }

  /** Whether the capture says what the match is; then it has been taken. */
  #take(capture: string, node: Node, captures: Captures): boolean {
    switch (capture) {
      case "use.type":
        this.#typeUses.add(node.startIndex);
        this.#uses.set(node.startIndex, tokenOf(node));
        return true;
      case "use":
        this.#uses.set(node.startIndex, tokenOf(node));
        return true;
      case "part":
        this.#part(captures);
        return true;
      case "skip":
        this.#skipped.add(node.startIndex);
        return true;
      case "error":
        this.#errors.push(rangeOf(node));
        return true;
      case "key":
        this.#keys.add(node.startIndex);
        return true;
      case "scope":
      case "scope.class":
      case "scope.module":
        this.#scopes.set(rangeKey(rangeOf(node)), {
          ...rangeOf(node),
          isClass: capture === "scope.class",
          isModule: capture === "scope.module",
        });
        return true;
      case "bind":
      case "bind.outer": {
        const outer = capture === "bind.outer";
        const known = this.#bound.get(node.startIndex);
        this.#part(captures);
        this.#bound.set(node.startIndex, { ...declared(node, captures, known), outer });
        return true;
      }
      case "decl":
        this.#members.set(
          node.startIndex,
          declared(node, captures, this.#members.get(node.startIndex)),
        );
        return true;
      case "field":
        this.#fields.set(
          node.startIndex,
          declared(node, captures, this.#fields.get(node.startIndex)),
        );
        return true;
      case "extends":
      case "implements":
      case "on":
        this.#heritage.set(node.startIndex, { ...rangeOf(node), relation: capture });
        return true;
      case "import":
      case "export":
        this.#import(readImport(capture === "export", node, captures));
        return true;
      default:
        return this.#expression(capture, node, captures);
    }
  }

  /** A name that is bound to a part `@name` of `@of`. */
  #part(captures: Captures): void {
    const of = captures.get("of");
    const name = captures.get("name");
    if (of === undefined || name === undefined) return;
    const part = {
      kind: "member",
      of: rangeOf(of),
      name: tokenOf(name),
      called: false,
    } as const;
    this.#expressions.set(rangeKey(part.name), part);
  }

  #expression(kind: string, node: Node, captures: Captures): boolean {
    const of = captures.get("of");
    const name = captures.get("name");
    const expression = expressionOf(kind, of, name);
    if (expression === undefined) return false;
    // A node of one part covers the same range as the part.
    const isPart = expression.kind === "same" &&
      rangeKey(expression.of) === rangeKey(rangeOf(node));
    // What makes a list is also read as what makes an object of its class, which tells less.
    const told = this.#expressions.get(rangeKey(rangeOf(node)));
    if (isPart || told?.kind === "list") return true;
    this.#expressions.set(rangeKey(rangeOf(node)), expression);
    return true;
  }

  #import({ key, read }: ReturnType<typeof readImport>): void {
    this.#imports.set(key, read);
  }
}

function expressionOf(
  kind: string,
  of: Node | undefined,
  name: Node | undefined,
): Expression | undefined {
  if (kind === "this" || kind === "super" || kind === "shape") return { kind };
  if (of === undefined) return undefined;
  const called = kind === "member.call";
  if ((kind === "member" || called) && name !== undefined) {
    return { kind: "member", of: rangeOf(of), name: tokenOf(name), called };
  }
  if (kind === "call" || kind === "new" || kind === "literal" || kind === "same") {
    return { kind, of: rangeOf(of) };
  }
  if (kind === "list" || kind === "item") return { kind, of: rangeOf(of) };
  return undefined;
}

function declared(
  node: Node,
  captures: Captures,
  known: Declared | undefined,
): Token & Declared {
  const part = (
    name: "type" | "value" | "returns" | "item",
  ): Partial<Record<typeof name, Range>> => {
    const found = captures.get(name);
    return found === undefined ? {} : { [name]: rangeOf(found) };
  };
  const named = captures.has("of") ? captures.get("name") : undefined;
  return {
    ...part("type"),
    ...(named === undefined ? part("value") : { value: rangeOf(named) }),
    ...part("returns"),
    ...part("item"),
    ...known,
    ...tokenOf(node),
  };
}

/** Each binding with the scope it is bound in: the innermost around it, or the one around that. */
function bindingsOf(
  bound: readonly Bound[],
  scopes: readonly ScopeRange[],
): Binding[] {
  const open: number[] = [0];
  let next = 1;
  return bound.map(({ outer, ...token }): Binding => {
    for (
      let scope = scopes[next];
      scope !== undefined && scope.start <= token.start;
      scope = scopes[next]
    ) {
      close(open, scopes, scope.start);
      open.push(next);
      next++;
    }
    close(open, scopes, token.start);
    const scope = (outer ? open.at(-2) : open.at(-1)) ?? 0;
    return { ...token, scope };
  });
}

function close(open: number[], scopes: readonly ScopeRange[], at: number): void {
  while (open.length > 1 && (scopes[open.at(-1) ?? 0]?.end ?? 0) <= at) open.pop();
}

function byPosition(a: Range, b: Range): number {
  return a.start - b.start || b.end - a.end;
}
