/**
 * `frigg doctor`: what keeps frigg from working here, and what to do about it. Starts nothing.
 * @module
 */
import type { Command, CommandCall } from "../command.ts";
import type { Paint } from "../console.ts";
import { checkHosts } from "../doctor/check_hosts.ts";
import { checkWorkspace } from "../doctor/check_workspace.ts";
import { exitOfFindings, type Finding, FINDINGS } from "../doctor/finding.ts";
import { selfCheck } from "../doctor/self_check.ts";
import type { ExitCode } from "../exit.ts";
import { pretty } from "../print_json.ts";
import { count } from "../words.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "Find what is wrong with the index, the workspace or a host's entry",
  options: [{ flags: "--self-check", text: "check this program alone, wherever it is started" }],
  examples: [
    "frigg doctor",
    "frigg doctor --json",
    "cd / && env -i /abs/frigg doctor --self-check",
  ],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  const { flags, settings, console } = call;
  const findings = [
    ...await selfCheck(call),
    ...(flags.has("self-check") ? [] : await checkSurroundings(call)),
  ];
  const code = exitOfFindings(findings);
  if (settings.json) console.print(pretty({ ok: code === 0, findings: findings.map(findingJson) }));
  else console.print(report(findings, console.paint));
  return code;
}

async function checkSurroundings(call: CommandCall): Promise<readonly Finding[]> {
  const { roots, findings } = await checkWorkspace(call);
  return [...findings, ...checkHosts(roots, call.table)];
}

function findingJson(finding: Finding): Record<string, unknown> {
  return { severity: FINDINGS[finding.code].severity, ...finding };
}

function report(findings: readonly Finding[], paint: Paint): string {
  if (findings.length === 0) return `${paint.green("ok")}  nothing is wrong`;
  const shown = findings.map(({ code, subject, message, advice }) => {
    const { severity } = FINDINGS[code];
    const mark = { error: paint.red, warning: paint.yellow, note: paint.dim }[severity](severity);
    return `${mark}  ${code}  ${subject}\n  ${message}\n  ${advice}`;
  });
  return [...shown, summary(findings)].join("\n");
}

function summary(findings: readonly Finding[]): string {
  const of = (severity: string): number =>
    findings.filter(({ code }) => FINDINGS[code].severity === severity).length;
  return `${count(of("error"), "error")}, ${count(of("warning"), "warning")}, ${
    count(of("note"), "note")
  }`;
}
