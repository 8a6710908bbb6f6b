/**
 * Python: what a module or a class declares, also under `if`, `try` and `with`; nothing inside a function.
 *
 * Decorators are not part of a definition, `async` is.
 * @module
 */
import type { Language } from "./language.ts";
import { pythonLinks } from "./python_links.ts";

const EXTENSIONS = ["py"];

const QUERY = `
  (class_definition name: (identifier) @name) @def.class
  (function_definition name: (identifier) @name) @def.function
  (function_definition body: (block) @opaque)
  (type_alias_statement left: (type [
    (identifier) @name
    (generic_type (identifier) @name)])) @def.type_alias
  (assignment
    left: (identifier) @name
    type: (type [(identifier) @annotation (attribute attribute: (identifier) @annotation)])
    (#eq? @annotation "TypeAlias")) @def.type_alias`;

export const python: Language = {
  id: "python",
  displayName: "Python",
  aliases: ["python", "py"],
  extensions: EXTENSIONS,
  class: "tree_sitter",
  symbols: {
    grammars: [{
      embedded: "python",
      module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm",
      extensions: EXTENSIONS,
    }],
    query: QUERY,
    separator: ".",
    methodsIn: ["class"],
    decorations: [],
  },
  links: pythonLinks,
};
