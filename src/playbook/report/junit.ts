/**
 * A report as JUnit XML: a suite for each playbook, a case for each step; drift is a failure, what did not run an error.
 * @module
 */
import { attributeText, markupText } from "./escape.ts";
import type { Report, ReportPlaybook, ReportStep } from "./model.ts";
import { stepLines } from "./text.ts";

/** @see Report */
export function reportAsJunit({ playbooks }: Report): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="frigg"${totals(playbooks)}>`,
    ...playbooks.map(suite),
    "</testsuites>",
    "",
  ].join("\n");
}

const GOOD: readonly string[] = ["same", "recorded"];

function totals(playbooks: readonly ReportPlaybook[]): string {
  const steps = playbooks.flatMap((playbook) => playbook.steps);
  const errors = playbooks.filter(hasNotRun).length;
  const failures = steps.filter(({ verdict }) => !GOOD.includes(verdict)).length +
    playbooks.filter(differsAsWhole).length;
  const skipped = playbooks.filter(isLeftOut).length;
  const tests = steps.length + errors + skipped + playbooks.filter(differsAsWhole).length;
  return ` tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function isLeftOut({ verdict }: ReportPlaybook): boolean {
  return verdict === "left_out";
}

function hasNotRun({ verdict }: ReportPlaybook): boolean {
  return verdict === "invalid" || verdict === "not_run";
}

/** A playbook may drift without a step that does; it must not look as if all were well. */
function differsAsWhole({ verdict, steps }: ReportPlaybook): boolean {
  return (verdict === "drift" || verdict === "unaccepted") &&
    steps.every((step) => GOOD.includes(step.verdict));
}

function suite(playbook: ReportPlaybook): string {
  const { playbook_id, file, steps, message = "" } = playbook;
  const whole = (kind: string): string =>
    testcase(playbook_id, "replay", element(kind, playbook.verdict, message, message));
  const cases = [
    ...(hasNotRun(playbook) ? [whole("error")] : []),
    ...(isLeftOut(playbook) ? [skippedCase(playbook_id, message)] : []),
    ...(differsAsWhole(playbook) ? [whole("failure")] : []),
    ...steps.map((step) => testcase(playbook_id, step.step_id, failure(step))),
  ];
  const name = `name="${attributeText(playbook_id)}" file="${attributeText(file)}"`;
  return `  <testsuite ${name}${totals([playbook])}>\n${cases.join("\n")}\n  </testsuite>`;
}

/** The schema of JUnit knows no type here. */
function skippedCase(playbookId: string, message: string): string {
  return testcase(playbookId, "replay", `      <skipped message="${attributeText(message)}"/>`);
}

function testcase(playbookId: string, name: string, inside: string): string {
  const head = `    <testcase classname="${attributeText(playbookId)}" name="${
    attributeText(name)
  }"`;
  return inside === "" ? `${head}/>` : `${head}>\n${inside}\n    </testcase>`;
}

function failure(step: ReportStep): string {
  if (GOOD.includes(step.verdict)) return "";
  return element("failure", step.verdict, step.words, stepLines(step).join("\n"));
}

function element(kind: string, type: string, message: string, text: string): string {
  const attributes = `type="${attributeText(type)}" message="${attributeText(message)}"`;
  return `      <${kind} ${attributes}>${markupText(text)}</${kind}>`;
}
