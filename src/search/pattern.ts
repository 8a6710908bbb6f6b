/**
 * What is searched for in files, whatever it was written as: literal, whole word or regular expression.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";
import type { RequiredLiterals } from "../snapshot/snapshot.ts";
import { caseVariants } from "./regex/fold.ts";
import { isLong, lineSegments, textStart } from "./regex/line_segments.ts";
import { literalNode, type Node } from "./regex/node.ts";
import { parsePattern } from "./regex/parse.ts";
import { Program } from "./regex/program.ts";
import { requiredLiterals, requiredOf } from "./regex/required.ts";
import { latin1Of } from "./regex/text_form.ts";

/** Half-open range of raw byte offsets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Pattern {
  /** What every file with a match contains. */
  readonly required: RequiredLiterals;
  /**
   * The matches of a file in order, none overlapping, none empty, none crossing a line end.
   *
   * `latin1` is the whole file, one char a byte. `tick` is called often and may throw to stop the search. `undefined`
   * is no match, but a place where others may get their turn.
   */
  matches(latin1: string, tick: () => void): Iterable<ByteRange | undefined>;
  /** The number of matches in parts, whose sum it is; between them others may get their turn. */
  counts(latin1: string, tick: () => void): Iterable<number>;
}

/** Matches between two ticks. */
const TICK = 256;
/** Matches that are counted as one part. */
const PART = 10_000;

export interface PatternRequest {
  readonly query: string;
  readonly patternType: "literal" | "regex";
  readonly ignoreCase: boolean;
  readonly word: boolean;
}

/**
 * Makes a request's pattern ready to search with.
 *
 * @throws {ToolError} invalid_params, with `regex_error_code` for a regular expression; unavailable if the runtime
 * cannot run those in linear time
 */
export function compilePattern(request: PatternRequest): Pattern {
  const { query, ignoreCase, word } = request;
  if (request.patternType === "regex") {
    const node = parsePattern({ pattern: query, field: "query", ignoreCase });
    const program = new Program(node, { word, multiline: true });
    program.validate("query");
    return programPattern(node, program);
  }
  checkLiteral(query);
  if (!ignoreCase && !word) return plainPattern(query);
  const node = literalNode(query, ignoreCase ? caseVariants : undefined);
  return programPattern(node, new Program(node, { word, multiline: true }));
}

/**
 * A test whether a regular expression occurs in a text, whose edges are those of the text as a whole.
 *
 * @throws {ToolError} as `compilePattern()`
 */
export function compileTest(pattern: string, field: string): (text: string) => boolean {
  const node = parsePattern({ pattern, field, ignoreCase: false, mayBeEmpty: true });
  const program = new Program(node, { word: false, multiline: false });
  program.validate(field);
  return (tested) => {
    const latin1 = latin1Of(tested);
    return program.test(latin1, isLong(latin1, program));
  };
}

function checkLiteral(query: string): void {
  if (query === "") throw invalidParams("query", '"query" is empty');
  if (/[\n\r]/.test(query)) {
    throw invalidParams("query", '"query" holds a line end: a match never spans lines');
  }
  if (!query.isWellFormed()) {
    throw invalidParams("query", '"query" holds half a surrogate pair, which no file can contain');
  }
}

/** UTF-8 synchronizes itself: the bytes of a text are found at code points only. */
function plainPattern(query: string): Pattern {
  const bytes = latin1Of(query);
  return {
    required: requiredOf(query),
    *matches(latin1, tick): Generator<ByteRange> {
      let count = 0;
      for (let from = textStart(latin1);;) {
        const start = latin1.indexOf(bytes, from);
        if (start < 0) return;
        from = start + bytes.length;
        yield { start, end: from };
        if (++count % TICK === 1) tick();
      }
    },
    *counts(latin1, tick): Generator<number> {
      let count = 0;
      let at = latin1.indexOf(bytes, textStart(latin1));
      while (at >= 0) {
        at = latin1.indexOf(bytes, at + bytes.length);
        if (++count % PART !== 0) continue;
        tick();
        yield PART;
      }
      yield count % PART;
    },
  };
}

function programPattern(node: Node, program: Program): Pattern {
  return {
    required: requiredLiterals(node),
    *matches(latin1, tick): Generator<ByteRange | undefined> {
      let count = 0;
      for (const { start, end, long } of lineSegments(latin1, program)) {
        for (const found of program.matches(latin1.slice(start, end), long)) {
          if (found === undefined) yield undefined;
          else yield { start: start + found.start, end: start + found.end };
          if (found === undefined || ++count % TICK === 1) tick();
        }
        yield undefined;
      }
    },
    *counts(latin1, tick): Generator<number> {
      for (const { start, end, long } of lineSegments(latin1, program)) {
        let count = 0;
        for (const found of program.matches(latin1.slice(start, end), long)) {
          if (found !== undefined && ++count % PART !== 0) continue;
          tick();
          yield found === undefined ? 0 : PART;
        }
        yield count % PART;
      }
    },
  };
}
