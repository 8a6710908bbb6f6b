/**
 * `frigg playbook list`: what playbooks there are, and whether somebody accepted a trace of each.
 * @module
 */
import type { Surface } from "../../contract/tool.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { parsePlaybook } from "../../playbook/load.ts";
import { PlaybookError } from "../../playbook/problem.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { visible } from "../hit_line.ts";
import { findPlaybooks, type PlaybookFiles } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION, readPlaybook } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { withApp } from "../with_app.ts";

export const playbookList: Command = {
  name: "playbook list",
  summary: "List playbooks with their state: accepted, pending, new or invalid",
  words: [{ name: "[PLAYBOOK...]", text: "files, folders, globs or ids (default: all)" }],
  options: [PLAYBOOKS_OPTION],
  examples: ["frigg playbook list", "frigg playbook list --json"],
  run,
};

interface Listed {
  readonly playbook_id: string;
  readonly file: string;
  readonly state: "accepted" | "pending" | "new" | "invalid";
  readonly title?: string;
  readonly steps?: number;
}

function run(given: CommandCall): Promise<ExitCode> {
  const { console, settings } = given;
  const found = findPlaybooks(given.words, lookupOf(given));
  return withApp(given, ({ app }) => {
    const listed = found.map((files) => describe(files, app.surface));
    if (settings.json) console.print(pretty({ playbooks: listed }));
    else for (const one of listed) console.print(line(one));
    if (listed.length === 0) console.note("No playbooks: write one with `frigg playbook init ID`");
    return Promise.resolve(EXIT.ok);
  });
}

function describe(files: PlaybookFiles, surface: Surface): Listed {
  const head = { playbook_id: files.id, file: files.shown };
  try {
    const options = { surface, allowWorkspace: true };
    const { playbook } = parsePlaybook(readPlaybook(files), files.shown, options);
    const { title, steps } = playbook;
    const about = title === undefined ? {} : { title };
    return { ...head, state: stateOf(files), ...about, steps: steps.length };
  } catch (error) {
    if (error instanceof PlaybookError) return { ...head, state: "invalid" };
    throw error;
  }
}

function stateOf({ pending, accepted }: PlaybookFiles): Listed["state"] {
  if (kindOfPath(pending) === "file") return "pending";
  return kindOfPath(accepted) === "file" ? "accepted" : "new";
}

function line({ playbook_id, state, title }: Listed): string {
  return `${playbook_id}  ${state}${title === undefined ? "" : `  ${visible(title)}`}`;
}
