/**
 * A translated pattern as a list of instructions, in the order in which a backtracking engine would try them.
 *
 * Matches what the emitted source matches (emit.ts): a round of a loop that consumed nothing is no round. What consumes
 * a code point is called a state; states count from 0 in the order of the pattern.
 * @module
 */
import { KINDS } from "./alphabet.ts";
import { type Edge, isNullable, type Node, type RepeatNode, type SetNode } from "./node.ts";

export type MachineEdge = Edge | "no_word_before" | "no_word_after";

export type Instruction =
  /** Consumes a code point of a set. */
  | { readonly op: "state"; readonly state: number }
  /** Goes on at both places, rather at `first`. */
  | { readonly op: "fork"; first: number; second: number }
  | { readonly op: "edge"; readonly edge: MachineEdge }
  | { readonly op: "jump"; to: number }
  | { readonly op: "enter_round" }
  /** Ends the attempt if its round consumed nothing. */
  | { readonly op: "end_round" }
  | { readonly op: "match" };

export interface Machine {
  readonly instructions: readonly Instruction[];
  /** The instruction of each state. */
  readonly places: readonly number[];
  /** Position in `sets` of what each state consumes. */
  readonly setOf: readonly number[];
  readonly sets: readonly SetNode[];
  readonly hasEdges: boolean;
}

/** Compiles a pattern; with `word` a match has no word characters for neighbours. */
export function compileMachine(node: Node, word: boolean): Machine {
  const assembly = new Assembly();
  if (word) assembly.edge("no_word_before");
  assembly.node(node);
  if (word) assembly.edge("no_word_after");
  return assembly.finish();
}

type EdgeTest = (before: number, after: number) => boolean;

/** Whether an edge holds between code points of two kinds. */
export const EDGE_TESTS: Readonly<Record<MachineEdge, EdgeTest>> = {
  line_start: (before) => before === KINDS.line_end,
  line_end: (_before, after) => after === KINDS.line_end,
  word: (before, after) => (before === KINDS.ascii_word) !== (after === KINDS.ascii_word),
  inside: (before, after) => (before === KINDS.ascii_word) === (after === KINDS.ascii_word),
  no_word_before: (before) => !isWord(before),
  no_word_after: (_before, after) => !isWord(after),
};

function isWord(kind: number): boolean {
  return kind === KINDS.ascii_word || kind === KINDS.word;
}

class Assembly {
  readonly #list: Instruction[] = [];
  readonly #places: number[] = [];
  readonly #setOf: number[] = [];
  readonly #sets: SetNode[] = [];
  readonly #known = new Map<string, number>();
  #hasEdges = false;

  edge(edge: MachineEdge): void {
    this.#hasEdges = true;
    this.#list.push({ op: "edge", edge });
  }

  node(node: Node): void {
    switch (node.kind) {
      case "set":
        return this.#state(node);
      case "edge":
        return this.edge(node.edge);
      case "sequence":
        for (const part of node.parts) this.node(part);
        return;
      case "choice":
        return this.#choice(node.branches);
      case "repeat":
        return this.#repeat(node);
    }
  }

  finish(): Machine {
    this.#list.push({ op: "match" });
    return {
      instructions: this.#list,
      places: this.#places,
      setOf: this.#setOf,
      sets: this.#sets,
      hasEdges: this.#hasEdges,
    };
  }

  #state(set: SetNode): void {
    const key = `${set.malformed}:${set.points.join(";")}`;
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.#sets.push(set) - 1;
      this.#known.set(key, index);
    }
    this.#places.push(this.#list.length);
    this.#list.push({ op: "state", state: this.#setOf.push(index) - 1 });
  }

  #choice(branches: readonly Node[]): void {
    const jumps: { op: "jump"; to: number }[] = [];
    for (const branch of branches.slice(0, -1)) {
      const fork = this.#fork();
      fork.first = this.#list.length;
      this.node(branch);
      const jump = { op: "jump" as const, to: 0 };
      this.#list.push(jump);
      jumps.push(jump);
      fork.second = this.#list.length;
    }
    for (const last of branches.slice(-1)) this.node(last);
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
}
