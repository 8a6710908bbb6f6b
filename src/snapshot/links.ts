/**
 * What stands in one file about names: tokens, scopes, bindings, imports and how expressions are built.
 *
 * Positions are UTF-16 indexes of the decoded text, half-open. Nothing is resolved here.
 * @module
 */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Token extends Range {
  readonly name: string;
}

/** What a declaration says about what it declares: ranges of expressions. */
export interface Declared {
  readonly type?: Range;
  readonly value?: Range;
  readonly returns?: Range;
  /** A list of which it is an element. */
  readonly item?: Range;
}

export interface Binding extends Token, Declared {
  /** Position in `scopes`. */
  readonly scope: number;
  /** Position in `imports` of the statement that binds the name. */
  readonly import?: number;
}

export interface ScopeRange extends Range {
  /** Its names are seen by its own statements only, not by functions in it. */
  readonly isClass: boolean;
  /** Names of what is around it are not seen in it. */
  readonly isModule: boolean;
}

export type Expression =
  /** `called`: the whole calls the member. */
  | {
    readonly kind: "member";
    readonly of: Range;
    readonly name: Token;
    readonly called: boolean;
  }
  | { readonly kind: "call" | "new" | "literal" | "same"; readonly of: Range }
  /** `list`: a list of what `of` names; `item`: an element of the list `of`. */
  | { readonly kind: "list" | "item"; readonly of: Range }
  /** `shape`: a type that is written out by its members. */
  | { readonly kind: "this" | "super" | "shape" };

export interface ImportedName {
  /** As it is written, without quotes; empty for an export of the file's own name. */
  readonly module: string;
  readonly moduleAt: Range;
  /** `name`: one name; `module`: the module itself; `all`: every name. */
  readonly what: "name" | "module" | "all";
  /** The name there; `default` where the statement has none. */
  readonly imported?: Token;
  /** The name here. */
  readonly local?: Token;
  /** The name for others; set for exports only, `default` for a default export. */
  readonly exported?: Token;
  readonly isExport: boolean;
  readonly at: Range;
}

export interface Heritage extends Range {
  readonly relation: "extends" | "implements" | "on";
}

export interface FileLinks {
  /** By start. */
  readonly uses: readonly Token[];
  /** Starts of uses that can name types only. */
  readonly typeUses: ReadonlySet<number>;
  /** The first is the whole file; the others by start, longer first. */
  readonly scopes: readonly ScopeRange[];
  readonly bindings: readonly Binding[];
  /** Members by the start of the token that names them. */
  readonly members: ReadonlyMap<number, Token & Declared>;
  /** Members that their object gets outside of its own list, such as `self.x = 1`. */
  readonly fields: readonly (Token & Declared)[];
  readonly expressions: ReadonlyMap<number, Expression>;
  /** Starts of tokens that name a part of something unknown. */
  readonly keys: ReadonlySet<number>;
  /** Starts of the names of declarations without a body. */
  readonly bodiless: ReadonlySet<number>;
  readonly imports: readonly ImportedName[];
  readonly heritage: readonly Heritage[];
  /** What the parser could not make sense of. */
  readonly errors: readonly Range[];
}

/** No file that is parsed has more units. */
const UNITS = 2 ** 26;

/** Names a range in `expressions`. */
export function rangeKey({ start, end }: Range): number {
  return start * UNITS + end;
}

export function rangeOfKey(key: number): Range {
  return { start: Math.floor(key / UNITS), end: key % UNITS };
}
