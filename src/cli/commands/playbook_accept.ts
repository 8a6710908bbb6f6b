/**
 * `frigg playbook accept`: make what a replay gave the expectation, whole or one step of it.
 * @module
 */
import type { JsonObject } from "../../contract/json.ts";
import type { Trace } from "../../contract/playbook.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { foreignStep } from "../../playbook/pending_steps.ts";
import { type Acceptance, accepting, refuseInCi, writeAccepted } from "../accepting.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed } from "../named_files.ts";
import { keptTrace, ownTrace, staleness } from "../pending.ts";
import { findPlaybook, type PlaybookFiles, shownFrom } from "../playbook_files.ts";
import {
  lookupOf,
  PLAYBOOKS_OPTION,
  type PlaybookSession,
  withPlaybooks,
} from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { UPDATE_OPTION } from "../replay_options.ts";

export const playbookAccept: Command = {
  name: "playbook accept",
  summary: "Accept the pending trace of a playbook, or one step of it",
  words: [{ name: "PLAYBOOK", text: "an id, or the playbook's file" }],
  options: [
    {
      flags: "--step STEP",
      text: "accept this step only and leave the others as they are",
      repeatable: true,
    },
    { flags: "--from FILE", text: "accept a trace made elsewhere, such as in CI" },
    UPDATE_OPTION,
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg playbook accept session-timeout",
    "frigg playbook accept session-timeout --step proof",
    "frigg playbook accept session-timeout --from traces/session-timeout.trace.json",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  refuseInCi(given.flags);
  const lookup = lookupOf(given);
  const { cwd } = lookup;
  const files = findPlaybook(given.words[0] ?? "", lookup);
  const from = given.flags.value("from");
  const source = from === undefined ? files.pending : resolveFrom(cwd, from);
  const shown = from ?? shownFrom(cwd, source);
  const offered = await ownTrace(source, shown, files.id, replayFirst(files));
  return await withPlaybooks(given, async (session) => {
    await refuseStale(offered, files, { session, shown });
    return await accept(offered, files, session, given);
  });
}

/** A replay that gave what is accepted leaves nothing to accept, so the advice must not promise that it will. */
function replayFirst({ id, accepted }: PlaybookFiles): string {
  const replay = `\`frigg playbook replay ${id}\``;
  return kindOfPath(accepted) === "absent"
    ? `Run ${replay} first: accepting needs what it gave`
    : `Nothing waits to be accepted; ${replay} tells whether anything differs`;
}

/** @throws {CommandError} usage for a trace that is not one of the playbook as it is now */
async function refuseStale(
  offered: Trace,
  files: PlaybookFiles,
  { session, shown }: { readonly session: PlaybookSession; readonly shown: string },
): Promise<void> {
  const again = `Run \`frigg playbook replay ${files.id}\` again`;
  const stale = await staleness(files, offered, session.surface);
  if (stale !== undefined) throw usageError(`Cannot accept the trace: ${stale}`, again);
  // The header says which playbook it is of, and is part of no digest: the steps have to agree.
  const foreign = foreignStep(offered, session.load(files).playbook);
  if (foreign !== undefined) throw usageError(`Cannot accept "${shown}": ${foreign}`, again);
}

async function accept(
  offered: Trace,
  files: PlaybookFiles,
  session: PlaybookSession,
  { flags, settings, console }: CommandCall,
): Promise<ExitCode> {
  const cwd = session.cwd;
  const steps = flags.values("step");
  const kept = await keptTrace(files, cwd);
  if (kept === undefined && steps.length > 0) {
    throw usageError(
      `Cannot accept a step of "${files.id}": no trace of it is accepted yet`,
      "Accept the whole trace first, without --step",
    );
  }
  const judging = { playbook: session.load(files).playbook, surface: session.surface };
  const done = await accepting(kept, offered, judging, steps.length === 0 ? undefined : steps);
  writeAccepted(files, done.trace, cwd);
  // What was made elsewhere decides nothing about what a replay gave here.
  const isSettled = done.open.length === 0 && flags.value("from") === undefined;
  if (isSettled) removeNamed(files.pending, shownFrom(cwd, files.pending));
  if (settings.json) console.print(pretty(acceptedJson(done, { steps, files, cwd })));
  else tell(done, { console, steps, files, cwd });
  return EXIT.ok;
}

interface Accepted {
  /** Those that were named; none for the whole. */
  readonly steps: readonly string[];
  readonly files: PlaybookFiles;
  readonly cwd: string;
}

function acceptedJson({ open, held }: Acceptance, { steps, files, cwd }: Accepted): JsonObject {
  return {
    playbook_id: files.id,
    accepted: shownFrom(cwd, files.accepted),
    steps,
    left_as_recorded: held,
    still_open: open,
  };
}

function tell(
  { open, held }: Acceptance,
  { console, steps, files, cwd }: Pick<CommandCall, "console"> & Accepted,
): void {
  const what = steps.length === 0 ? files.id : `${steps.join(", ")} of ${files.id}`;
  console.print(`Accepted ${what}: ${shownFrom(cwd, files.accepted)}`);
  if (held.length > 0) {
    console.note(`Left as recorded, since expectations hold: ${held.join(", ")}`);
  }
  if (open.length > 0) console.note(`Still to decide: ${open.join(", ")}`);
}
