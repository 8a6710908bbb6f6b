/**
 * What a symbol query found in one tree: definitions and the ranges that change their meaning.
 *
 * All positions are UTF-16 indexes of the parsed text, half-open. The capture vocabulary is that of `SymbolRules`.
 * @module
 */
import { SYMBOL_KINDS, type SymbolKind, type SymbolRules } from "../languages/language.ts";
import type { Node, QueryMatch } from "./parser.ts";

/** How a definition counts: by itself, only inside a type, or for what follows it. */
export type DefinitionForm = "def" | "member" | "clause";

export interface Definition {
  readonly form: DefinitionForm;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Range of the name of a type outside of which this stands, but to which it belongs. */
  readonly owner?: { readonly start: number; readonly end: number };
}

/** A range that hides all definitions in it, or marks them as test code. */
export interface Region {
  readonly effect: "opaque" | "test";
  readonly start: number;
  readonly end: number;
}

export interface Found {
  readonly definitions: Definition[];
  readonly regions: Region[];
}

const FORMS: readonly DefinitionForm[] = ["def", "member", "clause"];

/** What each capture that makes a definition says. */
const FORM_AND_KIND: ReadonlyMap<string, { form: DefinitionForm; kind: SymbolKind }> = new Map(
  FORMS.flatMap((form) => SYMBOL_KINDS.map((kind) => [`${form}.${kind}`, { form, kind }])),
);

type Captures = ReadonlyMap<string, Node>;

/** Reads the matches of a language's symbol query; of patterns that name the same node, the first one counts. */
export function readMatches(matches: readonly QueryMatch[], rules: SymbolRules): Found {
  const byName = new Map<number, { pattern: number; definition: Definition }>();
  const nameless: Captures[] = [];
  const counts: Counts = new Map();
  for (const { patternIndex: pattern, captures: list } of matches) {
    const captures: Captures = new Map(list.map(({ name, node }) => [name, node]));
    const name = captures.get("name");
    if (name === undefined) {
      nameless.push(captures);
    } else if (pattern < (byName.get(name.startIndex)?.pattern ?? Infinity)) {
      byName.set(name.startIndex, {
        pattern,
        definition: definitionOf(captures, name, rules, counts),
      });
    }
  }
  const definitions = [...byName.values()].map(({ definition }) => definition);
  return { definitions, regions: regionsOf(nameless, rules.decorations) };
}

function regionsOf(matches: readonly Captures[], decorations: readonly string[]): Region[] {
  const nodes = (capture: string): Node[] => matches.flatMap((match) => match.get(capture) ?? []);
  const marks = new Set(nodes("test.mark").map((node) => node.id));
  const marked = marks.size === 0
    ? []
    : nodes("test.target").filter((node) => isMarked(node, marks, decorations));
  return [
    ...nodes("opaque").map((node) => regionOf("opaque", node)),
    ...nodes("test").concat(marked).map((node) => regionOf("test", node)),
  ];
}

function regionOf(effect: Region["effect"], { startIndex, endIndex }: Node): Region {
  return { effect, start: startIndex, end: endIndex };
}

/** Whether one of the decorations right in front of a node is marked. */
function isMarked(node: Node, marks: ReadonlySet<number>, decorations: readonly string[]): boolean {
  let before = node.previousNamedSibling;
  while (before !== null && decorations.includes(before.type)) {
    if (marks.has(before.id)) return true;
    before = before.previousNamedSibling;
  }
  return false;
}

function definitionOf(
  captures: Captures,
  name: Node,
  rules: SymbolRules,
  counts: Counts,
): Definition {
  for (const [capture, node] of captures) {
    const says = FORM_AND_KIND.get(capture);
    if (says === undefined) continue;
    const span = captures.get("span");
    const whole = span !== undefined && isOnly(node, span, counts) ? span : node;
    const owner = captures.get("owner");
    return {
      ...says,
      start: startOf(whole, rules.decorations),
      end: whole.endIndex,
      nameStart: (captures.get("name.first") ?? name).startIndex,
      nameEnd: name.endIndex,
      ...(owner === undefined ? {} : { owner: { start: owner.startIndex, end: owner.endIndex } }),
    };
  }
  throw new Error(`Cannot tell what a query defines by "${[...captures.keys()].join(" ")}"`);
}

/** Number of definitions in a statement, by node id: a statement of thousands is counted once. */
type Counts = Map<number, number>;

/** Whether a statement holds no other node of this kind; comments do not matter. */
function isOnly(node: Node, span: Node, counts: Counts): boolean {
  const count = counts.get(span.id) ??
    span.namedChildren.filter((child) => child.type === node.type).length;
  counts.set(span.id, count);
  return count === 1;
}

/** Where a node starts without its leading decorations. */
function startOf(node: Node, decorations: readonly string[]): number {
  if (decorations.length === 0) return node.startIndex;
  let child = node.firstChild;
  while (child !== null && decorations.includes(child.type)) child = child.nextSibling;
  return child?.startIndex ?? node.startIndex;
}
