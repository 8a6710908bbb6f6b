/**
 * Sorts code points into symbols: code points of one symbol are alike to a pattern, so its machine need not tell them
 * apart.
 *
 * Texts have one char a byte, as the file has them. A code point of several bytes gives its symbol to the first of
 * them, the others are `INSIDE`. All bytes of malformed UTF-8 have one symbol.
 * @module
 */
import { isContinuation } from "../../snapshot/utf8.ts";
import { CR, includes, LF, WORD } from "./code_points.ts";
import type { SetNode } from "./node.ts";
import { isWordPoint } from "./text_form.ts";
import { MALFORMED_BYTE, pointAt, utf8Length } from "./utf8_chars.ts";

/** The symbol of a byte that is inside a code point. */
export const INSIDE = 0;

/** What matters of a code point to the edges beside it; a text starts and ends like a line. */
export const KINDS = { line_end: 0, ascii_word: 1, word: 2, other: 3 } as const;
export type Kind = typeof KINDS[keyof typeof KINDS];

export interface AlphabetOptions {
  /** Line ends are edges; otherwise only the text's are. */
  readonly multiline: boolean;
  /** Letters and digits beyond ASCII matter. */
  readonly unicodeWords: boolean;
}

const FIRST_BEYOND_ASCII = 0x80;
const FIRST_BEYOND_BMP = 0x10000;

export class Alphabet {
  readonly #sets: readonly SetNode[];
  readonly #options: AlphabetOptions;
  readonly #symbols = new Map<string, number>();
  readonly #members: (readonly number[])[] = [[]];
  readonly #kinds: Kind[] = [KINDS.other];
  /** Symbol of each code point up to U+FFFF that was met; `INSIDE` for the others. */
  readonly #known = new Uint16Array(FIRST_BEYOND_BMP);
  readonly #malformed: number;

  constructor(sets: readonly SetNode[], options: AlphabetOptions) {
    this.#sets = sets;
    this.#options = options;
    for (let point = 0; point < FIRST_BEYOND_ASCII; point++) this.#symbolOf(point);
    const members = sets.flatMap(({ malformed }, index) => malformed ? [index] : []);
    this.#malformed = this.#intern(members, KINDS.other);
  }

  /** Symbols so far, `INSIDE` included; grows as code points are met. */
  get size(): number {
    return this.#kinds.length;
  }

  kindOf(symbol: number): Kind {
    return this.#kinds[symbol] ?? KINDS.other;
  }

  /** Positions in the sets of those that hold a symbol's code points. */
  membersOf(symbol: number): readonly number[] {
    return this.#members[symbol] ?? [];
  }

  /** Writes the symbols of the chars from `start` to `end` of a text. */
  read(text: string, start: number, end: number, symbols: Uint16Array): void {
    const known = this.#known;
    let at = start;
    while (at < end && isInside(text, at)) symbols[at++ - start] = INSIDE;
    while (at < end) {
      const char = text.charCodeAt(at);
      if (char < FIRST_BEYOND_ASCII) symbols[at++ - start] = known[char] ?? 0;
      else at = this.#readPoint(text, at, start, end, symbols);
    }
  }

  /** The kind of the code point that ends in front of a position. */
  kindBefore(text: string, at: number): Kind {
    if (at === 0) return KINDS.line_end;
    let first = at - 1;
    while (first > 0 && isInside(text, first)) first--;
    return this.kindOf(this.#symbolOf(pointAt(text, first)));
  }

  #readPoint(
    text: string,
    at: number,
    start: number,
    end: number,
    symbols: Uint16Array,
  ): number {
    const point = pointAt(text, at);
    symbols[at - start] = this.#symbolOf(point);
    const next = at + utf8Length(point);
    for (let inside = at + 1; inside < next && inside < end; inside++) {
      symbols[inside - start] = INSIDE;
    }
    return next;
  }

  #symbolOf(point: number): number {
    if (point === MALFORMED_BYTE) return this.#malformed;
    if (point >= FIRST_BEYOND_BMP) return this.#sort(point);
    return this.#known[point] ||= this.#sort(point);
  }

  #sort(point: number): number {
    const members = this.#sets.flatMap(({ points }, index) =>
      includes(points, point) ? [index] : []
    );
    return this.#intern(members, this.#kind(point));
  }

  #kind(point: number): Kind {
    if (point === LF || point === CR) return this.#options.multiline ? KINDS.line_end : KINDS.other;
    if (includes(WORD, point)) return KINDS.ascii_word;
    const isWord = this.#options.unicodeWords && point >= FIRST_BEYOND_ASCII && isWordPoint(point);
    return isWord ? KINDS.word : KINDS.other;
  }

  #intern(members: readonly number[], kind: Kind): number {
    const key = `${kind}:${members.join()}`;
    const known = this.#symbols.get(key);
    if (known !== undefined) return known;
    const symbol = this.#kinds.length;
    this.#symbols.set(key, symbol);
    this.#kinds.push(kind);
    this.#members.push(members);
    return symbol;
  }
}

/** Whether a char is a byte of a code point that starts in front of it. */
function isInside(text: string, at: number): boolean {
  if (!isContinuation(text.charCodeAt(at))) return false;
  let first = at - 1;
  while (first >= 0 && first > at - 3 && isContinuation(text.charCodeAt(first))) first--;
  return first >= 0 && first + utf8Length(pointAt(text, first)) > at;
}
