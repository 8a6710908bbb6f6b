/**
 * `frigg playbook replay`: run playbooks again and say whether their accepted traces still hold.
 *
 * A replay that differs leaves a pending trace beside its playbook, for review; one that matches takes it away.
 * @module
 */
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { inOrder } from "../in_order.ts";
import { type PlaybookFiles, somePlaybooks } from "../playbook_files.ts";
import { lookupOf, type PlaybookSession, withPlaybooks } from "../playbook_session.ts";
import { exitOf, replayOne, worstOf } from "../replay_one.ts";
import { REPLAY_OPTIONS, type ReplayOptions, replayOptions } from "../replay_options.ts";
import { replayJson, replayReport, type ReplayResult, summaryLine } from "../replay_report.ts";
import { selectPlaybooks } from "../replay_selection.ts";
import { outFolder, settlePending, withPending, writeTraces } from "../replayed_traces.ts";
import { writeReports } from "../report_files.ts";

export const playbookReplay: Command = {
  name: "playbook replay",
  summary: "Run playbooks again and compare with their accepted traces",
  words: [{ name: "[PLAYBOOK...]", text: "files, folders, globs or ids (default: all)" }],
  options: REPLAY_OPTIONS,
  examples: [
    "frigg playbook replay",
    "frigg playbook replay session-timeout --json",
    "frigg playbook replay --report junit=replay.xml --report html=replay.html",
    "frigg playbook replay --shard 2/4 --jobs 2 --out-dir traces",
  ],
  run,
};

function run(given: CommandCall): Promise<ExitCode> {
  const { console, settings } = given;
  const options = replayOptions(given);
  const lookup = lookupOf(given);
  const selected = selectPlaybooks(somePlaybooks(given.words, lookup), options);
  const folder = outFolder(options.outDir, selected, lookup.cwd);
  return withPlaybooks(given, async (session) => {
    const results: ReplayResult[] = [];
    for await (const result of replayAll(selected, session, options)) {
      const told = options.mayWrite ? withPending(result, lookup.cwd) : result;
      results.push(told);
      console.print(
        settings.json ? JSON.stringify(replayJson(told)) : replayReport(told, console.paint),
      );
    }
    if (!settings.json) console.note(summaryLine(results));
    if (options.mayWrite) settlePending(results, lookup.cwd);
    if (folder !== undefined) writeTraces(folder, results);
    await writeReports(options.reports, results);
    return worstOf(results);
  });
}

/** A result for each playbook, in their order: the same ones however many run at the same time. */
async function* replayAll(
  selected: readonly PlaybookFiles[],
  session: PlaybookSession,
  { inputs, jobs, bail }: ReplayOptions,
): AsyncGenerator<ReplayResult> {
  let done = 0;
  const replay = (files: PlaybookFiles, signal: AbortSignal): Promise<ReplayResult> =>
    replayOne(files, session, { inputs, signal });
  for await (const result of inOrder(selected, jobs, replay)) {
    yield result;
    done++;
    if (!bail || exitOf(result) === EXIT.ok) continue;
    for (const files of selected.slice(done)) yield { files, leftOut: result.files.id };
    return;
  }
}
