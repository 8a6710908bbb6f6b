/**
 * `frigg playbook pending`: the traces that wait for a decision, and those that no longer belong to their playbook.
 * @module
 */
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed } from "../named_files.ts";
import { pendingState } from "../pending.ts";
import { pendingFiles, type PlaybookFiles, shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { withApp } from "../with_app.ts";

export const playbookPending: Command = {
  name: "playbook pending",
  summary: "List pending traces",
  options: [
    { flags: "--stale", text: "only those that no longer belong to their playbook" },
    { flags: "--remove", text: "with --stale: remove them" },
    PLAYBOOKS_OPTION,
  ],
  examples: ["frigg playbook pending", "frigg playbook pending --stale --remove"],
  run,
};

interface Pending {
  readonly files: PlaybookFiles;
  readonly shown: string;
  /** Why it does not belong to its playbook; undefined if it does. */
  readonly stale: string | undefined;
}

function run(given: CommandCall): Promise<ExitCode> {
  const { flags, console, settings } = given;
  const [onlyStale, remove] = [flags.has("stale"), flags.has("remove")];
  if (remove && !onlyStale) {
    throw usageError("Cannot remove pending traces that may be accepted", "Give --stale too");
  }
  const lookup = lookupOf(given);
  return withApp(given, async ({ app }) => {
    const all: Pending[] = [];
    for (const files of pendingFiles(lookup)) {
      const { stale } = await pendingState(files, lookup.cwd, app.surface);
      all.push({ files, shown: shownFrom(lookup.cwd, files.pending), stale });
    }
    const listed = onlyStale ? all.filter(({ stale }) => stale !== undefined) : all;
    if (settings.json) console.print(pretty({ pending: listed.map(pendingJson) }));
    else for (const { shown, stale } of listed) console.print(`${shown}${words(stale)}`);
    if (listed.length === 0) console.note(onlyStale ? "Nothing is stale" : "Nothing is pending");
    if (remove) { for (const { files, shown } of listed) removeNamed(files.pending, shown); }
    return EXIT.ok;
  });
}

function words(stale: string | undefined): string {
  return stale === undefined ? "" : `  stale: ${stale}`;
}

function pendingJson({ files, shown, stale }: Pending): Record<string, unknown> {
  return { playbook_id: files.id, file: shown, stale: stale !== undefined, reason: stale };
}
