/**
 * A report in plain text.
 * @module
 */
import { visibleText } from "./escape.ts";
import type { Report, ReportChange, ReportPlaybook, ReportStep } from "./model.ts";

/** A line for each playbook and step, then what changed. */
export function reportAsText(report: Report): string {
  return visibleText(report.playbooks.flatMap(playbookLines).join("\n"));
}

function playbookLines({ verdict, playbook_id, message, steps }: ReportPlaybook): string[] {
  return [
    `${verdict.replace("_", " ")}  ${playbook_id}${message === undefined ? "" : `: ${message}`}`,
    ...steps.flatMap((step) => stepLines(step).map((line) => `  ${line}`)),
  ];
}

/** Changes of a step that are spelled out; the rest are counted. */
const SHOWN_CHANGES = 50;

/** A step and what changed in it, as far as it differs. */
export function stepLines(
  { step_id, tool_name, words, expectations, changes }: ReportStep,
): string[] {
  return [
    `${step_id} (${tool_name}): ${words}`,
    ...expectations.filter(({ passed }) => !passed).map((one) => `  ${one.words}`),
    ...changes.slice(0, SHOWN_CHANGES).flatMap(changeLines).map((line) => `  ${line}`),
    ...(changes.length > SHOWN_CHANGES
      ? [`  … and ${changes.length - SHOWN_CHANGES} more changes`]
      : []),
  ];
}

function changeLines({ op, place, cause, words, expected, actual }: ReportChange): string[] {
  return [
    `${op} ${place} [${cause}] ${words}`,
    ...prefixed("-", expected),
    ...prefixed("+", actual),
  ];
}

function prefixed(sign: string, text: string | undefined): string[] {
  return text === undefined ? [] : text.trimEnd().split(/\r\n|\n|\r/).map((line) => sign + line);
}
