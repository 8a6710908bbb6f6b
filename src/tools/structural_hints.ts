/**
 * How a structural query could be put to get fewer and better rows.
 * @module
 */
import type { AnchorSelection } from "../contract/structural.ts";

/** Rows above which an answer is more than anybody reads. */
const MANY_ROWS = 200;
const MANY_CAPTURES = 8;
const MAX_HINTS = 4;

interface Asked {
  readonly query: string;
  readonly language?: string | undefined;
  readonly path_regex?: string | undefined;
  readonly result_mode: "matches" | "captures";
}

interface Seen {
  readonly total: number;
  readonly selections: readonly AnchorSelection[];
  readonly capturesPerMatch: number;
}

export function noisyHints(asked: Asked, { total, selections, capturesPerMatch }: Seen): string[] {
  const many = total > MANY_ROWS;
  const unscoped = asked.language === undefined && asked.path_regex === undefined;
  const hints: readonly (readonly [applies: boolean, hint: string])[] = [
    [many && asked.query.includes("(_)"), "(_) matches every named node: name node types instead"],
    [many && unscoped, "Narrow the files with language or path_regex"],
    [
      many && !asked.query.includes("#"),
      'Add a predicate such as (#match? @name "^parse") inside the pattern',
    ],
    [
      selections.includes("first_capture"),
      "Capture the node that is wanted as @match, or name it in primary_capture",
    ],
    [
      capturesPerMatch > MANY_CAPTURES && asked.result_mode === "matches",
      "Matches have many captures: quantified captures collect all their nodes in one row",
    ],
  ];
  return hints.flatMap(([applies, hint]) => applies ? [hint] : []).slice(0, MAX_HINTS);
}
