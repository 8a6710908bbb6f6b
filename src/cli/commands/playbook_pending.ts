/**
 * `frigg playbook pending`: the traces that wait for a decision, and those that no longer belong to their playbook.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import type { Trace } from "../../contract/playbook.ts";
import type { Surface } from "../../contract/tool.ts";
import { PlaybookError } from "../../playbook/problem.ts";
import { keptTrace } from "../accepting.ts";
import type { Command, CommandCall } from "../command.ts";
import { CommandError, EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed } from "../named_files.ts";
import { ownTrace, staleness } from "../pending.ts";
import { type Lookup, pendingFiles, type PlaybookFiles, shownFrom } from "../playbook_files.ts";
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
    for (const files of pendingFiles(lookup)) all.push(await describe(files, lookup, app.surface));
    const listed = onlyStale ? all.filter(({ stale }) => stale !== undefined) : all;
    if (settings.json) console.print(pretty({ pending: listed.map(pendingJson) }));
    else for (const { shown, stale } of listed) console.print(`${shown}${words(stale)}`);
    if (listed.length === 0) console.note(onlyStale ? "Nothing is stale" : "Nothing is pending");
    if (remove) { for (const { files, shown } of listed) removeNamed(files.pending, shown); }
    return EXIT.ok;
  });
}

async function describe(
  files: PlaybookFiles,
  { cwd }: Lookup,
  surface: Surface,
): Promise<Pending> {
  const shown = shownFrom(cwd, files.pending);
  try {
    const trace = await ownTrace(files.pending, shown, files.id, "");
    const stale = await staleness(files, trace, surface);
    return { files, shown, stale: stale ?? await settled(files, trace, cwd) };
  } catch (error) {
    if (isOfTrace(error)) return { files, shown, stale: error.message };
    throw error;
  }
}

/** Somebody else accepted the same: there is nothing left to decide. */
async function settled(
  files: PlaybookFiles,
  { digest }: Trace,
  cwd: string,
): Promise<string | undefined> {
  const accepted = await keptTrace(files, cwd);
  return accepted?.digest === digest ? "it is accepted already" : undefined;
}

/** A file that cannot be read is no stale trace: it is not to be removed for that. */
function isOfTrace(error: unknown): error is Error {
  return error instanceof PlaybookError || error instanceof ToolError ||
    error instanceof CommandError && error.code === EXIT.usage;
}

function words(stale: string | undefined): string {
  return stale === undefined ? "" : `  stale: ${stale}`;
}

function pendingJson({ files, shown, stale }: Pending): Record<string, unknown> {
  return { playbook_id: files.id, file: shown, stale: stale !== undefined, reason: stale };
}
