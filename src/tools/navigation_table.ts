/**
 * The six navigation tools as a table: what each is called, asks and shows.
 * @module
 */
import type { Unit } from "../contract/completeness.ts";
import type { NavigationQuestion } from "../search/navigation/requests.ts";
import type { RowShape } from "./navigation_rows.ts";

export interface NavigationTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly question: NavigationQuestion;
  readonly unit: Unit;
  readonly shape: RowShape;
}

export const NAVIGATION_TOOLS: readonly NavigationTool[] = [
  {
    name: "find_references",
    title: "Find references",
    description: "Where a symbol is named; heuristic: read completeness, follow its continuation",
    question: "references",
    unit: "reference",
    shape: "reference",
  },
  {
    name: "go_to_definition",
    title: "Go to definition",
    description: "What a name stands for; heuristic: read completeness, follow its continuation",
    question: "definition",
    unit: "definition",
    shape: "definition",
  },
  {
    name: "find_declarations",
    title: "Find declarations",
    description: "Signatures without a body; heuristic: read completeness, follow its continuation",
    question: "declarations",
    unit: "declaration",
    shape: "definition",
  },
  {
    name: "find_implementations",
    title: "Find implementations",
    description: "What builds upon a type; heuristic: read completeness, follow its continuation",
    question: "implementations",
    unit: "implementation",
    shape: "implementation",
  },
  {
    name: "incoming_calls",
    title: "Incoming calls",
    description: "Who calls a function; heuristic: read completeness, follow its continuation",
    question: "callers",
    unit: "incoming_call",
    shape: "call",
  },
  {
    name: "outgoing_calls",
    title: "Outgoing calls",
    description: "What a function calls; heuristic: read completeness, follow its continuation",
    question: "callees",
    unit: "outgoing_call",
    shape: "call",
  },
];
