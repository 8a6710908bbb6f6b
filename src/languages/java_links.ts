/**
 * How Java binds and uses names.
 * @module
 */
import type { LinkRules } from "./language.ts";

const TYPE = "type: (_) @type";

const QUERY = `
  [(identifier) (type_identifier)] @use
  [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (method_declaration)
   (constructor_declaration) (block) (for_statement) (enhanced_for_statement) (lambda_expression)
   (catch_clause) (try_with_resources_statement) (switch_block_statement_group)] @scope
  (this) @this
  (super) @super

  (type_parameter . (type_identifier) @bind)
  (formal_parameter ${TYPE} name: (identifier) @bind)
  (spread_parameter (variable_declarator name: (identifier) @bind))
  (catch_formal_parameter (catch_type (_) @type) name: (identifier) @bind)
  (enhanced_for_statement ${TYPE} name: (identifier) @bind)
  (resource ${TYPE} name: (identifier) @bind)
  (lambda_expression parameters: (identifier) @bind)
  (inferred_parameters (identifier) @bind)
  (local_variable_declaration
    type: (type_identifier) @var declarator: (variable_declarator name: (identifier) @bind value: (_) @value)
    (#eq? @var "var"))
  (local_variable_declaration ${TYPE} declarator: (variable_declarator name: (identifier) @bind))
  (instanceof_expression right: (_) @type name: (identifier) @bind)
  (field_declaration ${TYPE} declarator: (variable_declarator name: (identifier) @decl))
  (constant_declaration ${TYPE} declarator: (variable_declarator name: (identifier) @decl))
  (record_declaration parameters: (formal_parameters (formal_parameter ${TYPE} name: (identifier) @field)))
  (method_declaration type: (_) @returns name: (identifier) @decl @bodiless !body)
  (method_declaration type: (_) @returns name: (identifier) @decl)

  (field_access object: (_) @of field: (identifier) @name) @member
  (method_invocation object: (_) @of name: (identifier) @name) @member.call
  (method_invocation !object name: (identifier) @of) @call
  (method_reference . (_) @of (identifier) @name .) @member
  (object_creation_expression type: (_) @of) @new
  (scoped_type_identifier (_) @of (type_identifier) @name) @member
  (generic_type . (_) @of) @same
  (parenthesized_expression (_) @of) @same
  (cast_expression ${TYPE.replace("@type", "@of")}) @same
  (array_type element: (_) @of) @same
  (annotation name: (identifier) @of) @same
  (element_value_pair key: (identifier) @key)
  (labeled_statement . (identifier) @key)

  (superclass (_) @extends)
  (super_interfaces (type_list (_) @implements))
  (extends_interfaces (type_list (_) @extends))

  (import_declaration (scoped_identifier scope: (_) @module name: (identifier) @imported) .) @import
  (import_declaration (scoped_identifier) @module (asterisk) @star) @import`;

/** Names of methods that objects, strings and collections have. */
const COMMON: ReadonlySet<string> = new Set(
  `equals hashCode toString getClass length charAt substring indexOf contains isEmpty size get put add addAll remove
   clear keySet values entrySet getKey getValue iterator next hasNext stream map filter collect forEach of valueOf
   name ordinal compareTo compare run call apply accept test close read write append format print println
   getName getMessage getOrDefault computeIfAbsent orElse orElseThrow isPresent ifPresent set start split trim
   replace matches toArray sort reset update build builder`.split(/\s+/),
);

export const javaLinks: LinkRules = {
  query: QUERY,
  modules: "java",
  self: [],
  bareMembers: true,
  overrides: true,
  sequential: false,
  common: COMMON,
};
