/**
 * Sentences of an answer with the marks in them.
 *
 * Headings, fenced code and blank lines hold no sentences. A mark behind the full stop belongs to the sentence before.
 * @module
 */

export interface Sentence {
  /** Half-open range of the answer, UTF-16 units; marks included, list markers not. */
  readonly start: number;
  readonly end: number;
  /** The sentence without marks. */
  readonly plain: string;
  /** Insides of the marks: `find`, `find[0]`, `cit-003`. */
  readonly marks: readonly string[];
}

/** A mark is in brackets that are neither a link nor a footnote. Whether it names anything is another question. */
const MARK = /\s*\[([a-z][a-z0-9_-]{0,63}(?:\[(?:0|[1-9]\d{0,8})\])?)\](?![(\[:])/g;
/** Ends of sentences: closing signs and marks may follow the full stop. */
const END = /[.!?]+["'”’)*_`]*(?=\s|$)(?:\s*\[[a-z][a-z0-9_-]{0,63}(?:\[\d{1,9}\])?\](?![(\[:]))*/g;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|approx|resp|no|fig)\.$/i;
const LIST_MARKER = /^\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?/;

/** The sentences of an answer, in order; `isMark` tells which bracketed names are marks. */
export function splitSentences(
  answer: string,
  isMark: (inside: string) => boolean,
): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  let fence: string | undefined;
  for (const line of answer.split("\n")) {
    const [mark] = /^\s*(```|~~~)/.exec(line)?.slice(1) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
    } else if (fence === undefined && !/^\s*(?:#|\[\^|[-=*_|\s:]*$)/.test(line)) {
      const skipped = LIST_MARKER.exec(line)?.[0].length ?? 0;
      sentences.push(...lineSentences(line.slice(skipped), offset + skipped, isMark));
    }
    offset += line.length + 1;
  }
  return sentences;
}

function* lineSentences(
  line: string,
  offset: number,
  isMark: (inside: string) => boolean,
): Generator<Sentence> {
  let start = 0;
  for (const end of [...sentenceEnds(line), line.length]) {
    const text = line.slice(start, end);
    if (text.trim() !== "") {
      const lead = text.length - text.trimStart().length;
      const tail = text.trimEnd().length;
      yield {
        start: offset + start + lead,
        end: offset + start + tail,
        ...withoutMarks(text, isMark),
      };
    }
    start = end;
  }
}

function sentenceEnds(line: string): readonly number[] {
  return Array.from(
    line.matchAll(END),
    ({ index, 0: text }) => ({ index, end: index + text.length }),
  )
    .filter(({ index }) => !ABBREVIATION.test(line.slice(0, index + 1)))
    .map(({ end }) => end);
}

function withoutMarks(
  text: string,
  isMark: (inside: string) => boolean,
): Pick<Sentence, "plain" | "marks"> {
  const marks: string[] = [];
  const plain = text.replace(MARK, (whole, inside: string) => {
    if (!isMark(inside)) return whole;
    marks.push(inside);
    return "";
  });
  return { plain: plain.trim(), marks };
}
