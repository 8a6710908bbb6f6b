/**
 * One place of a file's syntax tree with what is around it, as the file is now.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { LineIndex } from "../contract/lines.ts";
import type { Node } from "../snapshot/parser.ts";
import type { FileTree, Syntax, SyntaxGrammar } from "../snapshot/syntax.ts";
import { requireParsable } from "./outline.ts";
import type { SyntaxNodeRow, SyntaxRequest, SyntaxResult } from "./syntax_requests.ts";
import { kindsOf } from "./structural/node_kinds.ts";
import { ownRange, type ParsedFile } from "./structural/node_range.ts";
import type { LiveFile, SearchWorld } from "./world.ts";

/** Characters of a node's own text that are shown (contract.md §9). */
const EXCERPT_CHARS = 120;

/**
 * Finds a node and its relatives.
 *
 * @throws {ToolError} invalid_params for a language without grammar, a place the file does not have, or a file above
 * FRIGG_MAX_FILE_BYTES; resource_not_found, access_denied, unavailable; timeout
 */
export async function inspectSyntax(
  world: Pick<SearchWorld, "live" | "maxFileBytes">,
  syntax: Syntax,
  request: SyntaxRequest,
): Promise<SyntaxResult> {
  const { file, facts: grammar } = requireParsable(
    world,
    request.path,
    (path) => syntax.grammarOf(path),
    () => withoutTree(request.path, syntax),
  );
  if (file.encoding === "binary") {
    throw invalidParams("path", `"${file.path}" is not UTF-8 text`, { path: file.path });
  }
  const outcome = await syntax.parse(file.bytes, grammar, (tree) => {
    const lines = new LineIndex(file.bytes);
    return inspect(request, file, { bytes: file.bytes, lines, source: tree.source }, tree, grammar);
  });
  if (!outcome.timedOut) return outcome.value;
  throw new ToolError("timeout", `Cannot parse "${file.path}" in time`, { path: file.path });
}

function withoutTree(path: string, { extensions }: Syntax): ToolError {
  return invalidParams("path", `Files such as "${path}" have no syntax tree`, {
    path,
    supported_extensions: extensions,
  });
}

function inspect(
  request: SyntaxRequest,
  { path }: LiveFile,
  parsed: ParsedFile,
  { root, partial }: FileTree,
  { language }: SyntaxGrammar,
): SyntaxResult {
  const { at, maxAncestors, maxChildren } = request;
  const focus = at === undefined ? root : nodeAt(root, parsed, at);
  const ancestors = ancestorsOf(root, focus);
  const children = Array.from(
    { length: Math.min(focus.childCount, maxChildren) },
    (_, index) => focus.child(index),
  );
  return {
    path,
    language,
    focus: nodeRow(parsed, focus),
    ancestors: ancestors.slice(0, maxAncestors).map((node) => nodeRow(parsed, node)),
    ancestorCount: ancestors.length,
    children: children.flatMap((node) => node === null ? [] : [nodeRow(parsed, node)]),
    childCount: focus.childCount,
    partial,
    kinds: kindsOf(focus, language),
  };
}

/** The smallest node that holds the character at a place; at a line's end, what holds the line end. */
function nodeAt(
  root: Node,
  { lines, source }: ParsedFile,
  at: { readonly line: number; readonly column: number },
): Node {
  if (lines.count === 0 && at.line === 1 && at.column === 1) return root;
  if (at.line > lines.count) {
    throw invalidParams("line", `Cannot use "line": the file has ${lines.count}`, {
      total_lines: lines.count,
    });
  }
  const width = lines.end(at.line) - lines.start(at.line);
  if (at.column > width + 1) {
    throw invalidParams("column", `Cannot use "column": line ${at.line} has ${width} bytes`, {
      line_bytes: width,
    });
  }
  const index = source.indexAt(lines.offset(at));
  return root.descendantForIndex(index, index) ?? root;
}

/** Nearest first. Found from the root on, because each look at a node's parent goes all that way. */
function ancestorsOf(root: Node, node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let at: Node | null = root; at !== null && at.id !== node.id;) {
    ancestors.push(at);
    at = at.childWithDescendant(node);
  }
  return ancestors.reverse();
}

function nodeRow(file: ParsedFile, node: Node): SyntaxNodeRow {
  const range = ownRange(file, node);
  const { excerpt } = range;
  const cut = excerpt.slice(0, EXCERPT_CHARS);
  const shown = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return {
    kind: node.type,
    named: node.isNamed,
    ...range,
    excerpt: shown,
    excerptTruncated: range.excerptTruncated || shown.length < excerpt.length,
  };
}
