/**
 * A translated pattern made executable.
 *
 * V8's backtracking engine is fast on most texts, and V8 itself goes over to its linear engine when one search
 * backtracks too much. That is not enough: loops tried at every place of a long line, and searches that are bad again
 * and again, stay below V8's bound each time. Long lines, and patterns that were found to be slow, are run by a
 * machine of our own, which can also be interrupted. All engines give the same matches.
 * @module
 */
import { Alphabet } from "./alphabet.ts";
import { wordsFor } from "./backward.ts";
import { Memory } from "./block.ts";
import { emit, emitNonWord, isAsciiOnly } from "./emit.ts";
import { LINEAR_FLAG, requireLinearEngine } from "./engines.ts";
import { compileMachine } from "./machine.ts";
import { MachineRun, PATIENCE } from "./machine_run.ts";
import { isBranching, type Node, optionalParts, weightOf } from "./node.ts";
import { regexError } from "./regex_error.ts";
import { Steps } from "./steps.ts";
import { isAscii, type TextForm, toUtf8Form, toWordForm } from "./text_form.ts";

/** Characters of a program's source: 1 MiB (contract.md §1.9). */
const MAX_PROGRAM_CHARS = 1024 * 1024;
/** What the machine takes for a char, about, with the way there: a search that needs more is better run by it. */
const FAIR_NS_A_CHAR = 50;
/** What a pattern may take beyond what is fair, over all its searches, before it counts as slow. */
const MAX_DEBT_MS = 30;
/** What one search adds at most: on a busy machine the time between two looks at the clock need not be ours. */
const MAX_DELAY_MS = 12;
const NS_A_MS = 1e6;
/**
 * Words that the machine may look at for a char (steps.ts): at worst, on a text made for it, that is about a second for
 * some megabytes. Only nested counts come near it.
 */
const MAX_COST = 256;
/** Matches that are timed together: asking for the time takes longer than most matches. */
const MAX_BATCH = 16;
/**
 * Parts that can be left out, above which V8 is not asked: it works out what may follow each, and the time for that
 * doubles with every few of them (`(x?){60}x{60}` takes it half a minute before it looks at any text).
 */
const MAX_OPTIONAL_PARTS = 10;

type Engine = "backtracking" | "linear";

/** Half-open range of positions in a text. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

export interface ProgramOptions {
  /** No letter, digit or `_` may adjoin a match. */
  readonly word: boolean;
  /** Edges are those of lines, not of the text. */
  readonly multiline: boolean;
}

/** Runs one pattern on texts of any form. */
export class Program {
  readonly #node: Node;
  readonly #options: ProgramOptions;
  readonly #regexps = new Map<string, RegExp>();
  #machine: { readonly steps: Steps; readonly memory: Memory } | undefined;
  readonly #asciiOnly: boolean;
  readonly #patience = { left: PATIENCE };
  #debtMs: number;
  /** There may be many ways to match at one place. */
  readonly branching: boolean;
  /** States of the linear engines, about. */
  readonly weight: number;

  constructor(node: Node, options: ProgramOptions) {
    this.#node = node;
    this.#options = options;
    // Neighbours of a whole word matter, whatever the pattern itself is made of.
    this.#asciiOnly = isAsciiOnly(node) && !options.word;
    this.branching = isBranching(node);
    this.weight = weightOf(node);
    this.#debtMs = optionalParts(node) > MAX_OPTIONAL_PARTS ? Infinity : 0;
  }

  get #isSlow(): boolean {
    return this.#debtMs > MAX_DEBT_MS;
  }

  /**
   * The matches of a text in order, none overlapping; `undefined` where the search may pause.
   *
   * In a `long` text a loop must not be tried at every place.
   */
  matches(latin1: string, long: boolean): Iterable<Found | undefined> {
    return long || this.#isSlow ? this.#run(latin1).matches(0) : this.#quickly(latin1);
  }

  /** Whether anything matches in a text, which is `long` as for `matches()`; without a pause. */
  test(latin1: string, long = false): boolean {
    for (const found of this.matches(latin1, long)) if (found !== undefined) return true;
    return false;
  }

  /**
   * Throws if V8's linear engine refuses any source of this pattern.
   *
   * @throws {ToolError} invalid_params; unavailable if the runtime cannot fall back to that engine
   */
  validate(field: string): void {
    requireLinearEngine();
    const sources = this.#forms().map((form) => this.#source(form, "free"));
    if (sources.some((source) => source.length > MAX_PROGRAM_CHARS)) {
      throw regexError(field, "regex_invalid_pattern", "The compiled pattern exceeds 1 MiB");
    }
    if (this.#mayCost() > MAX_COST) {
      const message = `"${field}" counts in too many ways: lower its counts`;
      throw regexError(field, "regex_unsupported_construct", message);
    }
    for (const form of this.#forms()) {
      try {
        this.#regexp(form, "linear", "free");
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        const message = "The pattern cannot be run in linear time: lower its counts";
        throw regexError(field, "regex_unsupported_construct", message);
      }
    }
  }

  /** What a char may cost the machine; for small patterns an upper bound that is quick to tell. */
  #mayCost(): number {
    const bound = wordsFor(this.weight) * (1 + this.weight);
    return bound > MAX_COST ? (this.#machine ??= this.#compile()).steps.cost : bound;
  }

  /** The form this program needs of a latin-1 text, and the text in it. */
  #show(latin1: string): { readonly text: string; readonly form: TextForm } {
    if (this.#asciiOnly || isAscii(latin1)) return { text: latin1, form: "ascii" };
    if (this.#options.word) return { text: toWordForm(latin1), form: "word" };
    return { text: toUtf8Form(latin1), form: "utf8" };
  }

  #run(latin1: string): MachineRun {
    const { steps, memory } = this.#machine ??= this.#compile();
    return new MachineRun(steps, memory, latin1, this.#patience);
  }

  #compile(): { readonly steps: Steps; readonly memory: Memory } {
    const { word, multiline } = this.#options;
    const machine = compileMachine(this.#node, word);
    const alphabet = new Alphabet(machine.sets, { multiline, unicodeWords: word });
    const steps = new Steps(machine, alphabet);
    return { steps, memory: new Memory(steps) };
  }

  /** The matches as the runtime finds them, until it takes too long. */
  *#quickly(latin1: string): Generator<Found | undefined> {
    const { text, form } = this.#show(latin1);
    let from = 0;
    for (let size = 1; !this.#isSlow; size = Math.min(2 * size, MAX_BATCH)) {
      const batch = this.#findSome(text, form, from, size);
      for (const found of batch) yield found;
      if (batch.length < size) return;
      from = batch.at(-1)?.end ?? text.length;
    }
    yield* this.#run(latin1).matches(from);
  }

  /**
   * Up to `size` matches; fewer are all there are.
   *
   * Which engine runs changes no match, so what is measured here shows in no answer.
   */
  #findSome(text: string, form: TextForm, from: number, size: number): Found[] {
    const startMs = performance.now();
    const batch: Found[] = [];
    let end = from;
    while (batch.length < size) {
      const found = this.#find(text, form, end);
      if (found === undefined) break;
      batch.push(found);
      end = found.end;
    }
    const looked = (batch.length < size ? text.length : end) - from;
    const delayMs = performance.now() - startMs - looked * FAIR_NS_A_CHAR / NS_A_MS;
    this.#debtMs = Math.max(this.#debtMs + Math.min(delayMs, MAX_DELAY_MS), 0);
    return batch;
  }

  /** Finds the first match that starts at `from` or behind. */
  #find(text: string, form: TextForm, from: number): Found | undefined {
    if (this.#options.word) return this.#findWord(text, form, from);
    const regexp = this.#regexp(form, "backtracking", "free");
    regexp.lastIndex = from;
    const match = regexp.exec(text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
  }

  #forms(): readonly TextForm[] {
    return this.#asciiOnly ? ["ascii"] : ["ascii", this.#options.word ? "word" : "utf8"];
  }

  /**
   * The neighbours are matched along with the pattern and cut off again: looking around is what the linear engine lacks.
   *
   * A match before `from` may have consumed the neighbour of the next, so a match right at `from` is tried first.
   */
  #findWord(text: string, form: TextForm, from: number): Found | undefined {
    const before = from === 0 ? undefined : startOfPoint(text, from - 1);
    const adjacent = before === undefined
      ? undefined
      : run(this.#regexp(form, "backtracking", "behind"), text, before);
    return adjacent ?? run(this.#regexp(form, "backtracking", "free"), text, from);
  }

  #regexp(form: TextForm, engine: Engine, place: Place): RegExp {
    const flags = (place === "behind" ? "y" : "g") + (this.#options.multiline ? "m" : "") +
      (engine === "linear" ? LINEAR_FLAG : "");
    const key = `${form} ${place} ${flags}`;
    const known = this.#regexps.get(key);
    if (known !== undefined) return known;
    const made = new RegExp(this.#source(form, place), flags);
    this.#regexps.set(key, made);
    return made;
  }

  #source(form: TextForm, place: Place): string {
    const source = emit(this.#node, form);
    if (!this.#options.word) return source;
    const other = emitNonWord(form);
    const lead = place === "behind" ? other : `^|${other}`;
    return `(${lead})((?:${source}))(?:$|${other})`;
  }
}

/** `behind`: right after a neighbour at the position; `free`: anywhere from the position on. */
type Place = "free" | "behind";

/** Group 1 is the neighbour in front, group 2 the match. */
function run(regexp: RegExp, text: string, from: number): Found | undefined {
  regexp.lastIndex = from;
  const match = regexp.exec(text);
  if (match === null) return undefined;
  const start = match.index + (match[1] ?? "").length;
  return { start, end: start + (match[2] ?? "").length };
}

function startOfPoint(text: string, at: number): number {
  let start = at;
  while (start > 0 && isContinuation(text.charCodeAt(start))) start--;
  return start;
}

function isContinuation(unit: number): boolean {
  return unit >= 0x80 && unit <= 0xbf;
}
