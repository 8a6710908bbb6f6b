/**
 * Refusals of tree-sitter queries, with the place of the mistake.
 * @module
 */
import { invalidParams, type ToolError } from "../../contract/errors.ts";

const GUIDANCE =
  "Look at the tree with inspect_syntax_tree and name its node types; capture nodes with @name, and put " +
  "predicates inside the parentheses of their pattern";

/** A query that cannot be used; `index` counts UTF-16 units of its text. */
export function queryError(text: string, index: number, why: string): ToolError {
  const before = text.slice(0, index).split("\n");
  const line = before.length;
  const column = new TextEncoder().encode(before.at(-1) ?? "").length + 1;
  return invalidParams(
    "query",
    `Cannot use "query": ${why} (line ${line}, column ${column})`,
    { query_line: line, query_column: column, correction_hint: GUIDANCE },
  );
}
