/**
 * `frigg playbook replay`: run playbooks again and say whether their accepted traces still hold.
 *
 * A replay that differs leaves a pending trace beside its playbook, for review; one that matches takes it away.
 * @module
 */
import { affectedLines, AffectedPlaybooks } from "../affected_playbooks.ts";
import { exitForBisect } from "../bisect_exit.ts";
import type { Command, CommandCall } from "../command.ts";
import type { Console } from "../console.ts";
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
    "frigg playbook replay session-timeout --at v1.4.0",
    "frigg playbook replay --report junit=replay.xml --report html=replay.html",
    "git bisect run frigg playbook replay session-timeout --git-bisect",
    "frigg playbook replay --affected-by origin/main",
    "frigg playbook replay --shard 2/4 --jobs 2 --out-dir traces",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const replay = (): Promise<readonly ReplayResult[]> => replayNamed(given);
  if (given.flags.has("git-bisect")) return await exitForBisect(replay, given.console);
  return worstOf(await replay());
}

// deno-lint-ignore require-await -- what is wrong with the options is a rejection as well
async function replayNamed(given: CommandCall): Promise<readonly ReplayResult[]> {
  const { console, settings } = given;
  const options = replayOptions(given);
  const lookup = lookupOf(given);
  const selected = selectPlaybooks(somePlaybooks(given.words, lookup), options);
  const folder = outFolder(options.outDir, selected, lookup.cwd);
  return withPlaybooks(given, async (session) => {
    const results: ReplayResult[] = [];
    const affected = affectedBy(session, options, console);
    for await (const result of replayAll(selected, session, { ...options, affected })) {
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
    return results;
  });
}

interface Replaying extends ReplayOptions {
  /** A result without a replay, if none is needed or possible. */
  readonly affected: (files: PlaybookFiles) => Promise<ReplayResult | undefined>;
}

function affectedBy(
  session: PlaybookSession,
  { affectedBy: revision, inputs }: ReplayOptions,
  console: Console,
): Replaying["affected"] {
  if (revision === undefined) return () => Promise.resolve(undefined);
  const playbooks = new AffectedPlaybooks(session, { affectedBy: revision, inputs });
  return async (files) => {
    const judged = await playbooks.judge(files);
    if (!("affected" in judged)) return judged;
    for (const line of affectedLines(files.id, judged)) console.detail(line);
    return undefined;
  };
}

/** A result for each playbook, in their order: the same ones however many run at the same time. */
async function* replayAll(
  selected: readonly PlaybookFiles[],
  session: PlaybookSession,
  { inputs, jobs, bail, affected }: Replaying,
): AsyncGenerator<ReplayResult> {
  let done = 0;
  const replay = async (files: PlaybookFiles, signal: AbortSignal): Promise<ReplayResult> =>
    await affected(files) ?? await replayOne(files, session, { inputs, signal });
  for await (const result of inOrder(selected, jobs, replay)) {
    yield result;
    done++;
    if (!bail || exitOf(result) === EXIT.ok) continue;
    for (const files of selected.slice(done)) {
      yield { files, leftOut: `--bail stopped after ${result.files.id}` };
    }
    return;
  }
}
