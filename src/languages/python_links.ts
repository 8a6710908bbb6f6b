/**
 * How Python binds and uses names.
 * @module
 */
import type { LinkRules } from "./language.ts";

const TARGETS = ["(pattern_list (identifier) @bind)", "(tuple_pattern (identifier) @bind)"];

/** Names that a statement's left side binds besides a single one. */
function lists(head: string): string {
  return TARGETS.map((target) => `(${head} left: ${target})`).join("\n");
}

const TYPE = "type: (type (_) @type)";

/** Generic types that stand for their argument. */
const WRAPPERS = '"Optional" "Annotated" "ClassVar" "Final" "Awaitable" "Type" "type"';

const QUERY = `
  (identifier) @use
  [(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension)
   (generator_expression)] @scope
  (class_definition) @scope.class

  (parameters (identifier) @bind)
  (lambda_parameters (identifier) @bind)
  (default_parameter name: (identifier) @bind value: (_) @value)
  (typed_parameter . (identifier) @bind ${TYPE})
  (typed_default_parameter name: (identifier) @bind ${TYPE})
  (list_splat_pattern (identifier) @bind)
  (dictionary_splat_pattern (identifier) @bind)
  (assignment left: (identifier) @bind ${TYPE}? right: (_)? @value)
  (assignment left: (attribute object: (identifier) @object attribute: (identifier) @field)
    ${TYPE}? right: (_)? @value (#any-of? @object "self" "cls"))
  ${lists("assignment")}
  (named_expression name: (identifier) @bind value: (_) @value)
  (for_statement left: (identifier) @bind)
  ${lists("for_statement")}
  (for_in_clause left: (identifier) @bind)
  ${lists("for_in_clause")}
  (as_pattern (_) @value alias: (as_pattern_target (identifier) @bind))
  (type_alias_statement left: (type (identifier) @bind) right: (type (_) @type))
  (function_definition name: (identifier) @bind.outer return_type: (type (_) @returns)?)
  (class_definition name: (identifier) @bind.outer)
  (class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @extends))

  (attribute object: (_) @of attribute: (identifier) @name) @member
  (call function: (_) @of) @call
  (parenthesized_expression (_) @of) @same
  (await (_) @of) @same
  ((generic_type (identifier) @of) @same (#not-any-of? @of ${WRAPPERS}))
  ((generic_type (identifier) @wrapper (type_parameter . (type (_) @of))) @same
    (#any-of? @wrapper ${WRAPPERS}))
  ((type (string (string_content) @use)) (#match? @use "^[A-Za-z_][A-Za-z_0-9]*$"))
  (type (string (string_content) @of) @same)
  (subscript value: (_) @of) @same
  (union_type (_) @of) @same
  (type (_) @of) @same
  (keyword_argument name: (identifier) @key)
  (call function: (_) @of arguments: (argument_list (keyword_argument name: (identifier) @part @name)))

  (import_statement name: (dotted_name . (identifier) @local @namespace) @module) @import
  (import_statement
    name: (aliased_import name: (dotted_name) @module alias: (identifier) @local @namespace)) @import
  (import_from_statement module_name: (_) @module name: (dotted_name (identifier) @imported)) @import
  (import_from_statement module_name: (_) @module
    name: (aliased_import name: (dotted_name (identifier) @imported) alias: (identifier) @local)) @import
  (import_from_statement module_name: (_) @module (wildcard_import) @star) @import`;

/** Names of methods that strings, lists, dictionaries, sets, files and the like have. */
const COMMON: ReadonlySet<string> = new Set(
  `append extend insert remove pop clear index count sort reverse copy keys values items get setdefault update
   popitem add discard union difference intersection issubset issuperset join split rsplit strip lstrip rstrip
   replace find rfind startswith endswith lower upper title format encode decode splitlines partition isdigit
   read write close open readline readlines seek tell flush send throw group groups match search sub start end
   result done cancel put wait acquire release run name value`.split(/\s+/),
);

export const pythonLinks: LinkRules = {
  query: QUERY,
  modules: "python",
  self: ["self", "cls", "mcs"],
  maker: "__init__",
  bareMembers: false,
  overrides: false,
  sequential: false,
  common: COMMON,
};
