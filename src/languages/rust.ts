/**
 * Rust. An implementation is named as it is written, `impl Display for Server`; its members are qualified by the bare
 * type, `net::Server::fmt`.
 *
 * Outer attributes are not part of a definition, visibility is. A module under `#[cfg(test)]`, alone or as one part of
 * `all(…)`, is test context with all it holds; `any(…)` and `not(…)` are not.
 * @module
 */
import type { Language } from "./language.ts";
import { rustLinks } from "./rust_links.ts";

const EXTENSIONS = ["rs"];

const TEST_CONDITION = `
  (attribute (identifier) @attribute arguments: (token_tree) @condition)
  (#eq? @attribute "cfg")
  (#match? @condition "^\\\\(\\\\s*(test|all\\\\s*\\\\(([^()]*,)?\\\\s*test\\\\s*(,[^]*)?\\\\))\\\\s*\\\\)$")`;

const QUERY = `
  (mod_item name: (identifier) @name) @def.module
  (struct_item name: (type_identifier) @name) @def.struct
  (union_item name: (type_identifier) @name) @def.struct
  (enum_item name: (type_identifier) @name) @def.enum
  (trait_item name: (type_identifier) @name) @def.trait
  (impl_item "!" @name.first trait: (_) type: (_) @name) @def.impl
  (impl_item trait: (_) @name.first type: (_) @name) @def.impl
  (impl_item !trait type: (_) @name) @def.impl
  (function_item name: [(identifier) (metavariable)] @name) @def.function
  (function_signature_item name: [(identifier) (metavariable)] @name) @def.function
  (type_item name: (type_identifier) @name) @def.type_alias
  (associated_type name: (type_identifier) @name) @def.type_alias
  ((const_item name: (identifier) @name) @def.const (#not-eq? @name "_"))
  (static_item name: (identifier) @name) @def.static
  (attribute_item ${TEST_CONDITION}) @test.mark
  (mod_item) @test.target
  (mod_item body: (declaration_list (inner_attribute_item ${TEST_CONDITION}))) @test
  (source_file (inner_attribute_item ${TEST_CONDITION})) @test`;

/** The type's own name: `Server` for `net::Server<T>`, and for `Display for net::Server<T>`. */
function bareType(implementation: string): string {
  const type = implementation.split(/\sfor\s/).at(-1) ?? implementation;
  return /^(?:[\p{L}\w]+\s*::\s*)*([\p{L}\w]+)\s*(?:<|$)/u.exec(type)?.[1] ?? type;
}

export const rust: Language = {
  id: "rust",
  displayName: "Rust",
  aliases: ["rust", "rs"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "rust",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: "::",
    methodsIn: ["impl", "trait"],
    decorations: ["attribute_item", "line_comment", "block_comment"],
    namePrefix: { impl: "impl " },
    memberScope: bareType,
  },
  links: rustLinks,
};
