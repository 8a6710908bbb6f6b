/**
 * What the six navigation tools are asked about: a target, a name or a place, and what it stands for.
 * @module
 */
import { z } from "zod";
import { MAX_SEARCH_ROWS } from "../contract/limits.ts";
import { invalidParams, ToolError } from "../contract/errors.ts";
import { MAX_SKIPPED, type Skipped } from "../contract/recovery.ts";
import { Target } from "../contract/target.ts";
import type {
  Subject,
  SubjectRank,
  SubjectResult,
  SubjectRow,
} from "../search/navigation/requests.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import { continuation, repositoryId, responseMode } from "./fields.ts";
import { waitForFirstIndex } from "./find_rows.ts";
import { resolveSymbol, resolveTarget } from "./target.ts";

/** Fields of all six. */
export const navigationInput = {
  target: Target.optional(),
  symbol: z.string().trim().min(1).optional().describe(
    "Name, qualified name or id of a symbol; exclusive with target and path",
  ),
  path: z.string().min(1).optional().describe("File of the place; needs line"),
  line: z.int().min(1).optional().describe("1-based line of the place"),
  column: z.int().min(1).optional().describe(
    "1-based UTF-8 byte column of a name; omitted: what the line declares",
  ),
  repository_id: repositoryId,
  limit: z.int().min(1).default(MAX_SEARCH_ROWS).describe(
    "Rows of this page; more than 200 count as 200",
  ),
  continuation,
  response_mode: responseMode,
  include_follow_up_structural: z.boolean().default(false).describe(
    "Add ready search_structural requests, where that tool is live",
  ),
};

const Shape = z.strictObject(navigationInput);
export type NavigationInput = z.infer<typeof Shape>;

export type ResolutionSource =
  | "result_match"
  | "stable_symbol"
  | "direct_symbol"
  | "direct_location";

/** A request about one symbol or one place, and which symbols a name may mean. */
export interface Question extends
  Pick<
    NavigationInput,
    "target" | "symbol" | "path" | "line" | "column" | "repository_id"
  > {
  /** Without it, all. An id names its symbol whatever this says. */
  readonly accepts?: (symbol: SubjectRow) => boolean;
}

/** What a request is about. */
export interface Asked {
  readonly source: ResolutionSource;
  /** The text, or the place as `path:line:column`. */
  readonly query: string;
  /** Symbols of the best rank, with their repositories; empty for a place. */
  readonly best: readonly Candidate[];
  readonly candidateCount: number;
  /** Absent if several are best, or none is accepted. */
  readonly subject?: { readonly repository: Repository; readonly subject: Subject };
  /** Repositories that were asked. */
  readonly repositories: readonly Repository[];
}

export interface Candidate {
  readonly repository: Repository;
  readonly row: SubjectRow;
}

/**
 * Finds out what a request is about.
 *
 * @throws {ToolError} invalid_params, CONFLICTING_TARGET_INPUT and the codes of targets; resource_not_found for a name
 * that no symbol has
 */
export async function askedAbout(input: Question, call: ToolCall): Promise<Asked> {
  const { target, symbol, path, line, column, repository_id } = input;
  const place = [path, line, column].some((field) => field !== undefined);
  if (target !== undefined) {
    if (symbol !== undefined || place) throw conflict();
    return await aboutTarget(call, { target, repository_id });
  }
  if (symbol !== undefined) {
    if (place) throw invalidParams("symbol", 'Cannot use "symbol" beside a place');
    return await aboutSymbol(call, symbol, input);
  }
  if (path === undefined || line === undefined) {
    throw invalidParams("symbol", "Needs one of target, symbol, or path with line");
  }
  const { workspace, session, signal } = call;
  const found = await workspace.place(session.adoptions, path, repository_id, { signal });
  return {
    source: "direct_location",
    query: [path, line, ...(column === undefined ? [] : [column])].join(":"),
    best: [],
    candidateCount: 0,
    repositories: [found.repository],
    subject: {
      repository: found.repository,
      subject: { kind: "location", path: found.path, line, column },
    },
  };
}

async function aboutTarget(
  call: ToolCall,
  input: Parameters<typeof resolveTarget>[1],
): Promise<Asked> {
  const resolved = await resolveTarget(call, input);
  const symbol = await resolveSymbol(call, resolved);
  const { repository, path, from } = resolved;
  return {
    source: from,
    query: symbol.symbol,
    best: [],
    candidateCount: 1,
    repositories: [repository],
    subject: {
      repository,
      subject: { kind: "symbol", path, stableSymbolId: symbol.stableSymbolId },
    },
  };
}

async function aboutSymbol(
  call: ToolCall,
  query: string,
  { repository_id, accepts = () => true }: Question,
): Promise<Asked> {
  const { workspace, session, signal } = call;
  const repositories = await workspace.scope(session.adoptions, repository_id, { signal });
  const ask = (): Promise<SubjectResult[]> =>
    Promise.all(
      repositories.map(({ engine }) => engine.search("subject", { query }, { signal })),
    );
  const early = await ask();
  const wait = early.some(({ indexed }) => !indexed) &&
    await waitForFirstIndex(call, repositories);
  const results = wait ? await ask() : early;
  const known = repositories.flatMap((repository, index) =>
    (results[index]?.candidates ?? []).map((row): Candidate => ({ repository, row }))
  );
  const indexed = results.some((result) => result.indexed);
  if (known.length === 0 && indexed) {
    throw unknownSymbol(query, repository_id, results.flatMap(({ skipped }) => skipped));
  }
  const all = known.filter(({ row }) => row.subjectRank === 0 || accepts(row))
    .sort((a, b) => compareCandidates(a.row, b.row));
  const [first] = all;
  const best = all.filter(({ row }) => row.subjectRank === first?.row.subjectRank);
  const asked = { source: "direct_symbol", query, best, repositories } as const;
  if (first === undefined || best.length > 1) return { ...asked, candidateCount: all.length };
  const { path, stableSymbolId } = first.row;
  return {
    ...asked,
    candidateCount: all.length,
    subject: {
      repository: first.repository,
      subject: { kind: "symbol", path, stableSymbolId },
    },
  };
}

const CLASSES = ["runtime", "project", "support"];

/** Rank, test context, path class; sorting is stable, so what follows is the repositories' own order. */
function compareCandidates(a: SubjectRow, b: SubjectRow): number {
  const rank = (row: SubjectRow): SubjectRank => row.subjectRank;
  return rank(a) - rank(b) || Number(a.testContext) - Number(b.testContext) ||
    CLASSES.indexOf(a.pathClass) - CLASSES.indexOf(b.pathClass);
}

/** A target beside other words for the same. */
export function conflict(): ToolError {
  const message = 'Cannot use "target" beside symbol, path, line or column';
  return new ToolError("CONFLICTING_TARGET_INPUT", message, {
    related_tools: ["search_symbol", "search_text"],
    next_actions: [],
    suggested_next: [],
  });
}

function unknownSymbol(
  symbol: string,
  repositoryId: string | undefined,
  skipped: readonly Skipped[],
): ToolError {
  return new ToolError("resource_not_found", `Cannot find a symbol "${symbol.slice(0, 256)}"`, {
    symbol: symbol.slice(0, 256),
    ...(repositoryId === undefined ? {} : { repository_id: repositoryId }),
    ...(skipped.length === 0 ? {} : {
      hint: "It may be in a file that was not parsed: see skipped, and search for the text",
      skipped: skipped.slice(0, MAX_SKIPPED).map((file) => ({ ...file })),
    }),
  });
}
