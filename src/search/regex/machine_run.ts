/**
 * Finds the matches of a machine in a text, in time that grows with the text alone, whatever its shape.
 *
 * A first pass goes backwards and finds out what can succeed where. Then matches are read off forwards: an attempt is
 * made only where it succeeds, and at every fork the first way that succeeds is taken, which is the match that a
 * backtracking engine finds. The first pass keeps a boundary for each block, and blocks in which something starts are
 * worked out again, so that a long text takes little memory.
 * @module
 */
import { KINDS } from "./alphabet.ts";
import { Block, blockChars, type Boundary, type Memory } from "./block.ts";
import { choose, type Steps } from "./steps.ts";
import { pointAt, utf8Length } from "./utf8_chars.ts";

/** Half-open range of positions in a text. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** Work until the next pause, shared by all searches of one file. */
export interface Patience {
  left: number;
}

/** Work between two pauses: a few milliseconds. */
export const PATIENCE = 256 * 1024;

/** One text. */
export class MachineRun {
  readonly #steps: Steps;
  readonly #text: string;
  readonly #patience: Patience;
  readonly #chars: number;
  readonly #block: Block;
  /** The number of the last block, which holds the text's end. */
  readonly #last: number;
  /** What is behind each block. */
  readonly #behind: Boundary[] = [];
  /** Whether a match may start in each block. */
  readonly #starting: boolean[] = [];
  /** Stands for the start in front of a match and for the end behind it. */
  readonly #outside: number;

  constructor(steps: Steps, memory: Memory, text: string, patience: Patience) {
    this.#steps = steps;
    this.#text = text;
    this.#patience = patience;
    this.#chars = Math.max(1, Math.min(blockChars(steps), text.length));
    this.#block = new Block(steps, memory, this.#chars);
    this.#last = Math.max(0, Math.ceil(text.length / this.#chars) - 1);
    this.#outside = steps.machine.places.length;
  }

  /** The matches from `from` on; `undefined` each time the patience is used up. */
  *matches(from: number): Generator<Found | undefined> {
    yield* this.#survey(this.#blockAt(from));
    for (let at = from; at <= this.#text.length;) {
      const start = this.#nextStart(at);
      if (this.#isUsedUp()) yield undefined;
      if (start < 0) {
        if (this.#blockAt(at) === this.#last) return;
        at = (this.#blockAt(at) + 1) * this.#chars;
        continue;
      }
      at = start;
      let state = this.#choose(this.#outside, at);
      while (state >= 0 && state !== this.#outside) {
        at = this.#next(at);
        this.#load(this.#blockAt(at));
        if (this.#isUsedUp()) yield undefined;
        state = this.#choose(state, at);
      }
      if (state >= 0) yield { start, end: at };
      if (at === start) at = this.#next(at);
    }
  }

  /** Goes backwards through the blocks down to `first`. */
  *#survey(first: number): Generator<undefined> {
    let behind: Boundary = { set: new Int32Array(this.#steps.words), kind: KINDS.line_end };
    for (let block = this.#last; block >= first; block--) {
      this.#behind[block] = behind;
      this.#fill(block, behind);
      this.#starting[block] = this.#block.nextStart(this.#block.start) >= 0;
      behind = this.#block.front();
      if (this.#isUsedUp()) yield undefined;
    }
  }

  /** Where a match may start in the block that holds `at`, from there on; -1 without such a place. */
  #nextStart(at: number): number {
    const block = this.#blockAt(at);
    if (this.#starting[block] !== true) return -1;
    this.#load(block);
    return this.#block.nextStart(at);
  }

  #load(block: number): void {
    const behind = this.#behind[block];
    if (behind === undefined || this.#block.start === block * this.#chars) return;
    this.#fill(block, behind);
  }

  #fill(block: number, behind: Boundary): void {
    const start = block * this.#chars;
    const end = Math.min(start + this.#chars, this.#text.length);
    this.#patience.left -= this.#block.fill(this.#text, start, end, behind);
  }

  /** The state or the match that follows best at a position, or -1. */
  #choose(state: number, at: number): number {
    const { machine, words, alphabet } = this.#steps;
    const { slots, start, kinds, sets } = this.#block;
    const slot = slots[at - start] ?? 0;
    const before = machine.hasEdges ? alphabet.kindBefore(this.#text, at) : KINDS.other;
    const follow = this.#steps.follow(before, kinds[slot] ?? 0);
    return choose(follow, state, this.#outside, sets, slot * words);
  }

  /** The number of the block that holds a position. */
  #blockAt(at: number): number {
    return Math.min(Math.floor(at / this.#chars), this.#last);
  }

  /** The position behind the code point at a position. */
  #next(at: number): number {
    return at + utf8Length(pointAt(this.#text, at));
  }

  #isUsedUp(): boolean {
    if (this.#patience.left > 0) return false;
    this.#patience.left = PATIENCE;
    return true;
  }
}
