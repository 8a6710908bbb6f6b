/**
 * The situations a text was in so far: which states can succeed, and what kind of code point follows. Each is worked
 * out once, and the way from one to the next in front of it is a look into a table.
 *
 * Patterns and texts exist that are in a new situation at every place, so the table is bounded; whoever finds it full
 * has to go on without.
 * @module
 */
import { INSIDE } from "./alphabet.ts";
import type { Steps } from "./steps.ts";

const MAX_SITUATIONS = 4_096;
/** Cells of the table, 4 bytes each. */
const MAX_CELLS = 1024 * 1024;
const FIRST_ROWS = 64;
const FIRST_STRIDE = 16;
const UNKNOWN = -1;
const FULL = -1;

export class Situations {
  readonly #steps: Steps;
  readonly #ids = new Map<string, number>();
  readonly #scratch: Int32Array;
  /** The situation in front of each (situation, symbol), or `UNKNOWN`. */
  #table: Int32Array;
  #stride = FIRST_STRIDE;
  /** The states that can succeed, `steps.words` a situation. */
  sets: Int32Array;
  /** What follows. */
  kinds = new Uint8Array(FIRST_ROWS);
  /** 1 if a match may start here. */
  mayStart = new Uint8Array(FIRST_ROWS);

  constructor(steps: Steps) {
    this.#steps = steps;
    this.#scratch = new Int32Array(steps.words);
    this.#table = new Int32Array(FIRST_ROWS * FIRST_STRIDE).fill(UNKNOWN);
    this.sets = new Int32Array(FIRST_ROWS * steps.words);
  }

  /** Forgets everything. */
  clear(): void {
    this.#ids.clear();
    this.#table.fill(UNKNOWN);
  }

  /** The number of a situation, or -1 if there is no room for it. */
  intern(set: Int32Array, kind: number): number {
    const after = this.#steps.machine.hasEdges ? kind : 0;
    const key = `${after}:${set.join()}`;
    return this.#ids.get(key) ?? this.#add(key, set, after);
  }

  /**
   * Goes backwards over symbols: from the situation in `slots` behind the last to those in front of each.
   *
   * False if the table became full; `slots` are of no use then.
   */
  run(symbols: Uint16Array, count: number, slots: Int32Array): boolean {
    this.#widen();
    let table = this.#table;
    const stride = this.#stride;
    let id = slots[count] ?? 0;
    for (let at = count - 1; at >= 0; at--) {
      const symbol = symbols[at] ?? INSIDE;
      let next = table[id * stride + symbol] ?? UNKNOWN;
      if (next === UNKNOWN) {
        next = this.#find(id, symbol);
        if (next === FULL) return false;
        table = this.#table;
      }
      slots[at] = id = next;
    }
    return true;
  }

  #find(id: number, symbol: number): number {
    const { words } = this.#steps;
    this.#steps.back(this.sets, id * words, this.kinds[id] ?? 0, symbol, this.#scratch, 0);
    const next = this.intern(this.#scratch, this.#steps.alphabet.kindOf(symbol));
    if (next !== FULL) this.#table[id * this.#stride + symbol] = next;
    return next;
  }

  #add(key: string, set: Int32Array, kind: number): number {
    const id = this.#ids.size;
    if (id >= MAX_SITUATIONS || (id + 1) * this.#stride > MAX_CELLS) return FULL;
    if (id >= this.kinds.length) this.#grow();
    const { words } = this.#steps;
    this.#ids.set(key, id);
    this.sets.set(set, id * words);
    this.kinds[id] = kind;
    this.mayStart[id] = this.#steps.mayStart(set, 0) ? 1 : 0;
    // Inside a code point all is as behind it.
    this.#table[id * this.#stride + INSIDE] = id;
    return id;
  }

  #grow(): void {
    const rows = 2 * this.kinds.length;
    this.#table = grown(new Int32Array(rows * this.#stride).fill(UNKNOWN), this.#table);
    this.sets = grown(new Int32Array(rows * this.#steps.words), this.sets);
    this.kinds = grown(new Uint8Array(rows), this.kinds);
    this.mayStart = grown(new Uint8Array(rows), this.mayStart);
  }

  /** Makes room for symbols that were met since. */
  #widen(): void {
    const before = this.#stride;
    while (this.#stride < this.#steps.alphabet.size) this.#stride *= 2;
    if (this.#stride === before) return;
    const table = new Int32Array(this.kinds.length * this.#stride).fill(UNKNOWN);
    for (let id = 0; id < this.kinds.length; id++) {
      table.set(this.#table.subarray(id * before, (id + 1) * before), id * this.#stride);
    }
    this.#table = table;
  }
}

function grown<T extends Int32Array | Uint8Array>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}
