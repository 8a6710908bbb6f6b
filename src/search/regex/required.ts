/**
 * What a file must contain if a pattern matches in it: chooses candidate files, so it may ask too little but never
 * too much.
 *
 * Literals are UTF-8 bytes, one char each, ASCII letters in lower case; letters beyond ASCII keep their case, and a
 * set of several stands for alternatives.
 * @module
 */
import type { RequiredLiterals } from "../../snapshot/snapshot.ts";
import { countOf } from "./code_points.ts";
import type { Node, RepeatNode, SetNode } from "./node.ts";
import { latin1Of } from "./text_form.ts";

/** Members of a set, and strings built from sets, that are told apart; more count as "anything". */
const MAX_STRINGS = 16;
const MAX_GROUPS = 64;
/** A longer literal chooses no better. */
const MAX_LITERAL = 64;
/** An index of trigrams can use nothing shorter. */
const MIN_LITERAL = 3;

type Groups = readonly (readonly string[])[];

/** What is known of a node: all strings it matches, or what must occur in any of them. */
type Known =
  | { readonly kind: "exactly"; readonly strings: readonly string[] }
  | { readonly kind: "contains"; readonly groups: RequiredLiterals };

const NOTHING_KNOWN: Known = { kind: "contains", groups: undefined };

/** Literals that every file with a match contains. */
export function requiredLiterals(node: Node): RequiredLiterals {
  return groupsOf(know(node));
}

/** Literals of a text as it stands. */
export function requiredOf(text: string): RequiredLiterals {
  return [[lowerAscii(latin1Of(text))]];
}

function know(node: Node): Known {
  switch (node.kind) {
    case "edge":
      return { kind: "exactly", strings: [""] };
    case "set":
      return knowSet(node);
    case "sequence":
      return knowSequence(node.parts.map(know));
    case "choice":
      return knowChoice(node.branches.map(know));
    case "repeat":
      return knowRepeat(node);
  }
}

function knowSet({ points, malformed }: SetNode): Known {
  // Twice as many members, because two of the same ASCII letter become one.
  if (malformed || countOf(points) > 2 * MAX_STRINGS) return NOTHING_KNOWN;
  const strings = new Set<string>();
  for (const [low, high] of points) {
    for (let point = low; point <= high; point++) {
      strings.add(lowerAscii(latin1Of(String.fromCodePoint(point))));
    }
  }
  return strings.size > MAX_STRINGS ? NOTHING_KNOWN : { kind: "exactly", strings: [...strings] };
}

function knowRepeat({ body, min, max }: RepeatNode): Known {
  if (min === 0) return NOTHING_KNOWN;
  const inner = know(body);
  if (min === max && min <= MAX_STRINGS) {
    return knowSequence(Array.from({ length: min }, () => inner));
  }
  return { kind: "contains", groups: groupsOf(inner) };
}

function knowChoice(branches: readonly Known[]): Known {
  const strings = new Set<string>();
  for (const branch of branches) {
    if (branch.kind === "exactly") { for (const string of branch.strings) strings.add(string); }
  }
  if (strings.size <= MAX_STRINGS && branches.every(({ kind }) => kind === "exactly")) {
    return { kind: "exactly", strings: [...strings] };
  }
  const groups: (readonly string[])[] = [];
  for (const branch of branches) {
    const own = groupsOf(branch);
    if (own === undefined) return NOTHING_KNOWN;
    groups.push(...own);
  }
  return { kind: "contains", groups: groups.length > MAX_GROUPS ? undefined : groups };
}

/** Joins neighbours into longer strings as far as that stays small; what is known of all parts holds for the whole. */
function knowSequence(parts: readonly Known[]): Known {
  let run: readonly string[] = [""];
  let groups: RequiredLiterals;
  let whole = true;
  for (const part of parts) {
    const longer = part.kind === "exactly" ? product(run, part.strings) : undefined;
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    whole = false;
    groups = both(groups, groupsOf({ kind: "exactly", strings: run }));
    run = part.kind === "exactly" ? part.strings : [""];
    if (part.kind === "contains") groups = both(groups, part.groups);
  }
  if (whole) return { kind: "exactly", strings: run };
  return {
    kind: "contains",
    groups: both(groups, groupsOf({ kind: "exactly", strings: run })),
  };
}

function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  const strings = new Set(heads.flatMap((head) => tails.map((tail) => head + tail)));
  const fits = strings.size <= MAX_STRINGS &&
    [...strings].every((string) => string.length <= MAX_LITERAL);
  return fits ? [...strings] : undefined;
}

/** Any of the strings, if each is long enough to choose by. */
function groupsOf(known: Known): RequiredLiterals {
  if (known.kind === "contains") return known.groups;
  const useful = known.strings.every((string) => string.length >= MIN_LITERAL);
  return useful ? known.strings.map((string) => [string]) : undefined;
}

/** Any group of `a` together with any of `b`; if those are too many, what chooses better alone. */
function both(a: RequiredLiterals, b: RequiredLiterals): RequiredLiterals {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.length * b.length > MAX_GROUPS) return narrower(a, b);
  return a.flatMap((left) => b.map((right) => [...new Set([...left, ...right])]));
}

function narrower(a: Groups, b: Groups): Groups {
  return a.length <= b.length ? a : b;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
