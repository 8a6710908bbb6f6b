/**
 * What `explore` is asked for: its fields, and which of them each operation takes.
 * @module
 */
import { z } from "zod";
import { MAX_CONTEXT_LINES, MAX_EXPLORE_MATCHES } from "../contract/limits.ts";
import { Span } from "../contract/source.ts";
import { contextEfficiency, continuation, repositoryId } from "./fields.ts";

const DEFAULT_CONTEXT_LINES = 3;
const DEFAULT_MATCHES = 8;

const Cursor = z.strictObject({
  line: z.int().min(1).describe("1-based line"),
  column: z.int().min(1).describe("1-based byte column"),
});

const fields = z.strictObject({
  path: z.string().min(1).describe(
    "Relative to a repository root, or absolute inside an adopted one",
  ),
  repository_id: repositoryId,
  operation: z.enum(["probe", "zoom", "refine"]).describe(
    "probe: search the file; zoom: read around anchor; refine: search around anchor",
  ),
  query: z.string().min(1).optional().describe("Text or pattern to find; not for zoom"),
  pattern_type: z.enum(["literal", "regex"]).optional().describe(
    "How query is read, by default literal; not for zoom",
  ),
  anchor: Span.optional().describe("Place in the file, as a row has it; not for probe"),
  context_lines: z.int().min(0).default(DEFAULT_CONTEXT_LINES).describe(
    `Lines around a place; more than ${MAX_CONTEXT_LINES} count as ${MAX_CONTEXT_LINES}`,
  ),
  max_matches: z.int().min(1).default(DEFAULT_MATCHES).describe(
    `Matches of this page; more than ${MAX_EXPLORE_MATCHES} count as ${MAX_EXPLORE_MATCHES}`,
  ),
  resume_from: Cursor.optional().describe("Older cursor; use continuation instead"),
  continuation,
  presentation_mode: z.enum(["text", "json", "citation"]).optional().describe(
    "zoom: text by default, or json, or citation with each line as N|content; else only json",
  ),
  include_context_efficiency: contextEfficiency,
});
type Fields = z.infer<typeof fields>;

export const ExploreInput = fields.superRefine((input, context) => {
  const problem = problemOf(input);
  if (problem === undefined) return;
  const [field, message] = problem;
  context.addIssue({ code: "custom", path: [field], message });
});
export type ExploreInput = Fields;

/** How the answer is shown; only a zoom is text unless it says otherwise. */
export function modeOf(
  { operation, presentation_mode: mode }: ExploreInput,
): "text" | "json" | "citation" {
  return mode ?? (operation === "zoom" ? "text" : "json");
}

type Problem = readonly [field: keyof Fields, message: string];

function problemOf(input: Fields): Problem | undefined {
  return operationProblem(input) ?? anchorProblem(input);
}

const SEARCH_ONLY = ["query", "pattern_type", "resume_from", "continuation"] as const;

function operationProblem(input: Fields): Problem | undefined {
  const { operation, presentation_mode: mode } = input;
  const forbidden = operation === "zoom"
    ? SEARCH_ONLY.find((field) => input[field] !== undefined)
    : operation === "probe" && input.anchor !== undefined
    ? "anchor"
    : undefined;
  if (forbidden !== undefined) return [forbidden, `${operation} does not take it`];
  if (operation !== "zoom" && input.query === undefined) return ["query", `${operation} needs it`];
  if (operation !== "probe" && input.anchor === undefined) {
    return ["anchor", `${operation} needs it`];
  }
  if (operation !== "zoom" && mode !== undefined && mode !== "json") {
    return ["presentation_mode", `${operation} answers in json only`];
  }
  return input.include_context_efficiency && modeOf(input) !== "json"
    ? ["include_context_efficiency", "it needs presentation_mode json"]
    : undefined;
}

function anchorProblem({ anchor }: Fields): Problem | undefined {
  if (anchor === undefined) return undefined;
  const { start_line, start_column, end_line, end_column } = anchor;
  const ordered = start_line < end_line ||
    (start_line === end_line && start_column <= end_column);
  return ordered ? undefined : ["anchor", "it ends before it starts"];
}
