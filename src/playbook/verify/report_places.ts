/**
 * What a Markdown report cites: `path:10`, `path:10-20`, `path#L10-L20`, `[cit-001]`, `[^cit-001]`; and its sentences
 * that cite nothing.
 *
 * Fenced code is not read. A path needs a `/` or an ending, so that times and ratios are none.
 * @module
 */
import type { FileCitation } from "../../contract/citation.ts";
import { splitSentences } from "../sentences.ts";

/** One reference; ranges are half-open, in UTF-16 units of the report. */
export type ReportReference = {
  readonly start: number;
  readonly end: number;
  /** As the report writes it, escapes removed. */
  readonly written: string;
} & (ReportPlace | ReportMark);

export interface ReportPlace {
  readonly kind: "place";
  /** Alias, if the report names it. */
  readonly repository?: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  /** First digits of the file's SHA-256, if the line goes on with them. */
  readonly sha256?: string;
  /** The citation whose footnote this is. */
  readonly footnote?: string;
}

export interface ReportMark {
  readonly kind: "mark";
  readonly citation_id: string;
}

/** Backslashes are Markdown's escapes. */
const PLACE =
  /(?<![\p{L}\p{N}_./\\-])(?:(repo-\d+):)?((?:[\p{L}\p{N}_.@+~/-]|\\[\p{P}\p{S}])+)(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)(?![\p{L}\p{N}_]|[.:]\d)/gu;
const MARK = /\[\^?(cit-\d{3,})\](?!:)/g;
const FOOTNOTE = /^\[\^(cit-\d{3,})\]:/;
const SHORT_DIGEST = /;\s*sha256 ([0-9a-f]{8,64})\b/;

/** The references of a report in its order. */
export function reportReferences(report: string): readonly ReportReference[] {
  const text = withoutFences(report);
  return [...places(text), ...marks(text)].sort((a, b) => a.start - b.start);
}

/** Whether a place names lines of a citation and no others. */
export function isInside(place: ReportPlace, { repository_id, path, span }: FileCitation): boolean {
  const isHere = place.repository === undefined || place.repository === repository_id;
  return isHere && place.path === path && place.start_line >= span.start_line &&
    place.end_line <= span.end_line;
}

/** Sentences that cite nothing, without their marks. */
export function sentencesWithoutEvidence(
  report: string,
  references: readonly ReportReference[],
): readonly string[] {
  return splitSentences(report, (inside) => /^cit-\d{3,}$/.test(inside))
    .filter(({ marks }) => marks.length === 0)
    .filter(({ start, end }) =>
      !references.some((one) => one.start < trailing(report, end) && one.end > start)
    )
    .map(({ plain }) => plain);
}

/** The end of a sentence with the footnote marks behind it, which are not part of it. */
function trailing(report: string, end: number): number {
  const marks = /^(?:[ \t]*\[\^cit-\d{3,}\])*/.exec(report.slice(end))?.[0] ?? "";
  return end + marks.length;
}

/** The same length, with spaces for fenced code. */
function withoutFences(report: string): string {
  return report.replace(
    /^[ \t]*(```+|~~~+)[^\n]*\n[^]*?(?:^[ \t]*\1|(?![^]))/gm,
    (block) => block.replace(/[^\n]/g, " "),
  );
}

function places(text: string): readonly ReportReference[] {
  return Array.from(text.matchAll(PLACE)).flatMap((match) => {
    const [written, repository, raw = "", from, to, hashFrom, hashTo] = match;
    const path = raw.replace(/\\(.)/gu, "$1");
    const line = lineAround(text, match.index);
    const isPath = /[/.]/.test(path) && !path.includes("//") && /\p{L}/u.test(path);
    const isAddress = /\w:\/\/\S*$/.test(text.slice(line.start, match.index));
    const start_line = Number(from ?? hashFrom);
    const end_line = Number(to ?? hashTo ?? start_line);
    if (!isPath || isAddress || start_line < 1 || end_line < start_line) return [];
    const sha256 = SHORT_DIGEST.exec(text.slice(match.index, line.end))?.[1];
    const footnote = FOOTNOTE.exec(text.slice(line.start, line.end))?.[1];
    return [{
      kind: "place" as const,
      start: match.index,
      end: match.index + written.length,
      written: written.replace(/\\(.)/gu, "$1"),
      path,
      start_line,
      end_line,
      ...(repository === undefined ? {} : { repository }),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(footnote === undefined ? {} : { footnote }),
    }];
  });
}

function marks(text: string): readonly ReportReference[] {
  return Array.from(text.matchAll(MARK), ({ index, 0: written, 1: citation_id = "" }) => ({
    kind: "mark" as const,
    start: index,
    end: index + written.length,
    written,
    citation_id,
  }));
}

function lineAround(text: string, at: number): { readonly start: number; readonly end: number } {
  const next = text.indexOf("\n", at);
  return { start: text.lastIndexOf("\n", at - 1) + 1, end: next < 0 ? text.length : next };
}
