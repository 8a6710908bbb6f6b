/**
 * What `frigg register` says: diffs and entries to stdout, everything else is a line for each host.
 * @module
 */
import { workingFolder } from "../platform/process.ts";
import { filePatch } from "../playbook/text_diff.ts";
import type { Console } from "./console.ts";
import { shownFrom } from "./playbook_files.ts";
import type { Registered, RegisterRequest } from "./register_host.ts";

/** The end of a registration for people. */
export function printRegistered(
  done: Registered,
  request: RegisterRequest,
  console: Console,
): void {
  const { host, problem, snippet } = done;
  if (problem !== undefined) {
    console.warn(`${console.paint.red("failed")}  ${host.title}: ${problem.message}`);
    if (problem.advice !== undefined) console.warn(problem.advice);
    if (snippet === undefined || problem.kind === "usage") return;
    console.warn("Nothing is changed. This is the entry, to be added by hand:");
    console.print(snippet);
    return;
  }
  if (request.action === "print") printSnippet(done, console);
  else if (request.dry) printDiff(done, console);
  else console.print(line(done, request));
  advise(done, request, console);
}

/** The same as JSON. */
export function registeredJson(done: Registered): Record<string, unknown> {
  const { host, scope, file, standing, change, kept, found, snippet, command, problem, diff } =
    done;
  return {
    host: host.id,
    scope,
    file,
    standing,
    change: change ?? "none",
    kept: kept ?? false,
    found,
    diff: diff === undefined ? undefined : patch(done),
    snippet,
    command,
    problem,
  };
}

function line({ host, scope, file = "", ...done }: Registered, request: RegisterRequest): string {
  return `${state({ host, ...done }, request)}  ${host.title} (${scope}) in ${shown(file)}`;
}

function state({ standing, change, kept }: Registered, { action }: RegisterRequest): string {
  if (action === "check") return standing === "outdated" ? "differs" : standing ?? "";
  if (kept === true) return "edited";
  if (action === "uninstall") return change === undefined ? "absent" : "removed";
  if (change === undefined) return "unchanged";
  return change === "add" ? "registered" : "updated";
}

function advise(done: Registered, { action, dry }: RegisterRequest, console: Console): void {
  const { host, kept, found, change } = done;
  if (found !== undefined && (kept === true || action === "check")) {
    console.note(`It has ${JSON.stringify(found)}`);
  }
  if (kept === true) {
    console.note("That is not as frigg writes it, so it is left alone; --force changes it");
  }
  if (action === "register" && change !== undefined && !dry) {
    console.note(`To see it work, ${host.toSee}`);
  }
}

function printSnippet({ file = "", snippet = "", command }: Registered, console: Console): void {
  console.note(`Add this to ${shown(file)}`);
  console.print(snippet);
  if (command !== undefined) console.note(`or run: ${command.map(quoted).join(" ")}`);
}

function printDiff(done: Registered, console: Console): void {
  if (done.diff === undefined) console.note(`Nothing would change in ${shown(done.file ?? "")}`);
  else console.print(patch(done));
}

function patch({ file = "", diff }: Registered): string {
  return diff === undefined ? "" : filePatch(shown(file), diff.before, diff.after);
}

function shown(file: string): string {
  return shownFrom(workingFolder(), file);
}

/** As a shell of Unix takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
