/**
 * What a language is: its names, its files, and how its symbols are found.
 *
 * A language is one file that exports one `Language`, plus one line in `registry.ts`. Queries are strings, because
 * text imports need an unstable flag on the oldest runtime the program supports.
 * @module
 */

/** Every kind a symbol can have; the order carries no meaning. */
export const SYMBOL_KINDS = [
  "module",
  "component",
  "section",
  "slot",
  "struct",
  "enum",
  "enum_case",
  "trait",
  "impl",
  "function",
  "method",
  "type_alias",
  "const",
  "static",
  "class",
  "interface",
  "php_trait",
  "php_enum",
  "property",
  "constant",
  "protocol",
  "extension",
  "macro",
  "selector",
  "heading",
  "key",
] as const;

export type SymbolKind = typeof SYMBOL_KINDS[number];

/** How deep a language is understood. */
export type LanguageClass = "tree_sitter" | "outline_only" | "bounded_scanner";

/** A compiled grammar: its file name in the binary's assets, and the module that holds it when run from source. */
export interface Grammar {
  readonly embedded: string;
  readonly module: string;
  /** Extensions of the files this grammar reads. */
  readonly extensions: readonly string[];
}

/**
 * How symbols are read off a syntax tree.
 *
 * `query` is a tree-sitter query with a fixed capture vocabulary:
 *
 * - `@def.KIND` the definition, `@name` the node that names it. If two patterns name the same node, the first wins:
 *   patterns go from specific to general.
 * - `@member.KIND` a definition that counts only inside a type, never in a function or alone.
 * - `@clause.KIND` a definition that encloses nothing, but qualifies what follows it, such as a package clause.
 * - `@span` the statement around a definition; it is the definition if it declares nothing else.
 * - `@name.first` the node at which a name of several nodes begins; it ends with `@name`.
 * - `@owner` a type named by a definition that stands outside of it; it qualifies the name.
 * - `@opaque` a range in which nothing is a symbol.
 * - `@test` a range that is compiled for tests only, as is a `@test.target` with a `@test.mark` among its decorations.
 */
export interface SymbolRules {
  readonly grammars: readonly Grammar[];
  readonly query: string;
  /** Stands between the parts of a qualified name. */
  readonly separator: string;
  /** Kinds whose functions are methods. */
  readonly methodsIn: readonly SymbolKind[];
  /** Types of nodes that stand in front of a definition, or first in it, and are not part of it. */
  readonly decorations: readonly string[];
  /** Text in front of the names of a kind. */
  readonly namePrefix?: Readonly<Partial<Record<SymbolKind, string>>>;
  /** What qualifies the members of a symbol, given the source of its name; default: the name. */
  readonly memberScope?: (name: string) => string;
  /** Stands in front of members of anything but a module; default: `separator`. */
  readonly memberSeparator?: string;
}

/** How the names a module speaks of are found in a repository. */
export type ModuleStyle = "es" | "python" | "go" | "rust" | "java" | "php";

/**
 * How names are bound, used and connected, read off a syntax tree when a question is asked.
 *
 * `query` is a tree-sitter query. The first capture of a match that is listed here says what the match is:
 *
 * - `@use` a token that may name something, `@use.type` one that may name a type only, where the two are apart.
 * - `@scope` a range in which names are bound; `@scope.class` one whose names only its own statements see.
 * - `@bind` a token that binds its name in the innermost scope, `@bind.outer` in the one around that, and `@decl` or
 *   `@field` one that names a member. With them `@type`, `@value`, `@returns`, `@item` (expressions; the last a list of
 *   which it is an element) and `@bodiless`.
 * - `@member` an expression that names a part `@name` of `@of`, `@member.call` one that calls it; `@call` and `@new` one that calls `@of`; `@same` one
 *   that stands for `@of`; `@this` and `@super`.
 * - `@shape` a type that is written out by its members, which are `@decl`.
 * - `@list` a list of what `@of` names; `@item` an element of the list `@of`.
 * - `@literal` an object of the type `@of` that no call makes; `@part` a token `@name` that names a member of `@of`.
 * - `@key` a token that names a part of something unknown; `@skip` one that names nothing after all.
 * - `@extends`, `@implements` a type that the type around it builds upon; `@on` the type to which an outer block adds.
 * - `@import` a statement with `@module`, the `@prefix` of that, `@imported`, `@local`, and `@star` or `@namespace`; `@export` a statement
 *   with `@local`, `@exported`, and the same.
 */
export interface LinkRules {
  readonly query: string;
  /** Further patterns for one grammar, by its embedded name. */
  readonly also?: Readonly<Record<string, string>>;
  readonly modules: ModuleStyle;
  /** Parameters that stand for the object a method belongs to, where they have no type. */
  readonly self: readonly string[];
  /** Members are named without an object inside their type. */
  readonly bareMembers: boolean;
  /** A member named through a type above or below counts as a reference, as the language's own tools have it. */
  readonly overrides: boolean;
  /** A name is bound from its declaration on, not in its whole scope. */
  readonly sequential: boolean;
  /** Name of the method that makes objects; absent where that is the type's own name, or no method. */
  readonly maker?: string;
  /** Functions of lists that give one of their elements, or a list of such. */
  readonly lists?: ReadonlyMap<string, "item" | "list">;
  /** Members of the language's own objects: such a name alone tells nothing. */
  readonly common: ReadonlySet<string>;
}

export interface Language {
  /** Name on the wire. */
  readonly id: string;
  readonly displayName: string;
  /** Other names a client may use, lower case. */
  readonly aliases: readonly string[];
  /** Without the first dot, lower case. */
  readonly extensions: readonly string[];
  readonly class: LanguageClass;
  /** Absent: files are known, symbols are not extracted. */
  readonly symbols?: SymbolRules;
  /** Absent: names are compared, not resolved. */
  readonly links?: LinkRules;
}
