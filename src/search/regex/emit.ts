/**
 * Writes a translated pattern as the source of a JavaScript RegExp over text of one char a byte.
 *
 * The source needs no flags but `m`, so that it runs on the linear engine and on the backtracking one alike.
 * Elements consume whole code points and none starts with a continuation byte, so on well-formed text no match can
 * begin or end inside a code point.
 * @module
 */
import { type CodePoints, intersect, type Range } from "./code_points.ts";
import { type Edge, isNullable, type Node, type RepeatNode, type SetNode } from "./node.ts";
import { MALFORMED, RAISED, type TextForm } from "./text_form.ts";
import { byteSequences } from "./utf8_ranges.ts";

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

/**
 * The pattern's source for texts of one form.
 *
 * Counted repeats are written out, because V8's linear engine takes only small ones. `X{0,2}` becomes `(?:X(?:X)?)?`:
 * in `X?X?` a backtracking engine would try every way to leave some out. Only where a round can match nothing are the
 * two not the same, and the second is what is meant.
 */
export function emit(node: Node, form: TextForm): string {
  switch (node.kind) {
    case "set":
      return emitSet(node, form);
    case "edge":
      return EDGES[node.edge];
    case "sequence":
      return node.parts.map((part) => emit(part, form)).join("");
    case "choice":
      return `(?:${node.branches.map((branch) => emit(branch, form)).join("|")})`;
    case "repeat":
      return emitRepeat(node, form);
  }
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

function emitRepeat({ body, min, max, lazy }: RepeatNode, form: TextForm): string {
  const atom = `(?:${emit(body, form)})`;
  const suffix = lazy ? "?" : "";
  if (max === Infinity && min === 1) return `${atom}+${suffix}`;
  return `(?:${atom.repeat(min)}${optional(atom, max - min, suffix, isNullable(body))})`;
}

function optional(atom: string, times: number, suffix: string, flat: boolean): string {
  if (times === Infinity) return `${atom}*${suffix}`;
  if (flat) return `${atom}?${suffix}`.repeat(times);
  return `(?:${atom}`.repeat(times) + `)?${suffix}`.repeat(times);
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
