/**
 * TypeScript and TSX: two grammars, one query.
 *
 * Every overload is a symbol of its own. Members of an object type are symbols where a symbol that is no function
 * encloses them: an interface, a type alias, a property. Those of parameters are not.
 * @module
 */
import { declarationPatterns, MEMBER_NAME, MODULE_SCOPES, variablePatterns } from "./ecmascript.ts";
import { typescriptLinks } from "./ecmascript_links.ts";
import type { Language } from "./language.ts";

const SCOPES = [
  ...MODULE_SCOPES,
  "(ambient_declaration %)",
  "(internal_module body: (statement_block %))",
  "(module body: (statement_block %))",
  "(ambient_declaration (statement_block %))",
];

const QUERY = `
  ${declarationPatterns("type_identifier")}
  ${variablePatterns(SCOPES)}
  (abstract_class_declaration name: (type_identifier) @name) @def.class
  (interface_declaration name: (type_identifier) @name) @def.interface
  (enum_declaration name: (identifier) @name) @def.enum
  (type_alias_declaration name: (type_identifier) @name) @def.type_alias
  (function_signature name: (identifier) @name) @def.function
  (internal_module name: [(identifier) (nested_identifier)] @name) @def.module
  (internal_module name: (string (string_fragment) @name)) @def.module
  (module name: [(identifier) (nested_identifier)] @name) @def.module
  (module name: (string (string_fragment) @name)) @def.module
  (ambient_declaration "global" @name (statement_block)) @def.module
  (class_body (method_signature name: ${MEMBER_NAME}) @def.method)
  (abstract_method_signature name: ${MEMBER_NAME}) @def.method
  (public_field_definition name: ${MEMBER_NAME}) @def.property
  (method_signature name: ${MEMBER_NAME}) @member.method
  (property_signature name: ${MEMBER_NAME}) @member.property`;

export const typescriptTsx: Language = {
  id: "typescript_tsx",
  displayName: "TypeScript / TSX",
  aliases: ["typescript", "ts", "tsx"],
  extensions: ["ts", "tsx", "mts", "cts"],
  class: "tree_sitter",
  symbols: {
    grammars: [
      {
        embedded: "typescript",
        module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm",
        extensions: ["ts", "mts", "cts"],
      },
      {
        embedded: "tsx",
        module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm",
        extensions: ["tsx"],
      },
    ],
    query: QUERY,
    separator: ".",
    methodsIn: [],
    decorations: ["decorator", "comment"],
  },
  links: typescriptLinks,
};
