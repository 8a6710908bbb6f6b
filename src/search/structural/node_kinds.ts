/**
 * What a node is among others of its tree, for requests that find its like.
 * @module
 */
import type { Node } from "../../snapshot/parser.ts";
import type { NodeKinds } from "../syntax_requests.ts";

export function kindsOf(node: Node, language: string): NodeKinds {
  const focus = nearestNamed(node);
  const ancestor = nearestNamed(focus.parent);
  const isRoot = ancestor === null || ancestor.parent === null;
  return {
    focus: focus.type,
    ...(node.isNamed ? {} : { raw: node.type }),
    ...(isRoot ? {} : { ancestor: ancestor.type }),
    language,
  };
}

function nearestNamed(node: Node): Node;
function nearestNamed(node: Node | null): Node | null;
function nearestNamed(node: Node | null): Node | null {
  let at = node;
  // The root is named in every grammar.
  while (at !== null && !at.isNamed && at.parent !== null) at = at.parent;
  return at;
}
