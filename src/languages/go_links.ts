/**
 * How Go binds and uses names.
 * @module
 */
import type { LinkRules } from "./language.ts";

const QUERY = `
  [(identifier) (type_identifier) (field_identifier) (package_identifier)] @use
  [(function_declaration) (method_declaration) (func_literal) (block) (if_statement) (for_statement)
   (expression_switch_statement) (type_switch_statement) (expression_case) (type_case) (communication_case)
   (default_case) (select_statement) (type_spec)] @scope

  (type_spec name: (type_identifier) @bind.outer)
  (type_parameter_declaration name: (identifier) @bind)
  (function_declaration name: (identifier) @bind.outer result: (_)? @returns)
  (method_declaration name: (field_identifier) @decl result: (_)? @returns)
  (method_elem name: (field_identifier) @decl @bodiless result: (_)? @returns)
  (parameter_declaration name: (identifier) @bind type: (_) @type)
  (variadic_parameter_declaration name: (identifier) @bind)
  (var_spec name: (identifier) @bind type: (_) @type)
  (var_spec name: (identifier) @bind value: (expression_list . (_) @value))
  (const_spec name: (identifier) @bind)
  (short_var_declaration left: (expression_list . (identifier) @bind) right: (expression_list . (_) @value))
  (short_var_declaration left: (expression_list (identifier) @bind))
  (range_clause left: (expression_list (identifier) @bind))
  (type_switch_statement alias: (expression_list (identifier) @bind))
  (field_declaration name: (field_identifier) @field type: (_) @type)
  (keyed_element . (literal_element (identifier) @key))

  (selector_expression operand: (_) @of field: (field_identifier) @name) @member
  (qualified_type package: (package_identifier) @of name: (type_identifier) @name) @member
  (call_expression function: (_) @of) @call
  (composite_literal type: (_) @of) @literal
  (composite_literal type: (_) @of
    body: (literal_value (keyed_element . (literal_element (identifier) @part @name))))
  (unary_expression operand: (_) @of) @same
  (pointer_type (_) @of) @same
  (slice_type element: (_) @of) @same
  (generic_type type: (_) @of) @same
  (parenthesized_expression (_) @of) @same
  (index_expression operand: (_) @of) @same
  (type_assertion_expression type: (_) @of) @same
  (parameter_list . (parameter_declaration !name type: (_) @of)) @same

  (field_declaration !name type: (_) @on)
  (type_elem . (_) @extends .)

  (import_spec !name path: (_ (interpreted_string_literal_content) @module)) @namespace @import
  (import_spec name: (package_identifier) @local
    path: (_ (interpreted_string_literal_content) @module)) @namespace @import`;

const COMMON: ReadonlySet<string> = new Set(
  `Error String Read Write Close Len Less Swap Get Set Add Done Wait Lock Unlock RLock RUnlock Name Value Type Run
   Next Scan Text Bytes Reset Do Header Context Err Load Store Range Printf Errorf Fatal Fatalf Log Logf`
    .split(
      /\s+/,
    ),
);

export const goLinks: LinkRules = {
  query: QUERY,
  modules: "go",
  self: [],
  bareMembers: false,
  overrides: true,
  sequential: true,
  common: COMMON,
};
