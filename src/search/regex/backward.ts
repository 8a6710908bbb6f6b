/**
 * One step against the direction of the text: from the states that can still lead to a match behind a code point to
 * those in front of it. Sets of states are bits, 32 to a word.
 * @module
 */
import type { Follow } from "./follow.ts";

/** Which states lead to which, for one combination of edges. */
export class Backward {
  readonly #words: number;
  /** States that a match may follow. */
  readonly #last: Int32Array;
  /** States that the next in number may follow: most do, and one shift takes all of them. */
  readonly #chained: Int32Array;
  /** The states in front of some state but for its neighbour, `#words` a group; states share groups. */
  readonly #groups: Int32Array;
  /** Group of each state, or -1. */
  readonly #groupOf: Int32Array;
  /** The first word of each group that is not empty, and the one behind the last. */
  readonly #ranges: Int32Array;
  /** States that have a group. */
  readonly #grouped: Int32Array;
  /** The step in which a group was used last. */
  readonly #used: Int32Array;
  #steps = 0;

  constructor(states: number, follow: Follow) {
    this.#words = wordsFor(states);
    this.#last = new Int32Array(this.#words);
    this.#chained = new Int32Array(this.#words);
    this.#grouped = new Int32Array(this.#words);
    this.#groupOf = new Int32Array(states).fill(-1);
    this.#groups = this.#group(this.#sort(states, follow));
    this.#ranges = rangesOf(this.#groups, this.#words);
    this.#used = new Int32Array(this.#groups.length / this.#words);
  }

  /** Words that one step may have to look at. */
  get cost(): number {
    let cost = this.#words;
    for (let at = 0; at < this.#ranges.length; at += 2) {
      cost += (this.#ranges[at + 1] ?? 0) - (this.#ranges[at] ?? 0);
    }
    return cost;
  }

  /**
   * Writes the states of `mask` that lead to a member of the set at `at`, or to a match, as the set at `toAt`.
   *
   * All of it is in one loop: on texts that no table knows this is what every char costs.
   */
  step(sets: Int32Array, at: number, mask: Int32Array, to: Int32Array, toAt: number): void {
    const chained = this.#chained;
    const last = this.#last;
    const grouped = this.#grouped;
    const words = this.#words;
    const step = ++this.#steps;
    let above = 0;
    to.fill(0, toAt, toAt + words);
    for (let word = words - 1; word >= 0; word--) {
      const here = sets[at + word] ?? 0;
      const shifted = (here >>> 1) | (above << 31);
      const reached = ((shifted & (chained[word] ?? 0)) | (last[word] ?? 0)) & (mask[word] ?? 0);
      to[toAt + word] = (to[toAt + word] ?? 0) | reached;
      above = here;
      const bits = here & (grouped[word] ?? 0);
      if (bits !== 0) this.#joinAll(bits, word, step, mask, to, toAt);
    }
  }

  #joinAll(
    bits: number,
    word: number,
    step: number,
    mask: Int32Array,
    to: Int32Array,
    toAt: number,
  ): void {
    const words = this.#words;
    const groups = this.#groups;
    for (let left = bits; left !== 0;) {
      const bit = 31 - Math.clz32(left);
      left &= ~(1 << bit);
      const group = this.#groupOf[32 * word + bit] ?? 0;
      if (this.#used[group] === step) continue;
      this.#used[group] = step;
      const end = this.#ranges[2 * group + 1] ?? 0;
      for (let at = this.#ranges[2 * group] ?? 0; at < end; at++) {
        const before = (groups[group * words + at] ?? 0) & (mask[at] ?? 0);
        to[toAt + at] = (to[toAt + at] ?? 0) | before;
      }
    }
  }

  /** Fills `#last` and `#chained`; gives the other states in front of each that has some. */
  #sort(states: number, { ends, targets }: Follow): Map<number, Int32Array> {
    const before = new Map<number, Int32Array>();
    for (let state = 0; state < states; state++) {
      for (const target of targets.subarray(ends[state], ends[state + 1])) {
        if (target === states) setBit(this.#last, state);
        else if (target === state + 1) setBit(this.#chained, state);
        else {
          const set = before.get(target) ?? new Int32Array(this.#words);
          setBit(set, state);
          before.set(target, set);
        }
      }
    }
    return before;
  }

  #group(before: ReadonlyMap<number, Int32Array>): Int32Array {
    const groups: Int32Array[] = [];
    const known = new Map<string, number>();
    for (const [state, set] of before) {
      const key = set.join();
      const group = known.get(key) ?? groups.push(set) - 1;
      known.set(key, group);
      this.#groupOf[state] = group;
      setBit(this.#grouped, state);
    }
    const joined = new Int32Array(groups.length * this.#words);
    for (const [group, set] of groups.entries()) joined.set(set, group * this.#words);
    return joined;
  }
}

function rangesOf(groups: Int32Array, words: number): Int32Array {
  const ranges: number[] = [];
  for (let at = 0; at < groups.length; at += words) {
    const group = groups.subarray(at, at + words);
    const first = group.findIndex((word) => word !== 0);
    ranges.push(first, group.findLastIndex((word) => word !== 0) + 1);
  }
  return Int32Array.from(ranges);
}

/** Words of a set of states. */
export function wordsFor(states: number): number {
  return Math.max(1, Math.ceil(states / 32));
}

export function setBit(set: Int32Array, bit: number): void {
  set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

export function hasBit(sets: Int32Array, at: number, bit: number): boolean {
  return (((sets[at + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1;
}
