/**
 * An answer's sentences bound to citations: by marks, and by naming `path:line` of a cited span.
 * @module
 */
import { isFileCitation } from "../contract/citation.ts";
import { ToolError } from "../contract/errors.ts";
import type { Entry, EvidenceBook } from "./evidence_book.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { parseStepMark } from "./step_mark.ts";

export interface BoundSentence {
  readonly sentence: Sentence;
  /** In citation order, without duplicates; empty for a sentence that nothing supports. */
  readonly entries: readonly Entry[];
}

/**
 * The sentences of an answer with what supports them.
 *
 * Brackets around anything but a step of the trace or a citation number are ordinary text.
 *
 * @throws {ToolError} invalid_params for a mark that names a step or number but finds no evidence
 */
export function bindAnswer(answer: string, book: EvidenceBook): readonly BoundSentence[] {
  return splitSentences(answer, (inside) => isMark(inside, (step) => book.hasStep(step)))
    .map((sentence) => {
      const found = new Set([
        ...sentence.marks.flatMap((mark) => resolveMark(mark, book)),
        ...namedPlaces(sentence.plain, book),
      ]);
      return { sentence, entries: book.entries.filter((entry) => found.has(entry)) };
    });
}

/** Steps that the marks of an answer name. */
export function markedSteps(
  answer: string,
  hasStep: (stepId: string) => boolean,
): ReadonlySet<string> {
  const marks = splitSentences(answer, (inside) => isMark(inside, hasStep))
    .flatMap((sentence) => sentence.marks);
  return new Set(marks.flatMap((mark) => {
    const step = parseStepMark(mark);
    return step !== undefined && hasStep(step.stepId) ? [step.stepId] : [];
  }));
}

const CITATION_ID = /^cit-\d{3,}$/;

function isMark(inside: string, hasStep: (stepId: string) => boolean): boolean {
  const step = parseStepMark(inside);
  return CITATION_ID.test(inside) || step !== undefined && hasStep(step.stepId);
}

function resolveMark(mark: string, book: EvidenceBook): readonly Entry[] {
  const step = parseStepMark(mark);
  if (step !== undefined && book.hasStep(step.stepId)) return book.resolve(step, "answer");
  const entry = book.byId(mark);
  if (entry !== undefined) return [entry];
  throw new ToolError(
    "invalid_params",
    `Cannot cite "${mark}": the trace gives ${book.entries.length} citations`,
    { field: "answer" },
  );
}

/** Citations whose path and lines a text names, as `path:10`, `path:10-20`, `path#L10` or `path#L10-L20`. */
function namedPlaces(text: string, book: EvidenceBook): readonly Entry[] {
  return book.entries.filter(({ citation }) => {
    if (!isFileCitation(citation) || !text.includes(citation.path)) return false;
    const { path, repository_id: alias, span } = citation;
    return Array.from(text.matchAll(placePattern(path))).some((match) => {
      const [, named, colonStart, colonEnd, hashStart, hashEnd] = match;
      const start = Number(colonStart ?? hashStart);
      const end = Number(colonEnd ?? hashEnd ?? start);
      const isHere = named === undefined || named === alias;
      return isHere && start <= end && start <= span.end_line && end >= span.start_line;
    });
  });
}

function placePattern(path: string): RegExp {
  const literal = path.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(
    `(?<![\\p{L}\\p{N}_./-])(?:(repo-\\d+):)?${literal}` +
      `(?::(\\d+)(?:-(\\d+))?|#L(\\d+)(?:-L?(\\d+))?)(?!\\d)`,
    "gu",
  );
}
