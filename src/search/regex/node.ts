/**
 * A pattern after translation: sets of code points, put together by sequence, choice and repetition.
 *
 * Every set consumes one code point of a line; nothing here can match a line end.
 * @module
 */
import type { CodePoints } from "./code_points.ts";

export type Edge = "line_start" | "line_end" | "word" | "inside";

export interface SetNode {
  readonly kind: "set";
  readonly points: CodePoints;
  /** Also matches one byte of malformed UTF-8. */
  readonly malformed: boolean;
}

export interface RepeatNode {
  readonly kind: "repeat";
  readonly body: Node;
  readonly min: number;
  /** Infinity without an upper bound. */
  readonly max: number;
  readonly lazy: boolean;
}

export type Node =
  | SetNode
  | RepeatNode
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly branches: readonly Node[] }
  | { readonly kind: "edge"; readonly edge: Edge };

/** Whether a node can match without consuming anything. */
export function isNullable(node: Node): boolean {
  if (node.kind === "set") return false;
  if (node.kind === "edge") return true;
  if (node.kind === "sequence") return node.parts.every(isNullable);
  if (node.kind === "choice") return node.branches.some(isNullable);
  return node.min === 0 || isNullable(node.body);
}

/** Whether there is more than one way to match at a place, so that an engine may have to go back. */
export function isBranching(node: Node): boolean {
  if (node.kind === "repeat") return node.min !== node.max || isBranching(node.body);
  if (node.kind === "sequence") return node.parts.some(isBranching);
  return node.kind === "choice";
}

/** How many parts can be left out, about, after every counted repetition has been written out. */
export function optionalParts(node: Node): number {
  if (node.kind === "sequence") {
    return node.parts.reduce((total, part) => total + skippable(part) + optionalParts(part), 0);
  }
  if (node.kind === "choice") {
    return node.branches.reduce((total, branch) => total + optionalParts(branch), 0);
  }
  if (node.kind !== "repeat") return 0;
  return copiesOf(node) * (skippable(node.body) + optionalParts(node.body));
}

/** In how many ways a part can be left out. */
function skippable(node: Node): number {
  if (node.kind === "choice") return node.branches.reduce((sum, each) => sum + skippable(each), 0);
  return isNullable(node) ? 1 : 0;
}

/** How often a repetition's body is written out. */
function copiesOf({ min, max }: RepeatNode): number {
  return max === Infinity ? Math.max(min, 1) : max;
}

/** Sets after every counted repetition has been written out: the states of the linear engine. */
export function weightOf(node: Node): number {
  if (node.kind === "set") return 1;
  if (node.kind === "edge") return 0;
  if (node.kind === "sequence") return sum(node.parts);
  if (node.kind === "choice") return sum(node.branches);
  return copiesOf(node) * weightOf(node.body);
}

function sum(nodes: readonly Node[]): number {
  return nodes.reduce((total, node) => total + weightOf(node), 0);
}

/** Sets of one code point each, every one in all its cases when `ignoreCase`. */
export function literalNode(
  text: string,
  caseVariants?: (point: number) => readonly number[],
): Node {
  const parts = [...text].map((character): SetNode => {
    const point = character.codePointAt(0) ?? 0;
    const points = caseVariants === undefined ? [point] : caseVariants(point);
    return { kind: "set", points: points.map((each) => [each, each]), malformed: false };
  });
  return { kind: "sequence", parts };
}
