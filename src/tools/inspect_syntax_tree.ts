/**
 * `inspect_syntax_tree`: one node of a file's syntax tree with its ancestors and children.
 *
 * Evidence: live_file. Ancestors stand nearest first, children in source order.
 * @module
 */
import { z } from "zod";
import {
  type Completeness,
  Completeness as CompletenessSchema,
  completeness,
  type IncompleteReason,
  scanEnd,
  type TruncationReason,
} from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { rowPlace } from "../contract/source.ts";
import type { SyntaxNodeRow, SyntaxResult } from "../search/syntax_requests.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { repositoryId } from "./fields.ts";
import { FollowUp, followUpField } from "./follow_up.ts";
import { spanOf } from "./search_rows.ts";

const ANCESTORS = { fallback: 8, most: 24 };
const CHILDREN = { fallback: 12, most: 32 };

const Input = z.strictObject({
  path: z.string().min(1).describe("File of a language with a syntax tree"),
  repository_id: repositoryId,
  line: z.int().min(1).optional().describe("1-based line; only together with column"),
  column: z.int().min(1).optional().describe(
    "1-based UTF-8 byte column; without line and column: the root of the tree",
  ),
  max_ancestors: z.int().default(ANCESTORS.fallback).describe(
    "Ancestors that are shown; clamped to 1..24",
  ),
  max_children: z.int().default(CHILDREN.fallback).describe(
    "Children that are shown; clamped to 1..32",
  ),
  include_follow_up_structural: z.boolean().default(false).describe(
    "Add ready search_structural requests for nodes like this one",
  ),
});

const SyntaxNode = z.looseObject({
  kind: z.string().describe("Node type, as queries name it"),
  named: z.boolean().describe("False for punctuation and keywords"),
  path: rowPlace.path,
  line: rowPlace.line,
  column: rowPlace.column,
  end_line: z.int().min(1).describe("1-based line of the last byte"),
  end_column: z.int().min(1).describe("1-based byte column after the last byte"),
  excerpt: z.string().describe("Beginning of the node's own text, at most 120 characters"),
});

const Output = z.looseObject({
  repository_id: z.string().describe("Repository of the file"),
  path: z.string().describe("Repository-relative path"),
  language: z.string().describe("Language id"),
  focus: SyntaxNode.describe("Smallest node at the place"),
  ancestors: z.array(SyntaxNode).describe("What encloses it, nearest first"),
  ancestors_completeness: CompletenessSchema,
  children: z.array(SyntaxNode).describe("What it consists of, in source order"),
  children_completeness: CompletenessSchema,
  follow_up_structural: z.array(FollowUp).optional().describe("Ready search_structural requests"),
  metadata: z.looseObject({
    source: z.string().describe("Where the tree comes from"),
    partial: z.boolean().describe("The parser met errors; nodes around them are guesses"),
  }).optional().describe("Diagnostics"),
  note: z.string().optional().describe("metadata as JSON text"),
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type SyntaxNode = z.infer<typeof SyntaxNode>;

export default defineTool({
  name: "inspect_syntax_tree",
  title: "Inspect syntax tree",
  description: "Show a node of a file's syntax tree with ancestors and children; read completeness",
  profile: "core",
  evidence: "mixed",
  reach: "file",
  input: Input,
  output: Output,
  run,
  cites: (output) =>
    nodesOf(output).map(({ pointer, node }) => ({
      row: pointer,
      repository_id: output.repository_id,
      path: node.path,
      span: spanOf(node),
    })),
  rows: (output) => {
    const rows = nodesOf(output).map(({ pointer, node }) => ({
      pointer,
      repository_id: output.repository_id,
      path: node.path,
      identity: node.kind,
      text: node.excerpt,
    }));
    return ["/ancestors", "/children"].map((pointer) => ({
      pointer,
      order: "exact",
      rows: rows.filter((row) => row.pointer.startsWith(`${pointer}/`)),
    }));
  },
});

function nodesOf(
  { focus, ancestors, children }: Output,
): { readonly pointer: string; readonly node: SyntaxNode }[] {
  return [
    { pointer: "/focus", node: focus },
    ...ancestors.map((node, index) => ({ pointer: `/ancestors/${index}`, node })),
    ...children.map((node, index) => ({ pointer: `/children/${index}`, node })),
  ];
}

async function run(input: Input, call: ToolCall): Promise<Output> {
  const at = placeIn(input);
  const { workspace, session, signal } = call;
  const { repository, path } = await workspace.place(
    session.adoptions,
    input.path,
    input.repository_id,
    { signal },
  );
  const found = await repository.engine.search("syntax", {
    path,
    ...(at === undefined ? {} : { at }),
    maxAncestors: clamp(input.max_ancestors, ANCESTORS.most),
    maxChildren: clamp(input.max_children, CHILDREN.most),
  }, { signal });
  return outputOf(input, call, repository.id, found);
}

function placeIn(
  { line, column }: Input,
): { readonly line: number; readonly column: number } | undefined {
  if (line !== undefined && column !== undefined) return { line, column };
  if (line === undefined && column === undefined) return undefined;
  const missing = line === undefined ? "line" : "column";
  throw new ToolError("MISSING_LINE_COLUMN", `Cannot use a place without "${missing}"`, {
    field: missing,
  });
}

function clamp(wanted: number, most: number): number {
  return Math.min(Math.max(wanted, 1), most);
}

function outputOf(
  input: Input,
  call: ToolCall,
  repositoryId: string,
  found: SyntaxResult,
): Output {
  const { path, language, partial } = found;
  const metadata = { source: "tree_sitter", partial };
  const reasons: readonly IncompleteReason[] = partial ? ["diagnostic_coverage"] : [];
  const kinds = input.include_follow_up_structural ? found.kinds : undefined;
  return {
    repository_id: repositoryId,
    path,
    language,
    focus: nodeOf(path, found.focus),
    ancestors: found.ancestors.map((node) => nodeOf(path, node)),
    ancestors_completeness: bounded(
      found.ancestors,
      found.ancestorCount,
      "ancestor_limit",
      reasons,
    ),
    children: found.children.map((node) => nodeOf(path, node)),
    children_completeness: bounded(found.children, found.childCount, "child_limit", reasons),
    ...followUpField(call, kinds, { repositoryId, path }),
    metadata,
    note: JSON.stringify(metadata),
  };
}

function bounded(
  shown: readonly SyntaxNodeRow[],
  total: number,
  bound: TruncationReason,
  reasons: readonly IncompleteReason[],
): Completeness {
  return completeness({
    unit: "syntax_node",
    returned: shown.length,
    end: scanEnd(total, reasons),
    bounds: shown.length < total ? [bound] : [],
  });
}

function nodeOf(path: string, node: SyntaxNodeRow): SyntaxNode {
  return {
    kind: node.kind,
    named: node.named,
    path,
    line: node.line,
    column: node.column,
    end_line: node.endLine,
    end_column: node.endColumn,
    excerpt: node.excerpt,
    ...(node.excerptTruncated ? { excerpt_truncated: true } : {}),
  };
}
