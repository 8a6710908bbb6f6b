/**
 * A stretch of a text with the states that can succeed at each of its positions.
 *
 * Usually a text is in few situations and a table knows them. Where it is in ever new ones, the sets are worked out
 * one by one, and the table is tried again after a while.
 * @module
 */
import { INSIDE } from "./alphabet.ts";
import { Situations } from "./situations.ts";
import type { Steps } from "./steps.ts";

const MAX_CHARS = 4_096;
const MIN_CHARS = 256;
/** Words that filling a block may look at: one or two milliseconds. */
const MAX_WORDS = 512 * 1024;
/** Blocks without the table after it was found full; twice as many each time. */
const FIRST_REST = 4;
const MAX_REST = 1_024;

/** Chars of a block. */
export function blockChars({ cost }: Steps): number {
  return Math.min(MAX_CHARS, Math.max(MIN_CHARS, Math.floor(MAX_WORDS / cost)));
}

/** The situations of a machine, and whether to use them. Shared by all texts. */
export class Memory {
  readonly situations: Situations;
  #rest = 0;
  #nextRest = FIRST_REST;

  constructor(steps: Steps) {
    this.situations = new Situations(steps);
  }

  /** Asked once a block. */
  isUsed(): boolean {
    if (this.#rest === 0) return true;
    this.#rest--;
    return false;
  }

  overflowed(): void {
    this.situations.clear();
    this.#rest = this.#nextRest;
    this.#nextRest = Math.min(2 * this.#nextRest, MAX_REST);
  }
}

/** Which states can succeed at a position, and the kind of the code point there. */
export interface Boundary {
  readonly set: Int32Array;
  readonly kind: number;
}

/** What a block works out by itself, a slot a position. */
interface Own {
  sets: Int32Array;
  kinds: Uint8Array;
  mayStart: Uint8Array;
}

export class Block {
  readonly #steps: Steps;
  readonly #memory: Memory;
  readonly #symbols: Uint16Array;
  /** For each position, the end included, where `sets`, `kinds` and `starts` tell about it. */
  readonly slots: Int32Array;
  readonly #own: Own;
  /** By slot, `steps.words` each. */
  sets: Int32Array;
  /** By slot. */
  kinds: Uint8Array;
  /** By slot: 1 if a match may start there. */
  mayStart: Uint8Array;
  /** Position in the text. */
  start = -1;
  #end = -1;
  #isLast = false;

  /** A block of up to `chars` chars. */
  constructor(steps: Steps, memory: Memory, chars: number) {
    this.#steps = steps;
    this.#memory = memory;
    this.#symbols = new Uint16Array(chars);
    this.slots = new Int32Array(chars + 1);
    this.#own = { sets: new Int32Array(), kinds: new Uint8Array(), mayStart: new Uint8Array() };
    ({ sets: this.sets, kinds: this.kinds, mayStart: this.mayStart } = this.#own);
  }

  /** Works out a part of a text; gives the words it had to look at, about. */
  fill(text: string, start: number, end: number, behind: Boundary): number {
    const count = end - start;
    this.start = start;
    this.#end = end;
    this.#isLast = end === text.length;
    this.#steps.alphabet.read(text, start, end, this.#symbols);
    if (this.#memory.isUsed()) {
      if (this.#look(count, behind)) return count;
      this.#memory.overflowed();
    }
    this.#work(count, behind);
    return count * this.#steps.cost;
  }

  /** The first place from `at` on at which a match may start, the text's end among them; -1 without one. */
  nextStart(at: number): number {
    const { slots, mayStart, start } = this;
    const count = this.#end - start;
    for (let index = at - start; index < count; index++) {
      const mayHere = mayStart[slots[index] ?? 0] === 1 && this.#symbols[index] !== INSIDE;
      if (mayHere) return start + index;
    }
    return this.#isLast && mayStart[slots[count] ?? 0] === 1 ? start + count : -1;
  }

  /** What a block in front of this one needs. */
  front(): Boundary {
    const { words } = this.#steps;
    const slot = this.slots[0] ?? 0;
    const set = this.sets.slice(slot * words, (slot + 1) * words);
    return { set, kind: this.kinds[slot] ?? 0 };
  }

  #look(count: number, { set, kind }: Boundary): boolean {
    const { situations } = this.#memory;
    const last = situations.intern(set, kind);
    if (last < 0) return false;
    this.slots[count] = last;
    if (!situations.run(this.#symbols, count, this.slots)) return false;
    ({ sets: this.sets, kinds: this.kinds, mayStart: this.mayStart } = situations);
    return true;
  }

  #work(count: number, { set, kind }: Boundary): void {
    const { words, alphabet } = this.#steps;
    const { sets, kinds } = this.#useOwn();
    sets.set(set, count * words);
    kinds[count] = kind;
    this.#note(count);
    for (let at = count - 1; at >= 0; at--) {
      const symbol = this.#symbols[at] ?? INSIDE;
      const behind = this.slots[at + 1] ?? 0;
      if (symbol === INSIDE) {
        this.slots[at] = behind;
        continue;
      }
      this.#steps.back(sets, behind * words, kinds[behind] ?? 0, symbol, sets, at * words);
      kinds[at] = alphabet.kindOf(symbol);
      this.#note(at);
    }
  }

  #note(at: number): void {
    this.slots[at] = at;
    this.mayStart[at] = this.#steps.mayStart(this.sets, at * this.#steps.words) ? 1 : 0;
  }

  #useOwn(): Own {
    const size = this.slots.length;
    if (this.#own.kinds.length === 0) {
      this.#own.sets = new Int32Array(size * this.#steps.words);
      this.#own.kinds = new Uint8Array(size);
      this.#own.mayStart = new Uint8Array(size);
    }
    ({ sets: this.sets, kinds: this.kinds, mayStart: this.mayStart } = this.#own);
    return this.#own;
  }
}
