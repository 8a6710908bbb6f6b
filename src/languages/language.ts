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
}
