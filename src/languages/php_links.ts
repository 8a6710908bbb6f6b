/**
 * How PHP binds and uses names. Variables are bound by their first mention; functions see none of what is around them.
 * @module
 */
import type { LinkRules } from "./language.ts";

const QUERY = `
  (name) @use
  [(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @scope
  ((variable_name) @this (#eq? @this "$this"))
  (relative_scope "parent") @super

  (simple_parameter type: (_)? @type name: (variable_name) @bind)
  (property_promotion_parameter type: (_) @type name: (variable_name) @bind)
  (property_promotion_parameter type: (_) @type name: (variable_name (name) @field))
  (variadic_parameter name: (variable_name) @bind)
  (assignment_expression left: (variable_name) @bind right: (_) @value)
  (foreach_statement (_) (variable_name) @bind)
  (catch_clause type: (type_list (_) @type) name: (variable_name) @bind)
  (property_declaration type: (_)? @type (property_element (variable_name (name) @decl)))
  (method_declaration name: (name) @decl @bodiless return_type: (_)? @returns !body)
  (method_declaration name: (name) @decl return_type: (_)? @returns)
  (function_definition name: (name) @decl return_type: (_)? @returns)

  [(variable_name) (relative_scope)] @use
  (variable_name (name) @skip)
  (named_type (_) @of) @same
  (optional_type (_) @of) @same
  (member_access_expression object: (_) @of name: (name) @name) @member
  (nullsafe_member_access_expression object: (_) @of name: (name) @name) @member
  (member_call_expression object: (_) @of name: (name) @name) @member.call
  (nullsafe_member_call_expression object: (_) @of name: (name) @name) @member.call
  (scoped_call_expression scope: (_) @of name: (name) @name) @member.call
  (scoped_property_access_expression scope: (_) @of name: (variable_name (name) @name)) @member
  (class_constant_access_expression . (_) @of (name) @name .) @member
  (function_call_expression function: (_) @of) @call
  (object_creation_expression (name) @of) @new
  (object_creation_expression (qualified_name) @of) @new
  (parenthesized_expression (_) @of) @same

  (base_clause (_) @extends)
  (class_interface_clause (_) @implements)
  (use_declaration (_) @extends)

  (namespace_use_clause (qualified_name prefix: (_) @module (name) @imported) !alias) @import
  (namespace_use_clause
    (qualified_name prefix: (_) @module (name) @imported) alias: (name) @local) @import
  (namespace_use_clause . (name) @imported .) @import`;

const COMMON: ReadonlySet<string> = new Set(
  `get set has add remove all count first last map filter each push pop keys values toArray toString format
   getMessage getCode bind make handle run call name value __construct`.split(/\s+/),
);

export const phpLinks: LinkRules = {
  query: QUERY,
  modules: "php",
  self: [],
  maker: "__construct",
  bareMembers: false,
  overrides: true,
  sequential: false,
  common: COMMON,
};
