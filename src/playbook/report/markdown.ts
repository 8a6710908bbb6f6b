/**
 * A report in Markdown that fits a comment on a pull request: a table of verdicts, then the differences, folded.
 * @module
 */
import { plainText } from "../cite_markdown.ts";
import { markupText, visibleText } from "./escape.ts";
import type { Report, ReportPlaybook } from "./model.ts";
import { stepLines } from "./text.ts";

/** GitHub refuses a comment of more than 65536 characters; the rest is room for what others add. */
const MAX_CHARS = 60_000;

/** @see Report */
export function reportAsMarkdown({ playbooks }: Report): string {
  const rows = fitting(playbooks.map(tableRow), MAX_CHARS / 2);
  const table = [...HEAD, ...rows.kept].join("\n");
  const folded = fitting(playbooks.flatMap(details), MAX_CHARS - table.length);
  const parts = [
    table,
    ...(rows.dropped === 0 ? [] : [`${rows.dropped} more playbooks do not fit here.`]),
    ...folded.kept,
    ...(folded.dropped === 0 ? [] : [`${folded.dropped} more differences do not fit here.`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const HEAD = ["| Playbook | Verdict | Steps | First difference |", "| --- | --- | --- | --- |"];

/** The texts that have room, with the two line ends behind each. */
function fitting(
  texts: readonly string[],
  maxChars: number,
): { readonly kept: readonly string[]; readonly dropped: number } {
  let left = maxChars;
  const kept = texts.filter((text) => {
    const fits = text.length + 2 <= left;
    if (fits) left -= text.length + 2;
    return fits;
  });
  return { kept, dropped: texts.length - kept.length };
}

function tableRow({ playbook_id, verdict, steps, message }: ReportPlaybook): string {
  const differing = steps.filter((step) => !["same", "recorded"].includes(step.verdict)).length;
  const counted = differing === 0 ? `${steps.length}` : `${differing} of ${steps.length} differ`;
  const cells = [cell(playbook_id), verdict.replace("_", " "), counted, cell(message ?? "")];
  return `| ${cells.join(" | ")} |`;
}

/** One line in which nothing is Markdown, HTML, or a mention of somebody. */
function cell(text: string): string {
  const line = visibleText(text).replace(/\s+/g, " ");
  return plainText(line.replaceAll("&", "&amp;")).replaceAll("@", "&#64;");
}

function details({ playbook_id, steps }: ReportPlaybook): string[] {
  return steps.filter(({ changes, expectations }) =>
    changes.length > 0 || expectations.some(({ passed }) => !passed)
  ).map((step) => {
    // Signs in the first column are what colours a diff.
    const body = visibleText(stepLines(step).join("\n")).replace(/^ +(?=[-+])/gm, "");
    const summary = `${markupText(playbook_id)}: ${markupText(step.step_id)}, ${step.words}`;
    return `<details><summary>${summary}</summary>\n\n${fenced(body)}\n\n</details>`;
  });
}

/** A block around any text: more backticks than it has in a row. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}`;
}
