/**
 * How Rust binds and uses names.
 *
 * A `use` list is read one level deep, as nearly all of them are written.
 * @module
 */
import type { LinkRules } from "./language.ts";

/** Names of one `use`: `%` stands for where they are. */
const USES = [
  "(use_declaration argument: %)",
];

function uses(): string {
  return USES.flatMap((use) => [
    use.replace("%", () => "(scoped_identifier path: (_) @module name: (identifier) @imported)"),
    use.replace(
      "%",
      () =>
        "(use_as_clause path: (scoped_identifier path: (_) @module name: (identifier) @imported) alias: (identifier) @local)",
    ),
    use.replace("%", () => "(use_wildcard (_) @module) @star"),
    use.replace(
      "%",
      () => "(scoped_use_list path: (_) @module list: (use_list (identifier) @imported))",
    ),
    use.replace(
      "%",
      () => "(scoped_use_list path: (_) @module list: (use_list (self) @namespace))",
    ),
    use.replace("%", () =>
      `(scoped_use_list path: (_) @module
         list: (use_list (use_as_clause path: (identifier) @imported alias: (identifier) @local)))`),
    use.replace("%", () =>
      `(scoped_use_list path: (_) @prefix
         list: (use_list (scoped_identifier path: (_) @module name: (identifier) @imported)))`),
    use.replace("%", () =>
      `(scoped_use_list path: (_) @prefix
         list: (use_list (scoped_use_list path: (_) @module list: (use_list (identifier) @imported))))`),
  ]).map((pattern) => `${pattern} @import`).join("\n");
}

const QUERY = `
  [(identifier) (type_identifier) (field_identifier) (shorthand_field_identifier)] @use
  (mod_item body: (_)) @scope.module
  [(function_item) (function_signature_item) (closure_expression) (block) (match_arm) (for_expression)
   (if_expression) (while_expression) (impl_item) (trait_item) (struct_item) (enum_item) (type_item)] @scope
  [(crate) (super)] @use
  (self) @this

  (type_parameter name: (type_identifier) @bind)
  (parameter pattern: (identifier) @bind type: (_) @type)
  (parameter pattern: (mut_pattern (identifier) @bind) type: (_) @type)
  (closure_parameters (identifier) @bind)
  (let_declaration pattern: (identifier) @bind type: (_)? @type value: (_)? @value)
  (let_declaration pattern: (mut_pattern (identifier) @bind) type: (_)? @type value: (_)? @value)
  (tuple_pattern (identifier) @bind)
  (tuple_struct_pattern type: (_) (identifier) @bind)
  (for_expression pattern: (identifier) @bind)
  (captured_pattern . (identifier) @bind)
  (field_pattern name: (shorthand_field_identifier) @bind)
  (field_declaration name: (field_identifier) @field type: (_) @type)
  (function_item name: (identifier) @decl return_type: (_)? @returns)
  (function_signature_item name: (identifier) @decl @bodiless return_type: (_)? @returns)
  (field_initializer field: (field_identifier) @key)

  (field_expression value: (_) @of field: (field_identifier) @name) @member
  (scoped_identifier path: (_) @of name: (identifier) @name) @member
  (scoped_type_identifier path: (_) @of name: (type_identifier) @name) @member
  (call_expression function: (_) @of) @call
  (struct_expression name: (_) @of) @literal
  (struct_expression name: (_) @of
    body: (field_initializer_list (field_initializer field: (field_identifier) @part @name)))
  (macro_invocation macro: (_) @of) @call
  (generic_function function: (_) @of) @same
  (generic_type type: (_) @of) @same
  (reference_type type: (_) @of) @same
  (reference_expression value: (_) @of) @same
  (unary_expression (_) @of) @same
  (try_expression (_) @of) @same
  (await_expression (_) @of) @same
  (parenthesized_expression (_) @of) @same

  (impl_item trait: (_) @implements)
  (impl_item type: (_) @on)
  (trait_item bounds: (trait_bounds (_) @extends))

  ${uses()}`;

const COMMON: ReadonlySet<string> = new Set(
  `new clone len is_empty iter iter_mut into_iter map filter collect unwrap expect as_ref as_str to_string to_owned
   push pop insert remove get get_mut contains extend next fmt from into default eq cmp hash drop deref borrow
   read write lock send recv join ok err take replace and_then or_else unwrap_or parse split trim start end
   name value as_bytes iter find any all fold zip enumerate min max sum`.split(/\s+/),
);

export const rustLinks: LinkRules = {
  query: QUERY,
  modules: "rust",
  self: [],
  bareMembers: false,
  overrides: true,
  sequential: true,
  common: COMMON,
};
