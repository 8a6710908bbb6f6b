/**
 * `frigg playbook init`: write the commented start of a playbook.
 * @module
 */
import { joinPath } from "../../platform/os_paths.ts";
import { makeFolder } from "../../platform/folders.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { initPlaybook } from "../../playbook/init.ts";
import { PLAYBOOK_SUFFIX } from "../../playbook/load.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { writeNamed } from "../named_files.ts";
import { hidePlaybooks } from "../hide_playbooks.ts";
import { shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";

export const playbookInit: Command = {
  name: "playbook init",
  summary: "Write the commented start of a playbook",
  words: [{ name: "ID", text: "its id, which is also its file's name" }],
  options: [PLAYBOOKS_OPTION],
  examples: ["frigg playbook init token-check"],
  run: (given) => Promise.resolve(run(given)),
};

function run(given: CommandCall): ExitCode {
  const [id = ""] = given.words;
  const { cwd, playbooks } = lookupOf(given);
  const text = initPlaybook(id);
  const path = joinPath(playbooks, id + PLAYBOOK_SUFFIX);
  const shown = shownFrom(cwd, path);
  if (kindOfPath(path) !== "absent") {
    throw usageError(`Cannot write "${shown}": it is there already`, "Choose another id");
  }
  makeFolder(playbooks);
  writeNamed(path, shown, text);
  hidePlaybooks(playbooks, cwd);
  given.console.print(given.settings.json ? pretty({ written: shown }) : shown);
  given.console.note(`Edit it, then: frigg playbook replay ${id}`);
  return EXIT.ok;
}
