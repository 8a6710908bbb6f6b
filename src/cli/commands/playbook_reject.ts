/**
 * `frigg playbook reject`: throw a pending trace away; the accepted one stays the expectation.
 * @module
 */
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed } from "../named_files.ts";
import { findPlaybook, shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";

export const playbookReject: Command = {
  name: "playbook reject",
  summary: "Remove the pending trace of a playbook",
  words: [{ name: "PLAYBOOK", text: "an id, or the playbook's file" }],
  options: [PLAYBOOKS_OPTION],
  examples: ["frigg playbook reject session-timeout"],
  run: (given) => Promise.resolve(run(given)),
};

function run(given: CommandCall): ExitCode {
  const lookup = lookupOf(given);
  const files = findPlaybook(given.words[0] ?? "", lookup);
  const shown = shownFrom(lookup.cwd, files.pending);
  if (!removeNamed(files.pending, shown)) {
    throw usageError(`Cannot find "${shown}"`, "`frigg playbook pending` lists what there is");
  }
  given.console.print(given.settings.json ? pretty({ removed: shown }) : `Removed ${shown}`);
  return EXIT.ok;
}
