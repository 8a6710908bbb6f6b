/**
 * `frigg playbook accept`: make what a replay gave the expectation, whole or one step of it.
 * @module
 */
import type { Trace } from "../../contract/playbook.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { acceptStep } from "../../playbook/accept.ts";
import { serializeTrace } from "../../playbook/trace_file.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed, writeNamed } from "../named_files.ts";
import { ownTrace, staleness } from "../pending.ts";
import { findPlaybook, type PlaybookFiles, shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { withApp } from "../with_app.ts";

export const playbookAccept: Command = {
  name: "playbook accept",
  summary: "Accept the pending trace of a playbook, or one step of it",
  words: [{ name: "PLAYBOOK", text: "an id, or the playbook's file" }],
  options: [
    { flags: "--step STEP", text: "accept this step only and leave the others as they are" },
    { flags: "--from FILE", text: "accept a trace made elsewhere, such as in CI" },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg playbook accept session-timeout",
    "frigg playbook accept session-timeout --step proof",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const lookup = lookupOf(given);
  const { cwd } = lookup;
  const files = findPlaybook(given.words[0] ?? "", lookup);
  const from = given.flags.value("from");
  const source = from === undefined ? files.pending : resolveFrom(cwd, from);
  const pending = await ownTrace(
    source,
    from ?? shownFrom(cwd, source),
    files.id,
    `Run \`frigg playbook replay ${files.id}\` first: accepting needs what it gave`,
  );
  return await withApp(given, async ({ app }) => {
    const stale = await staleness(files, pending, app.surface);
    if (stale !== undefined) {
      throw usageError(
        `Cannot accept the trace: ${stale}`,
        `Run \`frigg playbook replay ${files.id}\` again`,
      );
    }
    return await accept(files, pending, given, cwd);
  });
}

async function accept(
  files: PlaybookFiles,
  pending: Trace,
  { flags, console }: CommandCall,
  cwd: string,
): Promise<ExitCode> {
  const step = flags.value("step");
  const shown = shownFrom(cwd, files.accepted);
  const accepted = step === undefined ? pending : await acceptStep(
    await ownTrace(files.accepted, shown, files.id, "Accept the whole trace first, without --step"),
    pending,
    step,
  );
  writeNamed(files.accepted, shown, serializeTrace(accepted));
  const isAll = accepted.digest === pending.digest;
  if (isAll) removeNamed(files.pending, shownFrom(cwd, files.pending));
  console.print(`Accepted ${step === undefined ? files.id : `${step} of ${files.id}`}: ${shown}`);
  if (!isAll) console.note(`Other steps still differ: ${shownFrom(cwd, files.pending)}`);
  return EXIT.ok;
}
