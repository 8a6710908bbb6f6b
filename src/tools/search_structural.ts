/**
 * `search_structural`: tree-sitter queries over the files in scope.
 *
 * Evidence: snapshot_index chooses the files; each is parsed as it is now. Rows are ordered by repository, path,
 * line, column, end.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { MAX_SEARCH_ROWS, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { excerptFields, rowPlace } from "../contract/source.ts";
import { ANCHOR_SELECTIONS } from "../contract/structural.ts";
import type { StructuralResult, StructuralRow } from "../search/requests.ts";
import type { SourceRange } from "../search/syntax_requests.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import { appliedFilters, continuation, fileScope, pathRegex, repositoryId } from "./fields.ts";
import { FollowUp, followUpField } from "./follow_up.ts";
import { languageId, type LanguageNames } from "./language_names.ts";
import { recover } from "./recovery.ts";
import { citeMatches } from "./search_rows.ts";
import { noisyHints } from "./structural_hints.ts";

/** Longer than any query that a person would read (contract.md §9). */
const MAX_QUERY_CHARS = 4_096;
const Input = z.strictObject({
  query: z.string().trim().min(1).max(MAX_QUERY_CHARS).describe(
    "Tree-sitter query; #match? takes the regular expressions of search_text",
  ),
  language: z.string().min(1).optional().describe(
    "Only files of this language (id or alias); omitted: of every language that has the node types",
  ),
  repository_id: repositoryId,
  path_regex: pathRegex,
  limit: z.int().min(1).default(MAX_SEARCH_ROWS).describe(
    "Rows of this page; more than 200 count as 200",
  ),
  result_mode: z.enum(["matches", "captures"]).default("matches").describe(
    "matches: one row a match; captures: one row a capture",
  ),
  primary_capture: z.string().min(1).optional().describe(
    "Capture a match stands at, without @; default: @match, else the first useful one; not with captures",
  ),
  include_follow_up_structural: z.boolean().default(false).describe(
    "Add to each row ready requests for nodes like it",
  ),
  continuation,
}).superRefine(({ result_mode: mode, primary_capture: primary }, context) => {
  if (mode === "matches" || primary === undefined) return;
  const message = "it chooses the place of matches: leave it out with result_mode captures";
  context.addIssue({ code: "custom", path: ["primary_capture"], message });
});

const { line, column, end_line, end_column } = rowPlace;
const StructuralMatch = z.looseObject({
  ...rowPlace,
  ...excerptFields,
  anchor_capture_name: z.string().describe("Capture that gives the row its place, without @"),
  anchor_selection: z.enum(ANCHOR_SELECTIONS).describe("Why this capture"),
  captures: z.array(z.looseObject({
    name: z.string().describe("Name without @"),
    line,
    column,
    end_line,
    end_column,
    excerpt: z.string().describe("Beginning of the node's own text, at most 512 bytes"),
    excerpt_truncated: excerptFields.excerpt_truncated,
  })).describe("Captures of the match in source order"),
  follow_up_structural: z.array(FollowUp).optional().describe("Ready requests for similar nodes"),
});
type StructuralMatch = z.infer<typeof StructuralMatch>;

const count = z.int().min(0);
const Output = z.looseObject({
  matches: z.array(StructuralMatch).describe("Rows by repository, path, line, column, end"),
  result_mode: z.enum(["matches", "captures"]).describe("As asked for"),
  completeness: Completeness,
  metadata: z.looseObject({
    source: z.literal("tree_sitter_query").describe("How rows were found"),
    language: z.string().describe("Language that was searched, or mixed"),
    files_scanned: count.describe("Files that were parsed"),
    files_matched: count.describe("Files with rows"),
    capture_rows_total: count.describe("Captures of all matches"),
    grouped_rows_total: count.describe("Matches"),
    noisy_result_hints: z.array(z.string()).describe("How to get fewer and better rows, at most 4"),
  }).optional().describe("What was searched"),
  note: z.string().optional().describe("metadata as JSON text"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type Page = Gathered<StructuralRow, StructuralResult>;

export function searchStructuralTool({ languages }: { readonly languages: LanguageNames }): Tool {
  return defineTool({
    name: "search_structural",
    title: "Search structural",
    description: "Run a tree-sitter query over files; read completeness, follow its continuation",
    profile: "core",
    evidence: "mixed",
    reach: "filters",
    deadlineMs: SEARCH_DEADLINE_MS,
    input: Input,
    output: Output,
    run: (input, call) => run(input, call, languages),
    cites: ({ matches }) => citeMatches(matches),
    rows: ({ matches }) => [{
      pointer: "/matches",
      order: "exact",
      rows: matches.map(({ repository_id, path, anchor_capture_name, excerpt }, index) => ({
        pointer: `/matches/${index}`,
        repository_id,
        path,
        identity: `@${anchor_capture_name}`,
        text: excerpt,
      })),
    }],
  });
}

async function run(input: Input, call: ToolCall, languages: LanguageNames): Promise<Output> {
  const language = languageId(input.language, languages);
  const gathered = servedAnywhere(await find(input, call, language));
  const recovery = await recover(call, gathered, {
    tool: "search_structural",
    input,
    filters: appliedFilters(input),
    repositoryId: input.repository_id,
    // Dropping a filter would not make the query one of these languages.
    override: gathered.reasons.includes("backend_semantics_unsupported") ? "QUERY_MISS" : undefined,
  });
  const metadata = metadataOf(input, gathered, language);
  return present(call, gathered, {
    row: ({ row, repository }) => rowOf(call, repository.id, row),
    frame: (matches, { completeness }) => ({
      matches: [...matches],
      result_mode: input.result_mode,
      completeness,
      metadata,
      note: JSON.stringify(metadata),
      ...recovery,
    }),
  });
}

async function find(input: Input, call: ToolCall, language: string | undefined): Promise<Page> {
  const { session, workspace, signal } = call;
  const repositories = await workspace.scope(session.adoptions, input.repository_id, { signal });
  try {
    return await gather<StructuralRow, StructuralResult>(call, {
      tool: "search_structural",
      unit: "structural_match",
      request: { ...input, language },
      continuation: input.continuation,
      limit: Math.min(input.limit, MAX_SEARCH_ROWS),
      repositories,
      find: ({ engine }, slice, engineCall) =>
        engine.search("structural", {
          query: input.query,
          scope: fileScope({ ...input, language }),
          shape: input.result_mode,
          ...(input.primary_capture === undefined ? {} : { primaryCapture: input.primary_capture }),
          followUp: input.include_follow_up_structural,
          slice,
        }, engineCall),
    });
  } catch (error) {
    throw error instanceof ToolError ? withGuides(error, call) : error;
  }
}

/** A refused query gets the tools that show what a query can name. */
function withGuides(error: ToolError, { surface }: ToolCall): ToolError {
  if (error.data["query_line"] === undefined) return error;
  const related = ["inspect_syntax_tree", "document_symbols", "search_text"].filter((name) =>
    surface.find(name) !== undefined
  );
  const { code, message, data, cause } = error;
  return new ToolError(code, message, { ...data, related_tools: related }, { cause });
}

/** One repository without a language for the query is no gap, if another has it. */
function servedAnywhere(gathered: Page): Page {
  if (gathered.results.every(({ languages }) => languages.length === 0)) return gathered;
  const reasons = gathered.reasons.filter((reason) => reason !== "backend_semantics_unsupported");
  return { ...gathered, reasons };
}

function metadataOf(
  input: Input,
  { results, total }: Page,
  language: string | undefined,
): NonNullable<Output["metadata"]> {
  const sum = (of: (result: StructuralResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const searched = [...new Set(results.flatMap(({ languages }) => languages))];
  const [only = language ?? "mixed"] = searched;
  return {
    source: "tree_sitter_query",
    language: searched.length > 1 ? "mixed" : only,
    files_scanned: sum(({ filesScanned }) => filesScanned),
    files_matched: sum(({ filesMatched }) => filesMatched),
    capture_rows_total: sum(({ captureRows }) => captureRows),
    grouped_rows_total: sum(({ matchRows }) => matchRows),
    noisy_result_hints: noisyHints(input, {
      total,
      selections: results.flatMap(({ rows }) => rows.map(({ anchorSelection }) => anchorSelection)),
      capturesPerMatch: sum(({ captureRows }) => captureRows) /
        Math.max(sum(({ matchRows }) => matchRows), 1),
    }),
  };
}

function rowOf(call: ToolCall, repositoryId: string, row: StructuralRow): StructuralMatch {
  return {
    repository_id: repositoryId,
    path: row.path,
    ...rangeOf(row),
    anchor_capture_name: row.anchorName,
    anchor_selection: row.anchorSelection,
    captures: row.captures.map((capture) => ({ name: capture.name, ...rangeOf(capture) })),
    ...(row.capturesCut ? { row_truncated: true } : {}),
    ...followUpField(call, row.kinds, { repositoryId, path: row.path }),
  };
}

function rangeOf(range: SourceRange): {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  excerpt: string;
  excerpt_truncated?: boolean;
} {
  return {
    line: range.line,
    column: range.column,
    end_line: range.endLine,
    end_column: range.endColumn,
    excerpt: range.excerpt,
    ...(range.excerptTruncated ? { excerpt_truncated: true } : {}),
  };
}
