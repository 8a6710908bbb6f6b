/**
 * The rows of one file: where each match stands, in the order of the answer.
 *
 * Rows hold nodes of a tree and are valid only as long as it is.
 * @module
 */
import type { AnchorSelection } from "../../contract/structural.ts";
import type { Node, QueryMatch } from "../../snapshot/parser.ts";
import type { StructuralRequest, StructuralRow } from "../requests.ts";
import { kindsOf } from "./node_kinds.ts";
import { lineRange, ownRange, type ParsedFile } from "./node_range.ts";

/** More cannot be shown: each takes at least 80 of the 48,000 characters of an answer. */
const MAX_CAPTURES = 600;

type Capture = QueryMatch["captures"][number];

/** A row before it is written out. */
export interface Candidate {
  readonly anchor: Capture;
  readonly selection: AnchorSelection;
  readonly captures: readonly Capture[];
}

type Shape = Pick<StructuralRequest, "shape" | "primaryCapture">;

/** The rows of a file by place: start, then end, then as tree-sitter found them. */
export function candidatesOf(
  matches: readonly QueryMatch[],
  { shape, primaryCapture }: Shape,
): Candidate[] {
  const rows = shape === "captures"
    ? matches.flatMap(({ captures }) => captures.map(captureRow))
    : matches.flatMap(({ captures }) => matchRow(captures, primaryCapture));
  return rows.sort((a, b) => compareNodes(a.anchor.node, b.anchor.node));
}

function captureRow(capture: Capture): Candidate {
  return { anchor: capture, selection: "capture_row", captures: [capture] };
}

/** A match whose captures are all optional may have none: then there is nothing to show. */
function matchRow(captures: readonly Capture[], primary: string | undefined): Candidate[] {
  const [first] = captures;
  if (first === undefined) return [];
  const chosen = primary === undefined ? undefined : named(captures, primary);
  if (chosen !== undefined) return [{ anchor: chosen, selection: "primary_capture", captures }];
  const match = named(captures, "match");
  if (match !== undefined) return [{ anchor: match, selection: "match_capture", captures }];
  const useful = captures.find(({ name, node }) => !name.startsWith("_") && node.isNamed);
  return useful === undefined
    ? [{ anchor: first, selection: "first_capture", captures }]
    : [{ anchor: useful, selection: "first_useful_named_capture", captures }];
}

function named(captures: readonly Capture[], wanted: string): Capture | undefined {
  return captures.find(({ name }) => name === wanted);
}

function compareNodes(a: Node, b: Node): number {
  return a.startIndex - b.startIndex || a.endIndex - b.endIndex;
}

/** Writes a row out. */
export function structuralRow(
  file: ParsedFile & { readonly path: string; readonly language: string },
  { anchor, selection, captures }: Candidate,
  { followUp }: Pick<StructuralRequest, "followUp">,
): StructuralRow {
  return {
    path: file.path,
    ...lineRange(file, anchor.node),
    anchorName: anchor.name,
    anchorSelection: selection,
    captures: captures.slice(0, MAX_CAPTURES).map(({ name, node }) => ({
      name,
      ...ownRange(file, node),
    })),
    capturesCut: captures.length > MAX_CAPTURES,
    ...(followUp ? { kinds: kindsOf(anchor.node, file.language) } : {}),
  };
}
