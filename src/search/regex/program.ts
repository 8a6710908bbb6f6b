/**
 * A translated pattern made executable.
 *
 * Two engines run the same source: V8's backtracking one, fast, with its fallback to the linear one when it
 * backtracks too much; and the linear one from the start, for lines so long that even a plain loop tried at every
 * place of the line would take quadratic time, which the fallback does not notice.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import { emit, emitNonWord, isAsciiOnly } from "./emit.ts";
import { isUnbounded, type Node, weightOf } from "./node.ts";
import { regexError } from "./regex_error.ts";
import { isAscii, type TextForm, toUtf8Form, toWordForm } from "./text_form.ts";

/** Characters of a program's source: 1 MiB (contract.md §1.9). */
const MAX_PROGRAM_CHARS = 1024 * 1024;
/** V8's flag for its linear engine; no standard flag, and unknown unless the engine is enabled. */
const LINEAR = "l";

export type Engine = "backtracking" | "linear";

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
  readonly #asciiOnly: boolean;
  /** A match may be as long as its line. */
  readonly unbounded: boolean;
  /** States of the linear engine, about. */
  readonly weight: number;

  constructor(node: Node, options: ProgramOptions) {
    this.#node = node;
    this.#options = options;
    // Neighbours of a whole word matter, whatever the pattern itself is made of.
    this.#asciiOnly = isAsciiOnly(node) && !options.word;
    this.unbounded = isUnbounded(node);
    this.weight = weightOf(node);
  }

  /** The form this program needs of a latin-1 text, and the text in it. */
  show(latin1: string): { readonly text: string; readonly form: TextForm } {
    if (this.#asciiOnly || isAscii(latin1)) return { text: latin1, form: "ascii" };
    if (this.#options.word) return { text: toWordForm(latin1), form: "word" };
    return { text: toUtf8Form(latin1), form: "utf8" };
  }

  /** Finds the first match that starts at `from` or behind. */
  find(text: string, form: TextForm, from: number, engine: Engine): Found | undefined {
    if (this.#options.word) return this.#findWord(text, form, from, engine);
    const regexp = this.#regexp(form, engine, "free");
    regexp.lastIndex = from;
    const match = regexp.exec(text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
  }

  /**
   * Throws if the linear engine refuses any source of this pattern.
   *
   * @throws {ToolError} invalid_params; unavailable if the runtime has no linear engine
   */
  validate(field: string): void {
    requireLinearEngine();
    const sources = this.#forms().map((form) => this.#source(form, "free"));
    if (sources.some((source) => source.length > MAX_PROGRAM_CHARS)) {
      throw regexError(field, "regex_invalid_pattern", "The compiled pattern exceeds 1 MiB");
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

  #forms(): readonly TextForm[] {
    return this.#asciiOnly ? ["ascii"] : ["ascii", this.#options.word ? "word" : "utf8"];
  }

  /**
   * The neighbours are matched along with the pattern and cut off again: looking around is what the linear engine lacks.
   *
   * A match before `from` may have consumed the neighbour of the next, so a match right at `from` is tried first.
   */
  #findWord(text: string, form: TextForm, from: number, engine: Engine): Found | undefined {
    const before = from === 0 ? undefined : startOfPoint(text, from - 1);
    const adjacent = before === undefined
      ? undefined
      : run(this.#regexp(form, engine, "behind"), text, before);
    return adjacent ?? run(this.#regexp(form, engine, "free"), text, from);
  }

  #regexp(form: TextForm, engine: Engine, place: Place): RegExp {
    const flags = (place === "behind" ? "y" : "g") + (this.#options.multiline ? "m" : "") +
      (engine === "linear" ? LINEAR : "");
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

/** @throws {ToolError} unavailable, not to be retried, if the runtime was started without the linear engine */
function requireLinearEngine(): void {
  try {
    new RegExp("a", LINEAR);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ToolError("unavailable", "This runtime has no linear regex engine", {
      error_class: "regex_engine",
      retryable: false,
    });
  }
}
