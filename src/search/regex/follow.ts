/**
 * Which states of a machine can come next, in the order in which a backtracking engine would try them.
 *
 * That depends on the edges that hold at the place; a table is made for each combination that is met.
 * @module
 */
import { KINDS } from "./alphabet.ts";
import { EDGE_TESTS, type Instruction, type Machine } from "./machine.ts";

const KIND_COUNT = Object.keys(KINDS).length;

/** A number for each pair of kinds; edges depend on nothing else. */
export function pairOf(before: number, after: number): number {
  return before * KIND_COUNT + after;
}

/**
 * For each state, and for the start as one more behind them, the targets that follow it: states, or as one more the
 * match, behind which nothing is wanted.
 */
export interface Follow {
  /** The targets of `s` are those from `ends[s]` to `ends[s + 1]`. */
  readonly ends: Int32Array;
  readonly targets: Int32Array;
}

/** Whether the edges that a table is made for hold. */
type Holds = (instruction: Instruction & { op: "edge" }) => boolean;

/** What follows between code points of two kinds. */
export function followBetween(machine: Machine, pair: number): Follow {
  const [before, after] = [Math.floor(pair / KIND_COUNT), pair % KIND_COUNT];
  return follow(machine, ({ edge }) => EDGE_TESTS[edge](before, after));
}

/** What may follow somewhere. */
export function followAnywhere(machine: Machine): Follow {
  return follow(machine, () => true);
}

function follow(machine: Machine, holds: Holds): Follow {
  const paths = new Paths(machine, holds);
  const targets: number[] = [];
  const ends = [0];
  for (const place of machine.places) ends.push(paths.collect(place + 1, true, targets));
  ends.push(paths.collect(0, false, targets));
  return { ends: Int32Array.from(ends), targets: Int32Array.from(targets) };
}

/** Follows instructions up to what consumes a code point. */
class Paths {
  readonly #machine: Machine;
  readonly #holds: Holds;
  /** The walk that reached an instruction last, before and behind a round's first code point. */
  readonly #seen: Int32Array;
  readonly #met: Int32Array;
  readonly #stack: number[] = [];
  #walk = 0;

  constructor(machine: Machine, holds: Holds) {
    this.#machine = machine;
    this.#holds = holds;
    this.#seen = new Int32Array(2 * machine.instructions.length);
    this.#met = new Int32Array(machine.places.length);
  }

  /** Adds what is reached from an instruction to `targets`; gives their number. */
  collect(place: number, consumed: boolean, targets: number[]): number {
    const { instructions, places } = this.#machine;
    const stack = this.#stack;
    this.#walk++;
    stack.length = 0;
    stack.push(2 * place + (consumed ? 1 : 0));
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      const instruction = instructions[key >> 1];
      if (instruction === undefined || this.#seen[key] === this.#walk) continue;
      this.#seen[key] = this.#walk;
      if (instruction.op === "match") return targets.push(places.length);
      if (instruction.op === "state") this.#meet(instruction.state, targets);
      else this.#pass(instruction, key);
    }
    return targets.length;
  }

  #meet(state: number, targets: number[]): void {
    if (this.#met[state] === this.#walk) return;
    this.#met[state] = this.#walk;
    targets.push(state);
  }

  #pass(instruction: Exclude<Instruction, { op: "state" | "match" }>, key: number): void {
    const consumed = key & 1;
    switch (instruction.op) {
      case "fork":
        this.#stack.push(2 * instruction.second + consumed, 2 * instruction.first + consumed);
        break;
      case "jump":
        this.#stack.push(2 * instruction.to + consumed);
        break;
      case "enter_round":
        this.#stack.push((key & ~1) + 2);
        break;
      case "end_round":
        if (consumed === 1) this.#stack.push(key + 2);
        break;
      case "edge":
        if (this.#holds(instruction)) this.#stack.push(key + 2);
        break;
    }
  }
}
