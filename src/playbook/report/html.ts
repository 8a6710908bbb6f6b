/**
 * A report as one HTML file that needs nothing else: no network, no other file.
 *
 * Text of repositories goes through `markupText()` everywhere. Should that ever fail, the content policy lets nothing run
 * but the report's own script, which is named by its hash.
 * @module
 */
import { base64Digest } from "../digest.ts";
import { markupText } from "./escape.ts";
import { changeHtml, excerptHtml, rowsHtml } from "./html_parts.ts";
import { SCRIPT } from "./html_script.ts";
import { STYLE } from "./html_style.ts";
import type { Report, ReportPlaybook, ReportStep } from "./model.ts";

/** @see Report */
export async function reportAsHtml(report: Report): Promise<string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${await base64Digest(STYLE)}'`,
    `script-src 'sha256-${await base64Digest(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>frigg report</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>frigg report</h1>
<p>${countsHtml(report)}</p>
</header>
<nav class="bar" aria-label="Filter">
<input id="text" type="search" placeholder="Filter: step, path, cause" aria-label="Filter by words">
<select id="verdict" aria-label="Filter by verdict"><option value="">all steps</option><option value="bad">what differs</option><option value="good">what is the same</option></select>
<span class="soft"><span id="shown" role="status"></span> · keys: j k next, previous · / filter · e c open, close all</span>
</nav>
<main>
${report.playbooks.map(playbookHtml).join("\n")}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const GOOD: readonly string[] = ["same", "recorded"];
const WARN: readonly string[] = ["unaccepted", "left_out"];

function countsHtml({ counts, playbooks }: Report): string {
  const words = Object.entries(counts).map(([verdict, number]) =>
    `${number} ${verdictHtml(verdict, verdict.replace("_", " "))}`
  );
  return `${playbooks.length} playbook${playbooks.length === 1 ? "" : "s"}: ${words.join(", ")}`;
}

function verdictHtml(verdict: string, words: string): string {
  const kind = GOOD.includes(verdict) ? "good" : WARN.includes(verdict) ? "warn" : "bad";
  return `<span class="verdict ${kind}">${markupText(words)}</span>`;
}

function playbookHtml(playbook: ReportPlaybook): string {
  const { playbook_id, verdict, file, message, digest, steps } = playbook;
  return `<section data-steps="${steps.length}">
<h2>${markupText(playbook_id)} ${verdictHtml(verdict, verdict.replace("_", " "))}</h2>
<p class="soft">${markupText(file)}${
    digest === undefined ? "" : ` · digest <code>${markupText(digest.slice(0, 16))}</code>`
  }</p>
${message === undefined ? "" : `<pre>${markupText(message)}</pre>`}
${steps.map(stepHtml).join("\n")}
</section>`;
}

function stepHtml(step: ReportStep): string {
  const { step_id, tool_name, verdict, words, params, error, expectations, changes } = step;
  const isGood = GOOD.includes(verdict);
  const parts = [
    part("Error", error === undefined ? "" : `<pre>${markupText(error)}</pre>`),
    part("Expectations", list(expectations.map(expectationHtml))),
    part("Changes", some(changes, changeHtml, "changes")),
    part("Params", `<pre>${markupText(JSON.stringify(params, undefined, 2))}</pre>`),
    part("Cited source", some(step.excerpts, excerptHtml, "places")),
    part("Rows", rowsHtml(step.rows)),
  ];
  return `<details class="step" data-good="${isGood ? 1 : 0}"${isGood ? "" : " open"}>
<summary><code>${markupText(step_id)}</code> <span class="soft">${markupText(tool_name)}</span> ${
    verdictHtml(verdict, words)
  }</summary>
${parts.join("")}
</details>`;
}

function expectationHtml({ passed, words, name }: ReportStep["expectations"][number]): string {
  return passed
    ? `<span class="good">holds</span> ${markupText(name)}`
    : `<span class="bad">fails</span> ${markupText(words)}`;
}

/** Parts of one kind that a step shows; more would make the file slow. */
const MAX_PARTS = 200;

function some<T>(all: readonly T[], show: (one: T) => string, noun: string): string {
  const shown = all.slice(0, MAX_PARTS).map(show);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`<p class="soft">… and ${more} more ${noun}</p>`] : [])]
    .join("\n");
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
}

function part(title: string, inside: string): string {
  return inside === "" ? "" : `<h3>${title}</h3>\n${inside}\n`;
}
