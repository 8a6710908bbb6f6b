/**
 * Runs a `Machine` over a text: all attempts side by side, one char at a time, so that no text takes long by its
 * shape, and the run can be interrupted anywhere.
 *
 * Attempts are ordered as a backtracking engine would make them; the first that succeeds is the match.
 * @module
 */
import { EDGES, type Machine, type MachineEdge, OPS } from "./machine.ts";

/** Half-open range of positions in a text. */
interface Found {
  readonly start: number;
  readonly end: number;
}

const LF = 10;
const CR = 13;
/** Lead bytes of code points; a lead byte that is no part of a word is raised above them (text_form.ts). */
const FIRST_LEAD = 0xc2;
const LAST_LEAD = 0xf4;

/** Attempts at one position: where each goes on, and where it started. */
class Attempts {
  readonly places: Int32Array;
  readonly starts: Int32Array;
  count = 0;

  constructor(size: number) {
    this.places = new Int32Array(size);
    this.starts = new Int32Array(size);
  }
}

/** Steps through one text. Made once a text; `find()` may be called again and again. */
export class MachineRun {
  readonly #machine: Machine;
  readonly #text: string;
  readonly #multiline: boolean;
  #now: Attempts;
  #then: Attempts;
  /** The position + 1 at which an instruction was reached last, before and behind a round's first char. */
  readonly #seen: Int32Array;
  readonly #stack: Int32Array;
  /** The edges that hold at the position that was asked about last. */
  #edges = { at: -1, bits: 0 };

  constructor(machine: Machine, text: string, multiline: boolean) {
    const size = machine.ops.length;
    this.#machine = machine;
    this.#text = text;
    this.#multiline = multiline;
    // Each instruction is reached at most twice a position.
    this.#now = new Attempts(2 * size);
    this.#then = new Attempts(2 * size);
    this.#seen = new Int32Array(2 * size);
    this.#stack = new Int32Array(4 * size + 2);
  }

  /**
   * Looks for the first match from `from` on; pauses each time `patience.left` is used up.
   *
   * Nothing is remembered of an earlier call, so the text is looked at from `from` on again.
   */
  *find(from: number, patience: Patience): Generator<undefined, Found | undefined> {
    const { starts } = this.#machine;
    const text = this.#text;
    this.#seen.fill(0);
    this.#now.count = 0;
    let found: Found | undefined;
    for (let at = from; at <= text.length; at++) {
      if (this.#now.count === 0) {
        if (found !== undefined) break;
        while (at < text.length && starts[text.charCodeAt(at)] === 0) at++;
        if (at === text.length) break;
      }
      if (found === undefined) this.#reach(this.#now, 0, at, at, false);
      patience.left -= 1 + this.#now.count;
      found = this.#step(at) ?? found;
      [this.#now, this.#then] = [this.#then, this.#now];
      if (patience.left < 0) {
        yield undefined;
        patience.left = PATIENCE;
      }
    }
    return found;
  }

  /** Moves every attempt over the char at `at`, until one has matched; those behind it are given up. */
  #step(at: number): Found | undefined {
    const { ops, a, classes } = this.#machine;
    const char = at < this.#text.length ? this.#text.charCodeAt(at) : -1;
    const { places, starts, count } = this.#now;
    const then = this.#then;
    then.count = 0;
    for (let index = 0; index < count; index++) {
      const place = places[index] ?? 0;
      if (ops[place] === OPS.match) return { start: starts[index] ?? 0, end: at };
      if (char >= 0 && classes[(a[place] ?? 0) + char] === 1) {
        this.#reach(then, place + 1, at + 1, starts[index] ?? 0, true);
      }
    }
    return undefined;
  }

  /** Adds an attempt, and those it forks into before it consumes anything, in their order. */
  #reach(list: Attempts, place: number, at: number, start: number, consumed: boolean): void {
    const { ops, a, b } = this.#machine;
    const stack = this.#stack;
    const seen = this.#seen;
    let depth = 0;
    stack[depth++] = 2 * place + (consumed ? 1 : 0);
    while (depth > 0) {
      const key = stack[--depth] ?? 0;
      if (seen[key] === at + 1) continue;
      seen[key] = at + 1;
      const here = key >> 1;
      const mark = key & 1;
      switch (ops[here]) {
        case OPS.chars:
        case OPS.match:
          list.places[list.count] = here;
          list.starts[list.count++] = start;
          break;
        case OPS.fork:
          stack[depth++] = 2 * (b[here] ?? 0) + mark;
          stack[depth++] = 2 * (a[here] ?? 0) + mark;
          break;
        case OPS.jump:
          stack[depth++] = 2 * (a[here] ?? 0) + mark;
          break;
        case OPS.enter_round:
          stack[depth++] = 2 * (here + 1);
          break;
        case OPS.end_round:
          if (mark === 1) stack[depth++] = key + 2;
          break;
        case OPS.edge:
          if ((this.#edgesAt(at) >> (a[here] ?? 0)) & 1) stack[depth++] = key + 2;
          break;
      }
    }
  }

  /** A bit for each of `EDGES` that holds at a position. */
  #edgesAt(at: number): number {
    if (this.#edges.at === at) return this.#edges.bits;
    const before = at === 0 ? -1 : this.#text.charCodeAt(at - 1);
    const after = at === this.#text.length ? -1 : this.#text.charCodeAt(at);
    let bits = 0;
    for (const [place, edge] of EDGES.entries()) {
      const holds = TESTS[edge](before, after, this.#multiline) && this.#isApart(edge, at);
      if (holds) bits |= 1 << place;
    }
    this.#edges = { at, bits };
    return bits;
  }

  /** Whether the whole code point in front is no part of a word. */
  #isApart(edge: MachineEdge, at: number): boolean {
    if (edge !== "no_word_before") return true;
    let lead = at - 1;
    while (lead > 0 && isContinuation(this.#text.charCodeAt(lead))) lead--;
    return lead < 0 || !isWordPoint(this.#text.charCodeAt(lead));
  }
}

/** Steps until the next pause, shared by all searches of one file. */
export interface Patience {
  left: number;
}

/** Steps between two pauses: a few milliseconds. */
export const PATIENCE = 200_000;

type EdgeTest = (before: number, after: number, multiline: boolean) => boolean;

const TESTS: Readonly<Record<MachineEdge, EdgeTest>> = {
  line_start: (before, _after, multiline) => before < 0 || (multiline && isLineEnd(before)),
  line_end: (_before, after, multiline) => after < 0 || (multiline && isLineEnd(after)),
  word: (before, after) => isAsciiWord(before) !== isAsciiWord(after),
  inside: (before, after) => isAsciiWord(before) === isAsciiWord(after),
  no_word_before: () => true,
  no_word_after: (_before, after) => !isWordPoint(after),
};

function isLineEnd(char: number): boolean {
  return char === LF || char === CR;
}

function isContinuation(char: number): boolean {
  return char >= 0x80 && char <= 0xbf;
}

function isAsciiWord(char: number): boolean {
  return (char >= 0x30 && char <= 0x39) || (char >= 0x41 && char <= 0x5a) || char === 0x5f ||
    (char >= 0x61 && char <= 0x7a);
}

function isWordPoint(lead: number): boolean {
  return isAsciiWord(lead) || (lead >= FIRST_LEAD && lead <= LAST_LEAD);
}
