/**
 * Writes a translated pattern as the source of a JavaScript RegExp over text of one char a byte.
 *
 * The source needs no flags but `m`, so that it runs on the linear engine and on the backtracking one alike.
 * Elements consume whole code points and none starts with a continuation byte, so on well-formed text no match can
 * begin or end inside a code point.
 * @module
 */
import { type CodePoints, intersect, type Range } from "./code_points.ts";
import type { Edge, Node, RepeatNode, SetNode } from "./node.ts";
import { MALFORMED, RAISED, type TextForm } from "./text_form.ts";
import { byteSequences } from "./utf8_ranges.ts";

/** V8's linear engine refuses counted repeats whose product exceeds this, so longer ones are written out. */
const MAX_COUNT = 16;
const ASCII: CodePoints = [[0, 0x7f]];
const CONTINUATION = "[\\x80-\\xbf]";

const EDGES = {
  line_start: "^",
  line_end: "$",
  word: "\\b",
  inside: "\\B",
} as const satisfies Record<
  Edge,
  string
>;

/** Source text; `counted` if it holds a `{n}`, which must not be repeated by another. */
interface Emitted {
  readonly source: string;
  readonly counted: boolean;
}

/** The pattern's source for texts of one form. */
export function emit(node: Node, form: TextForm): string {
  return emitNode(node, form).source;
}

/** One code point that is no letter, digit or `_`, nor a line end. */
export function emitNonWord(form: TextForm): string {
  const ascii = "[\\x00-\\x09\\x0b\\x0c\\x0e-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x7f\\xff]";
  if (form === "ascii") return ascii;
  const raised = [[0xc2, 0xdf], [0xe0, 0xef], [0xf0, 0xf4]].map(([low = 0, high = 0], index) =>
    `[${unit(low + RAISED)}-${unit(high + RAISED)}]${CONTINUATION.repeat(index + 1)}`
  );
  return `(?:${[ascii, ...raised].join("|")})`;
}

function emitNode(node: Node, form: TextForm): Emitted {
  switch (node.kind) {
    case "set":
      return { source: emitSet(node, form), counted: false };
    case "edge":
      return { source: EDGES[node.edge], counted: false };
    case "sequence":
      return joined(node.parts, form, "");
    case "choice": {
      const { source, counted } = joined(node.branches, form, "|");
      return { source: `(?:${source})`, counted };
    }
    case "repeat":
      return emitRepeat(node, form);
  }
}

function joined(nodes: readonly Node[], form: TextForm, separator: string): Emitted {
  const parts = nodes.map((node) => emitNode(node, form));
  return {
    source: parts.map(({ source }) => source).join(separator),
    counted: parts.some(({ counted }) => counted),
  };
}

function emitRepeat({ body, min, max, lazy }: RepeatNode, form: TextForm): Emitted {
  const inner = emitNode(body, form);
  const atom = `(?:${inner.source})`;
  const suffix = lazy ? "?" : "";
  if (max === Infinity && min <= 1) {
    return { source: atom + (min === 0 ? "*" : "+") + suffix, counted: inner.counted };
  }
  if (min === 0 && max === 1) return { source: `${atom}?${suffix}`, counted: inner.counted };
  const required = copies(atom, inner.counted, min);
  const optional = max === Infinity
    ? `${atom}*${suffix}`
    : optionalCopies(atom, inner.counted, max - min, suffix);
  return { source: `(?:${required}${optional})`, counted: true };
}

function copies(atom: string, counted: boolean, count: number): string {
  if (counted) return atom.repeat(count);
  return chunks(count).map((size) => `${atom}{${size}}`).join("");
}

/** `X{0,a}X{0,b}` matches as `X{0,a+b}` does and prefers the same: what the second tries, the first has failed at. */
function optionalCopies(atom: string, counted: boolean, count: number, suffix: string): string {
  if (counted) return `${atom}?${suffix}`.repeat(count);
  return chunks(count).map((size) => `${atom}{0,${size}}${suffix}`).join("");
}

function chunks(count: number): number[] {
  const whole = Array.from({ length: Math.floor(count / MAX_COUNT) }, () => MAX_COUNT);
  const rest = count % MAX_COUNT;
  return rest === 0 ? whole : [...whole, rest];
}

function emitSet({ points, malformed }: SetNode, form: TextForm): string {
  const ascii = [...intersect(points, ASCII)];
  if (form === "ascii") return classOf(ascii);
  if (malformed) ascii.push([MALFORMED, MALFORMED]);
  const sequences = byteSequences(points).map((bytes) =>
    bytes.map(([low, high], index) => {
      const isLead = index === 0 && form === "word";
      return classOf(isLead ? [[low, high], [low + RAISED, high + RAISED]] : [[low, high]]);
    }).join("")
  );
  const single = ascii.length === 0 ? [] : [classOf(ascii)];
  const all = [...single, ...sequences];
  return all.length === 1 && sequences.length === 0 ? all.join("") : `(?:${all.join("|")})`;
}

/** A class of chars; `[]`, which matches nothing, when empty. */
function classOf(ranges: readonly Range[]): string {
  const [first] = ranges;
  if (ranges.length === 1 && first !== undefined && first[0] === first[1]) return unit(first[0]);
  return `[${
    ranges.map(([low, high]) => low === high ? unit(low) : `${unit(low)}-${unit(high)}`).join("")
  }]`;
}

function unit(value: number): string {
  const hex = value.toString(16);
  return value > 0xff ? `\\u${hex.padStart(4, "0")}` : `\\x${hex.padStart(2, "0")}`;
}

/** Whether the pattern reads other texts than ASCII in another way. */
export function isAsciiOnly(node: Node): boolean {
  if (node.kind === "set") return !node.malformed && !node.points.some(([, high]) => high > 0x7f);
  if (node.kind === "edge") return true;
  if (node.kind === "sequence") return node.parts.every(isAsciiOnly);
  return node.kind === "choice" ? node.branches.every(isAsciiOnly) : isAsciiOnly(node.body);
}
