/**
 * `explore`: look around in one file, by searching it or by reading around a place.
 *
 * Evidence: live_file. Rows are ordered by line and column; a row's anchor feeds the next zoom or refine.
 * @module
 */
import { z } from "zod";
import { Completeness, completeness } from "../contract/completeness.ts";
import { MAX_CONTEXT_LINES, MAX_EXPLORE_MATCHES, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import type { ExploreRequest, ExploreResult } from "../engine/protocol.ts";
import { requireOneCursor } from "../session/continuations.ts";
import type { Place } from "../workspace/workspace.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { type Corpus, corpusOf, Efficiency, efficiencyOf } from "./efficiency.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import { ExploreInput, modeOf } from "./explore_fields.ts";
import {
  ExploreMatch,
  type ExploreRow,
  lineFields,
  matchOf,
  shownWindow,
  Window,
} from "./explore_rows.ts";
import { echo } from "./input_problem.ts";
import { readBlocks, readSpan } from "./presentation.ts";
import { recover } from "./recovery.ts";

const Output = z.looseObject({
  repository_id: z.string().describe("Repository of the file"),
  path: z.string().describe("Repository-relative path"),
  operation: z.enum(["probe", "zoom", "refine"]).describe("As asked for"),
  query: z.string().optional().describe("As asked for; of a very long one its beginning"),
  pattern_type: z.enum(["literal", "regex"]).optional().describe("How query was read"),
  total_lines: z.int().min(0).describe("Lines of the file"),
  scan_scope: z.looseObject(lineFields).describe("Lines that were looked at"),
  window: Window.optional().describe("The lines around anchor"),
  total_matches: z.int().min(0).describe("Matches of the whole request, before paging"),
  matches: z.array(ExploreMatch).describe("Rows by line, column"),
  truncated: z.boolean().describe("Whether matches are left out of this page"),
  resume_from: z.looseObject({
    line: z.int().min(1),
    column: z.int().min(1),
  }).optional().describe("Older cursor of the next page"),
  completeness: Completeness,
  metadata: z.looseObject({
    lossy_utf8: z.boolean().describe("The file is not valid UTF-8"),
    effective_context_lines: z.int().min(0).describe("context_lines after its cap"),
    effective_max_matches: z.int().min(1).describe("max_matches after its cap"),
    context_efficiency: Efficiency.optional(),
  }),
  ...recoveryFields,
});

type Output = z.infer<typeof Output>;

export default defineTool({
  name: "explore",
  title: "Explore file",
  description: "Search one file or read around a place in it; follow its continuation",
  profile: "core",
  evidence: "live_file",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: ExploreInput,
  output: Output,
  run,
  cites: ({ repository_id, path, operation, matches, window }) => {
    const rows = matches.map(({ anchor }, index) => ({
      row: `/matches/${index}`,
      repository_id,
      path,
      span: anchor,
    }));
    const span = operation === "zoom" && window !== undefined
      ? readSpan(window.start_line, window)
      : undefined;
    return span === undefined ? rows : [...rows, { row: "", repository_id, path, span }];
  },
  rows: ({ repository_id, path, matches }) => [{
    pointer: "/matches",
    order: "exact",
    rows: matches.map(({ excerpt }, index) => ({
      pointer: `/matches/${index}`,
      repository_id,
      path,
      identity: "occurrence",
      text: excerpt,
    })),
  }],
  text: ({ window }, input) => window === undefined ? undefined : readBlocks(window, modeOf(input)),
});

async function run(input: ExploreInput, call: ToolCall): Promise<Output> {
  requireOneCursor(input);
  const { workspace, session, signal } = call;
  const place = await workspace.place(session.adoptions, input.path, input.repository_id, {
    signal,
  });
  return input.operation === "zoom"
    ? await zoom(input, call, place)
    : await search(input, call, place);
}

async function zoom(input: ExploreInput, call: ToolCall, place: Place): Promise<Output> {
  const { repository } = place;
  const { signal } = call;
  const result = await repository.engine.explore(exploreRequest(input, place), { signal });
  const corpus = input.include_context_efficiency ? await corpusOf(call, [repository]) : undefined;
  const scan = { unit: "occurrence", returned: 0, end: { how: "exhausted", total: 0 } } as const;
  return {
    ...headOf(input, repository.id, result),
    total_matches: 0,
    matches: [],
    truncated: false,
    completeness: completeness(scan),
    metadata: metadataOf(
      input,
      result,
      corpus,
      result.window === undefined ? [] : [{ window: result.window }],
    ),
  };
}

async function search(input: ExploreInput, call: ToolCall, place: Place): Promise<Output> {
  const { repository } = place;
  const gathered = await gather<ExploreRow, ExploreResult>(call, {
    tool: "explore",
    unit: "occurrence",
    request: digested(input, place),
    continuation: input.continuation,
    offset: await offsetOf(input, call, place),
    limit: matchesOf(input),
    repositories: [repository],
    find: ({ engine }, slice, engineCall) =>
      engine.explore(exploreRequest(input, place, slice), engineCall),
  });
  const result = onlyResult(gathered);
  const recovery = await recover(call, gathered, {
    tool: "explore",
    input,
    filters: {},
    literalQuery: input.pattern_type === "regex" ? undefined : input.query,
  });
  const positions = new Map(
    gathered.hits.map(({ row }, index) => [row, gathered.offset + index]),
  );
  const corpus = input.include_context_efficiency ? await corpusOf(call, [repository]) : undefined;
  return present(call, gathered, {
    row: ({ row }) => matchOf(row, positions.get(row) ?? 0),
    frame: (matches, { completeness }) => ({
      ...headOf(input, repository.id, result),
      total_matches: gathered.total,
      matches: [...matches],
      truncated: completeness.truncated,
      ...(completeness.truncated ? cursorOf(result, matches.length) : {}),
      completeness,
      metadata: metadataOf(input, result, corpus, matches),
      ...recovery,
    }),
  });
}

/** The result of the one repository that was asked. */
function onlyResult({ results }: Gathered<ExploreRow, ExploreResult>): ExploreResult {
  const [result] = results;
  if (result === undefined) throw new RangeError("No repository was explored");
  return result;
}

function contextOf({ context_lines: lines }: ExploreInput): number {
  return Math.min(lines, MAX_CONTEXT_LINES);
}

function matchesOf({ max_matches: matches }: ExploreInput): number {
  return Math.min(matches, MAX_EXPLORE_MATCHES);
}

/** What binds a page token; how the answer is shown does not. */
function digested(input: ExploreInput, { path }: Place): Readonly<Record<string, unknown>> {
  const { operation, query, pattern_type = "literal", anchor } = input;
  return {
    path,
    operation,
    query,
    pattern_type,
    ...(anchor === undefined ? {} : { anchor }),
    context_lines: contextOf(input),
    max_matches: matchesOf(input),
  };
}

function exploreRequest(
  input: ExploreInput,
  { path }: Place,
  slice?: { readonly offset: number; readonly limit: number },
): ExploreRequest {
  const { query, pattern_type: patternType = "literal", anchor, resume_from: from } = input;
  const pattern = { query: query ?? "", patternType, ignoreCase: false, word: false };
  return {
    path,
    contextLines: contextOf(input),
    ...(anchor === undefined ? {} : { anchor }),
    ...(slice === undefined ? {} : {
      search: { pattern, slice, ...(from === undefined ? {} : { from }) },
    }),
  };
}

/** Matches before the older cursor. */
async function offsetOf(input: ExploreInput, { signal }: ToolCall, place: Place): Promise<number> {
  if (input.resume_from === undefined) return 0;
  const request = exploreRequest(input, place, { offset: 0, limit: 0 });
  return (await place.repository.engine.explore(request, { signal })).before;
}

function headOf(
  input: ExploreInput,
  repositoryId: string,
  { path, totalLines, scope, window }: ExploreResult,
): Pick<Output, "repository_id" | "path" | "operation" | "total_lines" | "scan_scope"> {
  const { operation, query, pattern_type = "literal" } = input;
  return {
    repository_id: repositoryId,
    path,
    operation,
    ...(query === undefined ? {} : { query: echo(query), pattern_type }),
    total_lines: totalLines,
    scan_scope: { start_line: scope.startLine, end_line: scope.endLine },
    ...(window === undefined ? {} : { window: shownWindow(window) }),
  };
}

/** Where the first match behind the page starts. */
function cursorOf({ rows, next }: ExploreResult, shown: number): Pick<Output, "resume_from"> {
  const row = rows[shown];
  const start = row === undefined ? next : { line: row.startLine, column: row.startColumn };
  return start === undefined ? {} : { resume_from: { line: start.line, column: start.column } };
}

function metadataOf(
  input: ExploreInput,
  { path, source, lossy }: ExploreResult,
  corpus: Corpus | undefined,
  matches: readonly { readonly window: { readonly bytes: number } }[],
): Output["metadata"] {
  const sourceBytes = matches.reduce((sum, { window }) => sum + window.bytes, 0);
  const shown = { rows: matches.length, sourceBytes, files: new Map([[path, source]]) };
  return {
    lossy_utf8: lossy,
    effective_context_lines: contextOf(input),
    effective_max_matches: matchesOf(input),
    ...(corpus === undefined ? {} : { context_efficiency: efficiencyOf(corpus, shown) }),
  };
}
