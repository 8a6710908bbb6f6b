/**
 * Query parts that JavaScript and TypeScript share.
 *
 * Variables are symbols at module scope only: any `const`, but `let` and `var` only if they hold a function or a class.
 * @module
 */

const FUNCTION_VALUE = "[(arrow_function) (function_expression) (generator_function)]";
const DECLARATION = "[(lexical_declaration %) (variable_declaration %)] @span";
const CONSTANT = '(lexical_declaration kind: "const" %) @span';

/** Names that a destructuring pattern binds, one level deep. */
const BOUND_NAMES = `
  [(object_pattern [
     (shorthand_property_identifier_pattern) @name
     (pair_pattern value: (identifier) @name)
     (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
     (rest_pattern (identifier) @name)])
   (array_pattern [
     (identifier) @name
     (assignment_pattern left: (identifier) @name)
     (rest_pattern (identifier) @name)])]`;

/** A member's name: `a`, `#a`, `[a]`, `1`, or the text between quotes. */
export const MEMBER_NAME = `
  [(property_identifier) @name
   (private_property_identifier) @name
   (computed_property_name) @name
   (number) @name
   (string (string_fragment) @name)]`;

/** Where a statement is at module scope; `%` stands for the statement. */
export const MODULE_SCOPES: readonly string[] = ["(program %)", "(export_statement %)"];

/** Patterns for functions and classes; `className` is the node type of a class's name. */
export function declarationPatterns(className: string): string {
  return `
    (class_declaration name: (${className}) @name) @def.class
    (function_declaration name: (identifier) @name) @def.function
    (generator_function_declaration name: (identifier) @name) @def.function
    (method_definition name: ${MEMBER_NAME}) @def.method
    (export_statement "default" @name value: ${FUNCTION_VALUE} @def.function)
    (export_statement "default" @name value: (class !name) @def.class)
    (formal_parameters) @opaque`;
}

/** Patterns for variables at module scope. */
export function variablePatterns(scopes: readonly string[]): string {
  const shapes = [
    [
      DECLARATION,
      `(variable_declarator name: (identifier) @name value: ${FUNCTION_VALUE}) @def.function`,
    ],
    [DECLARATION, "(variable_declarator name: (identifier) @name value: (class)) @def.class"],
    [CONSTANT, "(variable_declarator name: (identifier) @name) @def.const"],
    [CONSTANT, `(variable_declarator name: ${BOUND_NAMES}) @def.const`],
  ] as const;
  return shapes.flatMap(([statement, declarator]) =>
    scopes.map((scope) => scope.replace("%", () => statement.replaceAll("%", () => declarator)))
  ).join("\n");
}
