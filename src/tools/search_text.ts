/**
 * `search_text`: find a literal text or a regular expression in files.
 *
 * Evidence: snapshot_index chooses the candidates; their bytes are read live, so every row is right for the bytes on
 * disk. Rows are ordered by repository, path, line, column.
 * @module
 */
import { z } from "zod";
import { renameField } from "../contract/compat.ts";
import { Completeness } from "../contract/completeness.ts";
import { MAX_CONTEXT_LINES, MAX_SEARCH_ROWS, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { excerptFields, handleFields, rowIdentity, rowPlace } from "../contract/source.ts";
import type { TextRequest, TextResult, TextRow } from "../search/requests.ts";
import type { Anchor } from "../session/anchors.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { corpusOf, Efficiency } from "./efficiency.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import {
  appliedFilters,
  contextEfficiency,
  continuation,
  fileScope,
  glob,
  includeHidden,
  pathRegex,
  repositoryId,
  responseMode,
} from "./fields.ts";
import type { Hit } from "./find_rows.ts";
import { recover } from "./recovery.ts";
import { citeMatches, latencyClass, proofOf, searchEfficiency } from "./search_rows.ts";

const Input = z.strictObject({
  query: z.string().trim().min(1).describe(
    "Text to find, or a pattern if pattern_type is regex (older name: pattern)",
  ),
  pattern_type: z.enum(["literal", "regex"]).default("literal").describe("How query is read"),
  repository_id: repositoryId,
  path_regex: pathRegex,
  limit: z.int().min(1).default(MAX_SEARCH_ROWS).describe(
    "Rows of this page; more than 200 count as 200",
  ),
  context_lines: z.int().min(0).max(MAX_CONTEXT_LINES).default(0).describe(
    "Lines around the match in the excerpt; 0 for its line alone",
  ),
  case_sensitive: z.boolean().optional().describe(
    "Letter case counts, as it does by default; must not equal ignore_case",
  ),
  ignore_case: z.boolean().optional().describe("Letter case does not count"),
  word: z.boolean().default(false).describe("Only where no letter, digit or _ adjoins the match"),
  files_with_matches: z.boolean().default(false).describe(
    "One row a file; exclusive with count_only",
  ),
  count_only: z.boolean().default(false).describe("The total alone, without rows"),
  glob,
  exclude_glob: z.string().min(1).optional().describe("Without paths that match; as glob"),
  include_hidden: includeHidden,
  max_count_per_file: z.int().min(1).optional().describe("Rows of one file at most"),
  collapse_by_file: z.boolean().default(false).describe("Keep the first row of each file"),
  continuation,
  response_mode: responseMode,
  include_context_efficiency: contextEfficiency,
}).superRefine((input, context) => {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: "custom", path: [field], message });
  if (input.case_sensitive !== undefined && input.case_sensitive === input.ignore_case) {
    refuse("ignore_case", `it contradicts case_sensitive ${input.case_sensitive}`);
  }
  if (input.files_with_matches && input.count_only) {
    refuse("count_only", "it excludes files_with_matches");
  }
});

const TextMatch = z.looseObject({ ...rowIdentity, ...rowPlace, ...excerptFields });

const Output = z.looseObject({
  total_matches: z.int().min(0).describe("Occurrences before shaping and paging"),
  matches: z.array(TextMatch).describe("Rows by repository, path, line, column"),
  completeness: Completeness,
  ...handleFields,
  count_only: z.boolean().optional().describe("Only the total was asked for"),
  latency_class: z.enum(["hot", "warm", "cold"]).optional().describe("How cheap the request was"),
  metadata: z.looseObject({
    lexical_backend: z.string().optional().describe("Which engine searched"),
    context_efficiency: Efficiency.optional(),
  }).optional().describe("Diagnostics; full mode, or when asked for"),
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type TextHit = Hit<TextRow, TextResult>;

export default defineTool({
  name: "search_text",
  title: "Search text",
  description: "Find every occurrence of a text or pattern; read completeness, follow continuation",
  profile: "core",
  evidence: "snapshot_index",
  reach: "filters",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: Input,
  output: Output,
  modernize: (args) => renameField(args, "pattern", "query"),
  run,
  cites: ({ matches }) => citeMatches(matches),
  rows: ({ matches }) => [{
    pointer: "/matches",
    order: "exact",
    rows: matches.map(({ repository_id, path, excerpt }, index) => ({
      pointer: `/matches/${index}`,
      repository_id,
      path,
      identity: "occurrence",
      text: excerpt,
    })),
  }],
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  const { session, workspace, signal } = call;
  const byFile = input.files_with_matches || input.collapse_by_file;
  const gathered = await gather<TextRow, TextResult>(call, {
    tool: "search_text",
    unit: byFile && !input.count_only ? "file" : "occurrence",
    request: normalized(input),
    continuation: input.continuation,
    limit: rowLimit(input),
    repositories: await workspace.scope(session.adoptions, input.repository_id, { signal }),
    find: ({ engine }, slice, engineCall) =>
      engine.search("text", textRequest(input, slice), engineCall),
  });
  const recovery = await recover(call, gathered, {
    tool: "search_text",
    input,
    filters: appliedFilters(input),
    repositoryId: input.repository_id,
    literalQuery: input.pattern_type === "literal" ? input.query : undefined,
  });
  const corpus = input.include_context_efficiency
    ? await corpusOf(call, gathered.repositories)
    : undefined;
  const capped = gathered.results.some(({ cappedPerFile }) => cappedPerFile);
  return present(call, gathered, {
    handle: { scope: "search", anchor: anchorOf },
    countOnly: input.count_only,
    bounds: capped ? ["per_file_limit"] : [],
    row: rowOf,
    frame: (matches, { completeness, result_handle, handle_scope, handle_expires }) => ({
      total_matches: sumOf(gathered),
      matches: [...matches],
      completeness,
      ...(result_handle === undefined ? {} : { result_handle, handle_scope, handle_expires }),
      ...(input.count_only ? { count_only: true } : {}),
      latency_class: classOf(input, matches.length),
      metadata: {
        lexical_backend: "native",
        ...(corpus === undefined
          ? {}
          : { context_efficiency: searchEfficiency(corpus, matches, gathered) }),
      },
      ...recovery,
    }),
  });
}

/** The request in one spelling, whichever names and defaults the client wrote out. */
function normalized(input: Input): Readonly<Record<string, unknown>> {
  const { case_sensitive: _, ...rest } = input;
  return { ...rest, ignore_case: ignoresCase(input), limit: rowLimit(input) };
}

function ignoresCase(input: Input): boolean {
  return input.ignore_case === true || input.case_sensitive === false;
}

function rowLimit({ limit }: Input): number {
  return Math.min(limit, MAX_SEARCH_ROWS);
}

function textRequest(input: Input, slice: TextRequest["slice"]): TextRequest {
  return {
    query: input.query,
    patternType: input.pattern_type,
    ignoreCase: ignoresCase(input),
    word: input.word,
    scope: fileScope(input),
    shape: shapeOf(input),
    ...(input.max_count_per_file === undefined
      ? {}
      : { maxCountPerFile: input.max_count_per_file }),
    contextLines: input.context_lines,
    slice,
  };
}

function shapeOf(input: Input): TextRequest["shape"] {
  if (input.count_only) return "count";
  if (input.files_with_matches) return "files";
  return input.collapse_by_file ? "first_per_file" : "rows";
}

function rowOf(
  { row, repository }: TextHit,
  identity: Pick<z.infer<typeof TextMatch>, "match_id" | "target_ref">,
): z.infer<typeof TextMatch> {
  return {
    ...identity,
    repository_id: repository.id,
    path: row.path,
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
    excerpt: row.excerpt,
    ...(row.excerptTruncated ? { excerpt_truncated: true } : {}),
  };
}

function anchorOf({ row, result, repository }: TextHit): Anchor {
  const { path, line, column } = row;
  return {
    repositoryId: repository.id,
    path,
    line,
    column,
    source: proofOf(result.coverage, path),
  };
}

function sumOf({ results }: Gathered<TextRow, TextResult>): number {
  return results.reduce((sum, { totalMatches }) => sum + totalMatches, 0);
}

function classOf(input: Input, rows: number): "hot" | "warm" | "cold" {
  if (input.count_only || input.files_with_matches) return "hot";
  const { path_regex, glob, repository_id } = input;
  return latencyClass([path_regex, glob, repository_id], rows);
}
