/**
 * Java. Qualified names begin with the package: `com.shop.Cart.total`.
 *
 * The package clause encloses nothing, so it is nobody's container. A field is a constant if it is `static final` or
 * belongs to an interface, else a property. Annotations and modifiers are part of a definition.
 * @module
 */
import { javaLinks } from "./java_links.ts";
import type { Language } from "./language.ts";

const EXTENSIONS = ["java"];

const FIELD = "(field_declaration % declarator: (variable_declarator name: (identifier) @name))";

const QUERY = `
  (package_declaration [(identifier) (scoped_identifier)] @name) @clause.module
  (class_declaration name: (identifier) @name) @def.class
  (record_declaration name: (identifier) @name) @def.class
  (interface_declaration name: (identifier) @name) @def.interface
  (annotation_type_declaration name: (identifier) @name) @def.interface
  (enum_declaration name: (identifier) @name) @def.enum
  (enum_constant name: (identifier) @name) @def.enum_case
  (method_declaration name: (identifier) @name) @def.method
  (constructor_declaration name: (identifier) @name) @def.method
  (compact_constructor_declaration name: (identifier) @name) @def.method
  (annotation_type_element_declaration name: (identifier) @name) @def.method
  (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @def.constant
  ${FIELD.replace("%", '(modifiers "static" "final")')} @def.constant
  ${FIELD.replace("%", '(modifiers "final" "static")')} @def.constant
  ${FIELD.replace("%", "")} @def.property`;

export const java: Language = {
  id: "java",
  displayName: "Java",
  aliases: ["java"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "java",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: ".",
    methodsIn: [],
    decorations: [],
  },
  links: javaLinks,
};
