/**
 * `frigg playbook lint`: everything that is wrong with playbooks, at its place, without running them.
 * @module
 */
import type { Surface } from "../../contract/tool.ts";
import { lintPlaybook } from "../../playbook/load.ts";
import { formatProblem, type Problem } from "../../playbook/problem.ts";
import type { Command, CommandCall } from "../command.ts";
import type { Paint } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { findPlaybooks, type PlaybookFiles } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION, readPlaybook } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { count } from "../words.ts";
import { withApp } from "../with_app.ts";

export const playbookLint: Command = {
  name: "playbook lint",
  summary: "Check playbooks without running them",
  words: [{ name: "[PLAYBOOK...]", text: "files, folders, globs or ids (default: all)" }],
  options: [PLAYBOOKS_OPTION],
  examples: ["frigg playbook lint", "frigg playbook lint audits/ --json"],
  run,
};

function run(given: CommandCall): Promise<ExitCode> {
  const { console, settings } = given;
  const found = findPlaybooks(given.words, lookupOf(given));
  return withApp(given, ({ app }) => {
    const problems = found.flatMap((files) => lint(files, app.surface));
    if (settings.json) console.print(pretty({ problems }));
    else for (const problem of problems) console.print(problemLine(problem, console.paint));
    const errors = problems.filter(({ severity }) => severity === "error").length;
    console.note(`${count(found.length, "playbook")}: ${count(errors, "error")}`);
    return Promise.resolve(errors === 0 ? EXIT.ok : EXIT.usage);
  });
}

function lint(files: PlaybookFiles, surface: Surface): readonly Problem[] {
  return lintPlaybook(readPlaybook(files), files.shown, surface);
}

function problemLine(problem: Problem, paint: Paint): string {
  const line = formatProblem(problem);
  return problem.severity === "error" ? line : `${line} ${paint.yellow("(warning)")}`;
}
