/**
 * What is searched for in files, whatever it was written as: literal, whole word or regular expression.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import type { RequiredLiterals } from "../snapshot/snapshot.ts";
import { caseVariants } from "./regex/fold.ts";
import { lineSegments, LONG_LINE_BYTES, textStart } from "./regex/line_segments.ts";
import { literalNode, type Node } from "./regex/node.ts";
import { parsePattern } from "./regex/parse.ts";
import { Program } from "./regex/program.ts";
import { requiredLiterals, requiredOf } from "./regex/required.ts";
import { latin1Of } from "./regex/text_form.ts";

/**
 * Bytes times states that the linear engine may take in one go: some seconds.
 *
 * Nothing can stop it meanwhile, so a longer line is refused rather than tried.
 */
const MAX_LINEAR_STEPS = 500_000_000;

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
   * `latin1` is the whole file, one char a byte. `tick` is called often and may throw to stop the search.
   */
  matches(latin1: string, tick: () => void): Iterable<ByteRange>;
}

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
 * @throws {ToolError} as `compilePattern()`; the test itself: timeout for a text that is too long for the pattern
 */
export function compileTest(pattern: string, field: string): (text: string) => boolean {
  const node = parsePattern({ pattern, field, ignoreCase: false, mayBeEmpty: true });
  const program = new Program(node, { word: false, multiline: false });
  program.validate(field);
  return (tested) => {
    const latin1 = latin1Of(tested);
    const long = program.unbounded && latin1.length > LONG_LINE_BYTES;
    if (long) refuseEndless(latin1, program);
    const { text, form } = program.show(latin1);
    return program.find(text, form, 0, long ? "linear" : "backtracking") !== undefined;
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
      let from = textStart(latin1);
      for (;;) {
        const start = latin1.indexOf(bytes, from);
        if (start < 0) return;
        from = start + bytes.length;
        yield { start, end: from };
        tick();
      }
    },
  };
}

function programPattern(node: Node, program: Program): Pattern {
  return {
    required: requiredLiterals(node),
    *matches(latin1, tick): Generator<ByteRange> {
      for (const segment of lineSegments(latin1, program.unbounded)) {
        tick();
        const piece = latin1.slice(segment.start, segment.end);
        if (segment.long) refuseEndless(piece, program);
        for (const { start, end } of matchesIn(piece, program, segment.long, tick)) {
          yield { start: segment.start + start, end: segment.start + end };
        }
      }
    },
  };
}

function* matchesIn(
  piece: string,
  program: Program,
  long: boolean,
  tick: () => void,
): Generator<ByteRange> {
  const { text, form } = program.show(piece);
  const engine = long ? "linear" : "backtracking";
  let from = 0;
  for (;;) {
    const found = program.find(text, form, from, engine);
    if (found === undefined) return;
    yield found;
    from = found.end;
    tick();
  }
}

function refuseEndless(line: string, program: Program): void {
  if (line.length * program.weight <= MAX_LINEAR_STEPS) return;
  throw new ToolError(
    "timeout",
    `A text of ${line.length} bytes is too long for a pattern of this size`,
    { retryable: false },
  );
}
