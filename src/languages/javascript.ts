/**
 * JavaScript with JSX.
 *
 * A nameless default export is named `default`. Fields are properties, whatever they hold.
 * @module
 */
import { declarationPatterns, MEMBER_NAME, MODULE_SCOPES, variablePatterns } from "./ecmascript.ts";
import { javascriptLinks } from "./ecmascript_links.ts";
import type { Language } from "./language.ts";

const EXTENSIONS = ["js", "jsx", "mjs", "cjs"];

const QUERY = `
  ${declarationPatterns("identifier")}
  ${variablePatterns(MODULE_SCOPES)}
  (field_definition property: ${MEMBER_NAME}) @def.property`;

export const javascript: Language = {
  id: "javascript",
  displayName: "JavaScript",
  aliases: ["javascript", "js", "jsx"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "javascript",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: ".",
    methodsIn: [],
    decorations: ["decorator", "comment"],
  },
  links: javascriptLinks,
};
