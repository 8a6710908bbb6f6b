/**
 * Ready `search_structural` requests for a node: its like in the file, in the repository, and around it.
 * @module
 */
import { z } from "zod";
import type { Coverage } from "../search/requests.ts";
import type { NodeKinds, SourceRange } from "../search/syntax_requests.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import { proofOf } from "./search_rows.ts";

const TOOL = "search_structural";
/** Bytes of a regular expression (contract.md §1.9). */
const MAX_REGEX_BYTES = 512;

export const FollowUp = z.looseObject({
  strategy: z.enum([
    "focus_named_node_file_scoped",
    "focus_named_node_repo_scoped",
    "ancestor_named_node_repo_scoped",
  ]).describe("What is looked for, and where"),
  confidence: z.enum(["high", "medium"]).describe("How likely it is what is wanted"),
  basis: z.looseObject({
    focus_kind: z.string().describe("Type of the node, or of the named one around it"),
    raw_focus_kind: z.string().optional().describe("Type of the node, if it is not named"),
    ancestor_kind: z.string().optional().describe("Type of the nearest named ancestor"),
  }).describe("Node types that the request rests on"),
  params: z.looseObject({
    query: z.string().describe("Tree-sitter query"),
    language: z.string().describe("Language id"),
    repository_id: z.string().describe("Repository"),
    path_regex: z.string().optional().describe("The file alone"),
  }).describe("Arguments for search_structural"),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** The field of a row; nothing if it was not asked for, or the tool is not live. */
export function followUpField(
  { surface }: Pick<ToolCall, "surface">,
  kinds: NodeKinds | undefined,
  place: { readonly repositoryId: string; readonly path: string },
): { follow_up_structural?: FollowUp[] } {
  const tool = surface.find(TOOL);
  if (kinds === undefined || tool === undefined) return {};
  const items = followUps(kinds, place).filter(({ params }) =>
    tool.checkInput(params) === undefined
  );
  return items.length === 0 ? {} : { follow_up_structural: items };
}

/** A row with where it comes from, as far as its place goes. */
interface PlacedHit<Row> {
  readonly row: Row;
  readonly result: { readonly coverage: Coverage };
  readonly repository: Repository;
}

type PlacedRow = Omit<SourceRange, "excerpt" | "excerptTruncated"> & { readonly path: string };

/** The node types that rows stand at; none for rows of a file that changed since they were found. */
export async function kindsOfRows<Row extends PlacedRow>(
  { signal }: ToolCall,
  hits: readonly PlacedHit<Row>[],
): Promise<ReadonlyMap<Row, NodeKinds>> {
  const found = new Map<Row, NodeKinds>();
  const files = Map.groupBy(hits, ({ repository, row }) => `${repository.id}:${row.path}`);
  for (const group of files.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { repository, result, row: { path } } = first;
    const places = group.map(({ row: { line, column, endLine, endColumn } }) => ({
      line,
      column,
      endLine,
      endColumn,
    }));
    const { sha256, kinds } = await repository.engine.search("kinds", { path, places }, { signal });
    if (sha256 !== proofOf(result.coverage, path).sha256) continue;
    for (const [index, { row }] of group.entries()) {
      const own = kinds[index];
      if (own !== undefined) found.set(row, own);
    }
  }
  return found;
}

function followUps(
  { focus, raw, ancestor, language }: NodeKinds,
  { repositoryId, path }: { readonly repositoryId: string; readonly path: string },
): FollowUp[] {
  const basis = { focus_kind: focus, ...(raw === undefined ? {} : { raw_focus_kind: raw }) };
  const params = (kind: string): FollowUp["params"] => ({
    query: `(${kind}) @match`,
    language,
    repository_id: repositoryId,
  });
  const regex = `^${path.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}$`;
  // A pattern cannot name a line end.
  const fits = !/[\n\r]/.test(path) && new TextEncoder().encode(regex).length <= MAX_REGEX_BYTES;
  const inFile: FollowUp[] = fits
    ? [{
      strategy: "focus_named_node_file_scoped",
      confidence: "high",
      basis,
      params: { ...params(focus), path_regex: regex },
    }]
    : [];
  const around: FollowUp[] = ancestor === undefined ? [] : [{
    strategy: "ancestor_named_node_repo_scoped",
    confidence: "medium",
    basis: { ...basis, ancestor_kind: ancestor },
    params: params(ancestor),
  }];
  return [
    ...inFile,
    {
      strategy: "focus_named_node_repo_scoped",
      confidence: "medium",
      basis,
      params: params(focus),
    },
    ...around,
  ];
}
