/**
 * PHP. Qualified names are written as PHP has them: `App\Cart` and `App\Cart::total`.
 *
 * A name space without braces encloses nothing, so it is nobody's container. Attributes and modifiers are part of a
 * definition; a property is named without its `$`.
 * @module
 */
import type { Language } from "./language.ts";
import { phpLinks } from "./php_links.ts";

const EXTENSIONS = ["php"];

const QUERY = `
  (namespace_definition name: (namespace_name) @name body: (_)) @def.module
  (namespace_definition name: (namespace_name) @name) @clause.module
  (function_definition name: (name) @name) @def.function
  (class_declaration name: (name) @name) @def.class
  (interface_declaration name: (name) @name) @def.interface
  (trait_declaration name: (name) @name) @def.php_trait
  (enum_declaration name: (name) @name) @def.php_enum
  (enum_case name: (name) @name) @def.enum_case
  (method_declaration name: (name) @name) @def.method
  (property_declaration (property_element (variable_name (name) @name)) @def.property) @span
  (property_promotion_parameter name: (variable_name (name) @name)) @def.property
  (const_declaration (const_element (name) @name) @def.constant) @span`;

export const php: Language = {
  id: "php",
  displayName: "PHP",
  aliases: ["php"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "php",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: "\\",
    memberSeparator: "::",
    methodsIn: [],
    decorations: [],
  },
  links: phpLinks,
};
