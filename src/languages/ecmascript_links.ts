/**
 * How JavaScript and TypeScript bind and use names.
 * @module
 */
import type { LinkRules } from "./language.ts";

const FUNCTIONS = `
  (function_declaration) (function_expression) (generator_function) (generator_function_declaration)
  (arrow_function) (method_definition)`;

/** Names that a pattern binds to parts of a value `@of`; `%` stands for the pattern. */
function parts(declaration: string): string {
  const patterns = [
    "(object_pattern (shorthand_property_identifier_pattern) @bind @name)",
    `(object_pattern (object_assignment_pattern
      left: (shorthand_property_identifier_pattern) @bind @name))`,
    "(object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @bind))",
  ];
  return patterns.map((pattern) => `(${declaration.replace("%", () => pattern)})`).join("\n");
}

/** Functions of lists that call their argument with an element first. */
const CALLBACKS = `"map" "filter" "forEach" "find" "findIndex" "findLast" "findLastIndex" "some"
  "every" "flatMap" "sort" "toSorted"`;

/** The name of a callback's first parameter, which is an element of the list before the call. */
function callback(pattern: string): string {
  return `((call_expression
    function: (member_expression object: (_) @item property: (property_identifier) @calls)
    arguments: (arguments . ${pattern})) (#any-of? @calls ${CALLBACKS}))`;
}

const SHARED = `
  [(identifier) (property_identifier) (private_property_identifier) (shorthand_property_identifier)
   (shorthand_property_identifier_pattern)] @use
  [${FUNCTIONS} (statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)
   (class_declaration) (class)] @scope
  (this) @this
  (super) @super

  ${parts("variable_declarator name: % value: (_) @of")}
  (object_pattern (shorthand_property_identifier_pattern) @bind)
  (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @bind))
  (pair_pattern value: (identifier) @bind)
  (pair_pattern value: (assignment_pattern left: (identifier) @bind))
  (pair_pattern key: (property_identifier) @key)
  (array_pattern (identifier) @bind)
  (array_pattern (assignment_pattern left: (identifier) @bind))
  (rest_pattern (identifier) @bind)
  (arrow_function parameter: (identifier) @bind)
  (for_in_statement kind: _ left: (identifier) @bind)
  (catch_clause parameter: (identifier) @bind)
  (pair key: (property_identifier) @key)
  (labeled_statement label: (statement_identifier) @key)

  (member_expression object: (_) @of property: (_) @name) @member
  (call_expression function: (_) @of) @call
  (new_expression constructor: (_) @of) @new
  (parenthesized_expression (_) @of) @same
  (await_expression (_) @of) @same
  (subscript_expression object: (_) @of) @item
  (for_in_statement kind: _ left: (identifier) @bind operator: "of" right: (_) @item)
  ${callback("(arrow_function parameter: (identifier) @bind)")}

  (import_statement (import_clause (identifier) @local) source: (string (string_fragment) @module)) @import
  (import_statement
    (import_clause (namespace_import (identifier) @local @namespace))
    source: (string (string_fragment) @module)) @import
  (import_statement
    (import_clause (named_imports (import_specifier name: (identifier) @imported !alias)))
    source: (string (string_fragment) @module)) @import
  (import_statement
    (import_clause (named_imports (import_specifier name: (_) @imported alias: (identifier) @local)))
    source: (string (string_fragment) @module)) @import
  (variable_declarator
    name: (identifier) @local @namespace
    value: (call_expression
      function: (identifier) @require
      arguments: (arguments . (string (string_fragment) @module) .))
    (#eq? @require "require")) @import
  (variable_declarator
    name: (object_pattern (shorthand_property_identifier_pattern) @imported)
    value: (call_expression
      function: (identifier) @require
      arguments: (arguments . (string (string_fragment) @module) .))
    (#eq? @require "require")) @import
  (export_statement
    (export_clause (export_specifier name: (_) @imported !alias))
    source: (string (string_fragment) @module)) @export
  (export_statement
    (export_clause (export_specifier name: (_) @imported alias: (_) @exported))
    source: (string (string_fragment) @module)) @export
  (export_statement
    (namespace_export (_) @exported @namespace)
    source: (string (string_fragment) @module)) @export
  (export_statement "*" @star source: (string (string_fragment) @module)) @export
  (export_statement
    (export_clause (export_specifier name: (_) @local !alias)) !source) @export
  (export_statement
    (export_clause (export_specifier name: (_) @local alias: (_) @exported)) !source) @export
  (export_statement "default" @default value: (identifier) @local) @export
  (export_statement "default" @default
    declaration: (_ name: (_) @local)) @export
  (export_statement "default" @default) @export`;

const JAVASCRIPT = `
  ${SHARED}
  (formal_parameters (identifier) @bind)
  ${callback("(arrow_function parameters: (formal_parameters . (identifier) @bind))")}
  (formal_parameters (assignment_pattern left: (identifier) @bind right: (_) @value))
  (variable_declarator name: (identifier) @bind value: (_)? @value)
  (function_declaration name: (identifier) @bind.outer)
  (generator_function_declaration name: (identifier) @bind.outer)
  (class_declaration name: (identifier) @bind.outer)
  (field_definition property: (_) @decl value: (_)? @value)
  (assignment_expression
    left: (member_expression object: (this) property: (property_identifier) @field)
    right: (_) @value)
  (class_declaration (class_heritage (_) @extends))
  (class (class_heritage (_) @extends))`;

const RETURNS = "return_type: (type_annotation (_) @returns)?";
const TYPED = "type: (type_annotation (_) @type)?";

/** Generic types that stand for their argument. */
const WRAPPERS = '"Promise" "Readonly" "Partial" "Required" "NonNullable" "Awaited"';

/** Generic types of the language that hold their last argument. */
const LISTS = '"Array" "ReadonlyArray" "Set" "ReadonlySet" "Iterable" "IterableIterator"';
const MAPS = '"Map" "ReadonlyMap" "WeakMap"';

const TYPESCRIPT = `
  ${SHARED}
  (type_identifier) @use.type
  [(function_signature) (method_signature) (abstract_method_signature) (function_type) (constructor_type)
   (call_signature) (construct_signature) (abstract_class_declaration) (interface_declaration)
   (type_alias_declaration) (internal_module) (module)] @scope
  (type_parameter name: (type_identifier) @bind constraint: (constraint (_) @type)?)
  (infer_type (type_identifier) @bind)
  (mapped_type_clause name: (type_identifier) @bind)
  (variable_declarator name: (identifier) @bind ${TYPED} value: (_)? @value)
  (required_parameter pattern: (identifier) @bind ${TYPED} value: (_)? @value)
  (optional_parameter pattern: (identifier) @bind ${TYPED} value: (_)? @value)
  (required_parameter
    [(accessibility_modifier) "readonly"] pattern: (identifier) @field type: (type_annotation (_) @type))
  ${parts("variable_declarator name: % type: (type_annotation (_) @of)")}
  ${parts("required_parameter pattern: % type: (type_annotation (_) @of)")}
  (variable_declarator
    type: (type_annotation (_) @of)
    value: (object (pair key: (property_identifier) @part @name)))
  ${parts("optional_parameter pattern: % type: (type_annotation (_) @of)")}
  (function_declaration name: (identifier) @bind.outer ${RETURNS})
  (generator_function_declaration name: (identifier) @bind.outer)
  (function_signature name: (identifier) @bind.outer @bodiless ${RETURNS})
  (class_declaration name: (type_identifier) @bind.outer)
  (abstract_class_declaration name: (type_identifier) @bind.outer)
  (interface_declaration name: (type_identifier) @bind.outer)
  (type_alias_declaration name: (type_identifier) @bind.outer value: (_) @type)
  (enum_declaration name: (identifier) @bind)
  (enum_body name: (property_identifier) @field)
  (enum_assignment name: (property_identifier) @field)
  (internal_module name: (identifier) @bind.outer)
  (module name: (identifier) @bind.outer)
  (method_definition name: (_) @decl ${RETURNS})
  (method_signature name: (_) @decl @bodiless ${RETURNS})
  (abstract_method_signature name: (_) @decl @bodiless ${RETURNS})
  (public_field_definition name: (_) @decl ${TYPED} value: (_)? @value)
  (property_signature name: (_) @decl ${TYPED})
  (index_signature name: (identifier) @bind)

  ${
  callback(
    "(arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @bind !type)))",
  )
}
  (object_type) @shape
  (array_type (_) @of) @list
  ((generic_type name: (_) @wrapper type_arguments: (type_arguments . (_) @of .)) @list
    (#any-of? @wrapper ${LISTS}))
  ((generic_type name: (_) @wrapper type_arguments: (type_arguments (_) . (_) @of .)) @list
    (#any-of? @wrapper ${MAPS}))
  ((new_expression constructor: (_) @wrapper type_arguments: (type_arguments . (_) @of .)) @list
    (#any-of? @wrapper ${LISTS}))
  ((new_expression constructor: (_) @wrapper type_arguments: (type_arguments (_) . (_) @of .)) @list
    (#any-of? @wrapper ${MAPS}))
  (non_null_expression (_) @of) @same
  (as_expression (_) (_) @of) @same
  (satisfies_expression . (_) @of) @same
  ((generic_type name: (_) @of) @same (#not-any-of? @of ${WRAPPERS}))
  ((generic_type name: (_) @wrapper type_arguments: (type_arguments . (_) @of)) @same
    (#any-of? @wrapper ${WRAPPERS}))
  (parenthesized_type (_) @of) @same
  (readonly_type (_) @of) @same
  (nested_type_identifier module: (_) @of name: (_) @name) @member
  (nested_identifier object: (_) @of property: (_) @name) @member
  (instantiation_expression (_) @of . (type_arguments)) @same
  (type_query (_) @of) @same
  (union_type (_) @of (literal_type [(undefined) (null)])) @same

  (class_heritage (extends_clause value: (_) @extends))
  (class_heritage (implements_clause (_) @implements))
  (interface_declaration (extends_type_clause (_) @extends))
  (import_statement
    (import_require_clause (identifier) @local @namespace source: (string (string_fragment) @module))) @import`;

const JSX = `
  ((jsx_opening_element name: (identifier) @skip) (#match? @skip "^[a-z]"))
  ((jsx_self_closing_element name: (identifier) @skip) (#match? @skip "^[a-z]"))
  ((jsx_closing_element name: (identifier) @skip) (#match? @skip "^[a-z]"))
  (jsx_opening_element name: (_) @of) @call
  (jsx_self_closing_element name: (_) @of) @call
  (jsx_attribute . (property_identifier) @key)`;

/** Names of members that objects of the language itself have. */
const COMMON: ReadonlySet<string> = new Set(
  [
    Object.prototype,
    Function.prototype,
    Array.prototype,
    String.prototype,
    Number.prototype,
    RegExp.prototype,
    Date.prototype,
    Map.prototype,
    Set.prototype,
    Promise.prototype,
    Error.prototype,
    Request.prototype,
    Response.prototype,
    Headers.prototype,
    URL.prototype,
    URLSearchParams.prototype,
    Object,
    Array,
    Promise,
    JSON,
    Math,
    console,
  ].flatMap((owner) => Object.getOwnPropertyNames(owner)),
);

/** Functions of arrays, sets and maps by what they give. */
const LIST_MEMBERS: ReadonlyMap<string, "item" | "list"> = new Map([
  ...["find", "findLast", "at", "pop", "shift", "get"].map((name) => [name, "item"] as const),
  ...["filter", "slice", "concat", "sort", "reverse", "toSorted", "toReversed", "values"].map(
    (name) => [name, "list"] as const,
  ),
]);

const RULES = {
  modules: "es",
  self: [],
  maker: "constructor",
  bareMembers: false,
  overrides: true,
  sequential: false,
  lists: LIST_MEMBERS,
  common: COMMON,
} as const;

export const javascriptLinks: LinkRules = {
  ...RULES,
  query: JAVASCRIPT,
  also: { javascript: JSX },
};
export const typescriptLinks: LinkRules = { ...RULES, query: TYPESCRIPT, also: { tsx: JSX } };
