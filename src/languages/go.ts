/**
 * Go. Qualified names begin with the package and, for a method, hold the receiver's type: `http.Server.Listen`.
 *
 * The package clause encloses nothing, so it is nobody's container. Constants count at package level only.
 * @module
 */
import { goLinks } from "./go_links.ts";
import type { Language } from "./language.ts";

const EXTENSIONS = ["go"];

// Written flat: tree-sitter loses branches of an alternation inside an alternation.
const RECEIVER_TYPE = `[
  (type_identifier) @owner
  (generic_type type: (type_identifier) @owner)
  (pointer_type (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))]`;

const QUERY = `
  (package_clause (package_identifier) @name) @clause.module
  ((function_declaration name: (identifier) @name) @def.function (#not-eq? @name "_"))
  (method_declaration
    receiver: (parameter_list (parameter_declaration
      type: ${RECEIVER_TYPE}))
    name: (field_identifier) @name) @def.method
  (method_declaration name: (field_identifier) @name) @def.method
  (type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @def.struct) @span
  (type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @def.interface) @span
  (type_declaration (type_spec name: (type_identifier) @name) @def.type_alias) @span
  (type_declaration (type_alias name: (type_identifier) @name) @def.type_alias) @span
  (method_elem name: (field_identifier) @name) @member.method
  (source_file
    (const_declaration (const_spec (identifier) @name) @def.const) @span
    (#not-eq? @name "_"))`;

export const go: Language = {
  id: "go",
  displayName: "Go",
  aliases: ["go", "golang"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "go",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: ".",
    methodsIn: [],
    decorations: [],
  },
  links: goLinks,
};
