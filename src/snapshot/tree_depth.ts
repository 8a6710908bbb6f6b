/**
 * Whether a syntax tree is too deep for queries.
 *
 * tree-sitter counts depth in 16 bits while it matches: what lies deeper is left out without a sign (0.27.2).
 * @module
 */
import type { Node } from "./parser.ts";

const MAX_QUERY_DEPTH = 65_535;
const STEP = 16_384;

/**
 * False if every node is within reach of a query; true if one may not be.
 *
 * In document order depth grows by at most one from node to node, so looking at every `STEP`th node is enough to
 * know that none between two of them is more than `STEP` deeper.
 */
export function mayBeTooDeep(root: Node): boolean {
  const count = root.descendantCount;
  if (count <= MAX_QUERY_DEPTH) return false;
  const cursor = root.walk();
  try {
    for (let index = 0; index < count; index += STEP) {
      cursor.gotoDescendant(index);
      if (cursor.currentDepth + STEP > MAX_QUERY_DEPTH) return true;
    }
    return false;
  } finally {
    cursor.delete();
  }
}
