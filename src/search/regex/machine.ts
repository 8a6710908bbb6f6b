/**
 * A translated pattern as a list of instructions for `MachineRun`, which works in time text × instructions.
 *
 * Matches what the emitted source matches (emit.ts): instructions are in the order in which a backtracking engine
 * would try them, and a round of a loop that consumed nothing is no round.
 * @module
 */
import { type CodePoints, intersect } from "./code_points.ts";
import { type Edge, isNullable, type Node, type RepeatNode, type SetNode } from "./node.ts";
import { MALFORMED, RAISED, type TextForm } from "./text_form.ts";
import { byteSequences } from "./utf8_ranges.ts";

/** Chars of a text in any form: bytes, and raised lead bytes. */
export const CHARS = 2 * RAISED;

export type MachineEdge = Edge | "no_word_before" | "no_word_after";

type Instruction =
  /** Consumes a char for which `chars` has 1. */
  | { readonly op: "chars"; readonly chars: Uint8Array }
  /** Goes on at both places, rather at `first`. */
  | { readonly op: "fork"; first: number; second: number }
  | { readonly op: "edge"; readonly edge: MachineEdge }
  | { readonly op: "jump"; to: number }
  | { readonly op: "enter_round" }
  /** Ends the attempt if its round consumed nothing. */
  | { readonly op: "end_round" }
  | { readonly op: "match" };

/** What an instruction is, as a number. */
export const OPS = {
  chars: 0,
  fork: 1,
  edge: 2,
  jump: 3,
  enter_round: 4,
  end_round: 5,
  match: 6,
} as const satisfies Record<Instruction["op"], number>;
export const EDGES = [
  "line_start",
  "line_end",
  "word",
  "inside",
  "no_word_before",
  "no_word_after",
] as const satisfies readonly MachineEdge[];

/** The instructions as columns: objects would take several times as long. */
export interface Machine {
  readonly ops: Uint8Array;
  /** Chars: where its class starts in `classes`; fork: `first`; jump: `to`; edge: its place in `EDGES`. */
  readonly a: Int32Array;
  /** Fork: `second`. */
  readonly b: Int32Array;
  /** `CHARS` flags a class. */
  readonly classes: Uint8Array;
  /** 1 for each char a match can start with. */
  readonly starts: Uint8Array;
}

const ASCII: CodePoints = [[0, 0x7f]];

/** Compiles a pattern for texts of one form; with `word` a match has no word characters for neighbours. */
export function compileMachine(node: Node, form: TextForm, word: boolean): Machine {
  const assembly = new Assembly(form);
  if (word) assembly.edge("no_word_before");
  assembly.node(node);
  if (word) assembly.edge("no_word_after");
  return assembly.finish();
}

class Assembly {
  readonly #form: TextForm;
  readonly #list: Instruction[] = [];
  readonly #classes = new Map<string, Uint8Array>();

  constructor(form: TextForm) {
    this.#form = form;
  }

  edge(edge: MachineEdge): void {
    this.#list.push({ op: "edge", edge });
  }

  node(node: Node): void {
    switch (node.kind) {
      case "set":
        return this.#set(node);
      case "edge":
        return this.edge(node.edge);
      case "sequence":
        for (const part of node.parts) this.node(part);
        return;
      case "choice":
        return this.#choice(node.branches.map((branch) => () => this.node(branch)));
      case "repeat":
        return this.#repeat(node);
    }
  }

  finish(): Machine {
    this.#list.push({ op: "match" });
    return { ...columnsOf(this.#list), starts: startsOf(this.#list) };
  }

  #choice(branches: readonly (() => void)[]): void {
    const jumps: { op: "jump"; to: number }[] = [];
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) {
        branch();
        break;
      }
      const fork = this.#fork();
      fork.first = this.#list.length;
      branch();
      const jump = { op: "jump" as const, to: 0 };
      this.#list.push(jump);
      jumps.push(jump);
      fork.second = this.#list.length;
    }
    for (const jump of jumps) jump.to = this.#list.length;
  }

  #repeat({ body, min, max, lazy }: RepeatNode): void {
    for (let copy = 0; copy < min; copy++) this.node(body);
    if (max === Infinity) {
      const start = this.#list.length;
      return this.#optional(lazy, () => {
        this.#round(body);
        this.#list.push({ op: "jump", to: start });
      });
    }
    if (isNullable(body)) {
      for (let copy = min; copy < max; copy++) this.#optional(lazy, () => this.#round(body));
    } else this.#nested(body, max - min, lazy);
  }

  /** As `(?:X(?:X)?)?` for two: whoever leaves one out leaves out all that follow (emit.ts). */
  #nested(body: Node, times: number, lazy: boolean): void {
    if (times === 0) return;
    this.#optional(lazy, () => {
      this.node(body);
      this.#nested(body, times - 1, lazy);
    });
  }

  #round(body: Node): void {
    this.#list.push({ op: "enter_round" });
    this.node(body);
    this.#list.push({ op: "end_round" });
  }

  #optional(lazy: boolean, inside: () => void): void {
    const fork = this.#fork();
    const start = this.#list.length;
    inside();
    const behind = this.#list.length;
    fork.first = lazy ? behind : start;
    fork.second = lazy ? start : behind;
  }

  #fork(): { op: "fork"; first: number; second: number } {
    const fork = { op: "fork" as const, first: 0, second: 0 };
    this.#list.push(fork);
    return fork;
  }

  /** One class a byte, for each sequence of bytes that is a member of the set. */
  #set({ points, malformed }: SetNode): void {
    const ascii: (readonly [number, number])[] = [...intersect(points, ASCII)];
    if (malformed && this.#form !== "ascii") ascii.push([MALFORMED, MALFORMED]);
    const sequences = this.#form === "ascii"
      ? []
      : byteSequences(points).map((bytes) =>
        bytes.map(([low, high], index) => {
          const isLead = index === 0 && this.#form === "word";
          const range = [low, high] as const;
          return isLead ? [range, [low + RAISED, high + RAISED] as const] : [range];
        })
      );
    const all = ascii.length === 0 && sequences.length > 0 ? sequences : [[ascii], ...sequences];
    this.#choice(all.map((classes) => () => {
      for (const ranges of classes) this.#list.push({ op: "chars", chars: this.#class(ranges) });
    }));
  }

  #class(ranges: readonly (readonly [number, number])[]): Uint8Array {
    const key = ranges.join(";");
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    const chars = new Uint8Array(CHARS);
    for (const [low, high] of ranges) chars.fill(1, low, high + 1);
    this.#classes.set(key, chars);
    return chars;
  }
}

function columnsOf(list: readonly Instruction[]): Omit<Machine, "starts"> {
  const distinct = [...new Set(list.flatMap((each) => each.op === "chars" ? [each.chars] : []))];
  const places = new Map(distinct.map((chars, index) => [chars, index * CHARS]));
  const classes = new Uint8Array(distinct.length * CHARS);
  for (const [chars, place] of places) classes.set(chars, place);
  return {
    ops: Uint8Array.from(list, ({ op }) => OPS[op]),
    a: Int32Array.from(list, (each) => operand(each, places)),
    b: Int32Array.from(list, (each) => each.op === "fork" ? each.second : 0),
    classes,
  };
}

function operand(instruction: Instruction, places: ReadonlyMap<Uint8Array, number>): number {
  switch (instruction.op) {
    case "chars":
      return places.get(instruction.chars) ?? 0;
    case "fork":
      return instruction.first;
    case "jump":
      return instruction.to;
    case "edge":
      return EDGES.indexOf(instruction.edge);
    default:
      return 0;
  }
}

/** The chars that can be consumed first; edges are taken to hold. */
function startsOf(list: readonly Instruction[]): Uint8Array {
  const starts = new Uint8Array(CHARS);
  const seen = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const instruction = list[at];
    if (seen.has(at) || instruction === undefined) continue;
    seen.add(at);
    if (instruction.op === "chars") {
      for (let char = 0; char < CHARS; char++) if (instruction.chars[char] === 1) starts[char] = 1;
    } else if (instruction.op === "fork") open.push(instruction.first, instruction.second);
    else if (instruction.op === "jump") open.push(instruction.to);
    // A pattern that can match nothing is refused, so an end of a round is passed only behind a char.
    else if (instruction.op !== "match") open.push(at + 1);
  }
  return starts;
}
