/**
 * What one code point changes, for a machine and all combinations of edges it meets.
 * @module
 */
import { type Alphabet, type Kind, KINDS } from "./alphabet.ts";
import { Backward, hasBit, setBit, wordsFor } from "./backward.ts";
import { type Follow, followAnywhere, followBetween, pairOf } from "./follow.ts";
import type { Machine } from "./machine.ts";

interface Tables {
  readonly follow: Follow;
  readonly backward: Backward;
}

/** The tables of a machine, shared by all texts. */
export class Steps {
  readonly machine: Machine;
  readonly alphabet: Alphabet;
  /** Words of a set of states. */
  readonly words: number;
  /** Words that one step may have to look at. */
  readonly cost: number;
  readonly #tables: (Tables | undefined)[] = [];
  /** The states that consume a symbol, by symbol. */
  readonly #masks: (Int32Array | undefined)[] = [];
  /** States that a match can start with, wherever its edges hold. */
  readonly #first: Int32Array;
  readonly #firstWord: number;
  readonly #endWord: number;
  readonly #startsAnywhere: boolean;

  constructor(machine: Machine, alphabet: Alphabet) {
    this.machine = machine;
    this.alphabet = alphabet;
    const states = machine.places.length;
    this.words = wordsFor(states);
    this.#first = new Int32Array(this.words);
    const anywhere = followAnywhere(machine);
    const first = anywhere.targets.subarray(anywhere.ends[states]);
    this.#startsAnywhere = first.includes(states);
    for (const state of first) if (state < states) setBit(this.#first, state);
    this.#firstWord = Math.max(0, this.#first.findIndex((word) => word !== 0));
    this.#endWord = this.#first.findLastIndex((word) => word !== 0) + 1;
    this.cost = new Backward(states, anywhere).cost;
  }

  /** What follows a state between code points of two kinds, `machine.places.length` standing for the start. */
  follow(before: Kind, after: number): Follow {
    return this.#between(before, after).follow;
  }

  /** Writes the states that can succeed at a symbol as the set at `toAt`, given those that can behind it. */
  back(
    sets: Int32Array,
    at: number,
    kindBehind: number,
    symbol: number,
    to: Int32Array,
    toAt: number,
  ): void {
    const mask = this.#masks[symbol] ??= this.#maskOf(symbol);
    const { backward } = this.#between(this.alphabet.kindOf(symbol), kindBehind);
    backward.step(sets, at, mask, to, toAt);
  }

  /** Whether a match may start where these states can succeed, if its edges hold. */
  mayStart(sets: Int32Array, at: number): boolean {
    const first = this.#first;
    for (let word = this.#firstWord; word < this.#endWord; word++) {
      if (((sets[at + word] ?? 0) & (first[word] ?? 0)) !== 0) return true;
    }
    return this.#startsAnywhere;
  }

  #between(before: number, after: number): Tables {
    const { machine } = this;
    const pair = machine.hasEdges ? pairOf(before, after) : pairOf(KINDS.other, KINDS.other);
    return this.#tables[pair] ??= tablesOf(machine, pair);
  }

  #maskOf(symbol: number): Int32Array {
    const members = new Set(this.alphabet.membersOf(symbol));
    const mask = new Int32Array(this.words);
    for (const [state, set] of this.machine.setOf.entries()) {
      if (members.has(set)) setBit(mask, state);
    }
    return mask;
  }
}

function tablesOf(machine: Machine, pair: number): Tables {
  const follow = followBetween(machine, pair);
  return { follow, backward: new Backward(machine.places.length, follow) };
}

/** What the state that follows best is, or -1; the number of states stands for the match. */
export function choose(
  { ends, targets }: Follow,
  state: number,
  match: number,
  sets: Int32Array,
  at: number,
): number {
  const end = ends[state + 1] ?? 0;
  for (let index = ends[state] ?? 0; index < end; index++) {
    const target = targets[index] ?? 0;
    if (target === match || hasBit(sets, at, target)) return target;
  }
  return -1;
}
