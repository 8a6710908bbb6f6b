/**
 * Parts of the HTML report: source with its cited lines, rows, and changes side by side.
 * @module
 */
import { commonSubsequence } from "../text_diff.ts";
import { linesText } from "../verify/status.ts";
import { markupText } from "./escape.ts";
import type { ReportChange, ReportExcerpt, ReportRow } from "./model.ts";

/** Rows that a step shows; more would make the file slow. */
const MAX_ROWS = 200;
/** Lines of one side of a change that are compared and shown. */
const MAX_LINES = 400;

const LINE_END = /\r\n|\n|\r/;

/** Cited source with line numbers; what is cited is marked. */
export function excerptHtml(excerpt: ReportExcerpt): string {
  const { repository, path, truncated } = excerpt;
  const place = `${repository}:${path}:${linesText(excerpt)}`;
  const cut = truncated ? '\n<span class="soft">… the quote is cut here</span>' : "";
  return `<p><code>${markupText(place)}</code></p>\n<pre>${sourceLines(excerpt)}${cut}</pre>`;
}

function sourceLines({ prefix, exact, suffix, start_line, truncated }: ReportExcerpt): string {
  const pieces = [
    { text: prefix, isCited: false },
    { text: exact, isCited: true },
    // Behind a cut quote comes the rest of the span, which is not known.
    { text: truncated ? "" : suffix, isCited: false },
  ];
  const lines = [isCut(prefix) ? CUT : ""];
  for (const { text, isCited } of pieces) {
    for (const [index, part] of text.split(LINE_END).entries()) {
      if (index > 0) lines.push("");
      const shown = isCited && part !== "" ? `<mark>${markupText(part)}</mark>` : markupText(part);
      lines[lines.length - 1] += shown;
    }
  }
  if (!truncated && isCut(suffix)) lines[lines.length - 1] += CUT;
  const first = start_line - (prefix.split(LINE_END).length - 1);
  return lines.map((line, index) => `<span class="no">${first + index}</span>${line}`).join("\n");
}

const CUT = '<span class="soft">…</span>';
/** Evidence keeps so many code points on each side; fewer reach to the start or end of the file. */
const CONTEXT_CODE_POINTS = 32;

function isCut(context: string): boolean {
  return [...context].length >= CONTEXT_CODE_POINTS;
}

/** A table of rows. */
export function rowsHtml(rows: readonly ReportRow[]): string {
  if (rows.length === 0) return "";
  const shown = rows.slice(0, MAX_ROWS).map(({ pointer, place, text }) =>
    `<tr><td><code>${markupText(place || pointer)}</code></td><td><code>${
      markupText(text)
    }</code></td></tr>`
  );
  const more = rows.length > MAX_ROWS
    ? `<p class="soft">… and ${rows.length - MAX_ROWS} more rows</p>`
    : "";
  return `<table><thead><tr><th>Place</th><th>Text</th></tr></thead><tbody>${
    shown.join("")
  }</tbody></table>${more}`;
}

/** A change with its cause, expected and actual side by side; lines that only one side has are coloured. */
export function changeHtml({ op, place, cause, words, expected, actual }: ReportChange): string {
  const before = linesOf(expected);
  const after = linesOf(actual);
  const same = commonSubsequence(before, after);
  const keptBefore = new Set(same.map(([index]) => index));
  const keptAfter = new Set(same.map(([, index]) => index));
  return `<p><strong>${op}</strong> <code>${markupText(place)}</code> <span class="warn">${
    markupText(cause)
  }</span>: ${markupText(words)}</p>
<div class="sides">
<div><h4>expected</h4>${side(before, keptBefore, "old")}</div>
<div><h4>actual</h4>${side(after, keptAfter, "new")}</div>
</div>`;
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const lines = text.split(LINE_END);
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more lines`];
}

function side(lines: readonly string[], kept: ReadonlySet<number>, kind: "old" | "new"): string {
  if (lines.length === 0) return '<p class="soft">nothing</p>';
  const shown = lines.map((line, index) =>
    kept.has(index)
      ? `<span>${markupText(line)}</span>\n`
      : `<span class="${kind}">${markupText(line) || " "}</span>`
  );
  return `<pre>${shown.join("")}</pre>`;
}
