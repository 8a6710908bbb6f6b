/**
 * `frigg playbook lint`: everything that is wrong with playbooks, at its place, without running them.
 * @module
 */
import type { Surface } from "../../contract/tool.ts";
import { lintPlaybook, parsePlaybook } from "../../playbook/load.ts";
import { formatProblem, PlaybookError, type Problem } from "../../playbook/problem.ts";
import type { Command, CommandCall } from "../command.ts";
import type { Paint } from "../console.ts";
import { CommandError, EXIT, type ExitCode } from "../exit.ts";
import { type PlaybookFiles, somePlaybooks } from "../playbook_files.ts";
import { visible } from "../hit_line.ts";
import { lookupOf, PLAYBOOKS_OPTION, readPlaybook } from "../playbook_session.ts";
import { playbookRoot } from "../playbook_root.ts";
import { pretty } from "../print_json.ts";
import { rootsIfAny } from "../roots.ts";
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
  const found = somePlaybooks(given.words, lookupOf(given));
  return withApp(given, ({ app }) => {
    const roots = rootsIfAny(settings);
    const problems = found.flatMap((files) => lint(files, app.surface, roots));
    if (settings.json) console.print(pretty({ problems }));
    else for (const problem of problems) console.print(problemLine(problem, console.paint));
    const errors = problems.filter(({ severity }) => severity === "error").length;
    console.note(`${count(found.length, "playbook")}: ${count(errors, "error")}`);
    return Promise.resolve(errors === 0 ? EXIT.ok : EXIT.usage);
  });
}

/** What loading says, and whether the playbook may run where it wants to. */
function lint(
  files: PlaybookFiles,
  surface: Surface,
  roots: readonly string[],
): readonly Problem[] {
  try {
    const text = readPlaybook(files);
    const problems = lintPlaybook(text, files.shown, surface);
    if (problems.some(({ severity }) => severity === "error")) return problems;
    const loaded = parsePlaybook(text, files.shown, { surface, allowWorkspace: true });
    playbookRoot(loaded, files.playbook, roots);
    return problems;
  } catch (error) {
    if (error instanceof PlaybookError) return error.problems;
    // A file that is not text has no place for its problem but the message.
    if (!(error instanceof CommandError) || error.code !== EXIT.usage) throw error;
    return [{ severity: "error", pointer: "", message: error.message }];
  }
}

function problemLine(problem: Problem, paint: Paint): string {
  const line = visible(formatProblem(problem));
  return problem.severity === "error" ? line : `${line} ${paint.yellow("(warning)")}`;
}
