/**
 * `frigg playbook replay`: run playbooks again and say whether their accepted traces still hold.
 *
 * A replay that differs leaves a pending trace beside its playbook, for review; one that matches takes it away.
 * @module
 */
import { environment, workingFolder } from "../../platform/process.ts";
import { parseInputs } from "../../playbook/inputs.ts";
import { replayPlaybook } from "../../playbook/replay.ts";
import { serializeTrace } from "../../playbook/trace_file.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { failureOf } from "../failure.ts";
import { removeNamed, writeNamed } from "../named_files.ts";
import { type PlaybookFiles, shownFrom, somePlaybooks } from "../playbook_files.ts";
import {
  INPUT_OPTION,
  lookupOf,
  PLAYBOOKS_OPTION,
  type PlaybookSession,
  readTrace,
  withPlaybooks,
} from "../playbook_session.ts";
import { REPORT_OPTION, reportFiles, writeReports } from "../report_files.ts";
import { AT_OPTION } from "../with_app.ts";
import { replayJson, replayReport, type ReplayResult, summaryLine } from "../replay_report.ts";

export const playbookReplay: Command = {
  name: "playbook replay",
  summary: "Run playbooks again and compare with their accepted traces",
  words: [{ name: "[PLAYBOOK...]", text: "files, folders, globs or ids (default: all)" }],
  options: [
    INPUT_OPTION,
    AT_OPTION,
    {
      flags: "--update WHEN",
      text: "write pending traces: auto (not when CI=true), always, never",
    },
    REPORT_OPTION,
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg playbook replay",
    "frigg playbook replay session-timeout --json",
    "frigg playbook replay session-timeout --at v1.4.0",
    "frigg playbook replay --report junit=replay.xml --report html=replay.html",
  ],
  run,
};

function run(given: CommandCall): Promise<ExitCode> {
  const { console, settings } = given;
  const lookup = lookupOf(given);
  const mayWrite = mayWritePending(given);
  // What another commit gives must not lie there for somebody to accept.
  const isPresent = given.flags.value("at") === undefined;
  const reports = reportFiles(given);
  const found = somePlaybooks(given.words, lookup);
  return withPlaybooks(given, async (session) => {
    const results: ReplayResult[] = [];
    for (const files of found) {
      const result = await replayOne(files, session, given);
      const settled = isPresent ? settlePending(result, mayWrite, lookup.cwd) : result;
      results.push(settled);
      const text = settings.json
        ? JSON.stringify(replayJson(settled))
        : replayReport(settled, console.paint);
      console.print(text);
    }
    if (!settings.json) console.note(summaryLine(results));
    await writeReports(reports, results);
    return worstOf(results);
  });
}

/** One bad playbook must not keep the others from being judged. */
export async function replayOne(
  files: PlaybookFiles,
  session: PlaybookSession,
  { flags }: CommandCall,
): Promise<ReplayResult> {
  try {
    const playbook = session.load(files);
    const expected = readTrace(files.accepted, shownFrom(workingFolder(), files.accepted));
    const inputs = parseInputs(playbook.playbook, flags.values("input"));
    const host = await session.host(playbook, files);
    return {
      files,
      replay: await replayPlaybook({ playbook, expected, inputs }, host, session.options),
    };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { files, failure };
  }
}

function settlePending(result: ReplayResult, mayWrite: boolean, cwd: string): ReplayResult {
  if ("failure" in result) return result;
  const { files, replay } = result;
  const shown = shownFrom(cwd, files.pending);
  if (replay.matches) {
    removeNamed(files.pending, shown);
    return result;
  }
  if (!mayWrite) return result;
  writeNamed(files.pending, shown, serializeTrace(replay.replayed_trace_artifact));
  return { ...result, pending: shown };
}

function mayWritePending({ flags }: CommandCall): boolean {
  const when = flags.value("update") ?? "auto";
  if (!["auto", "always", "never"].includes(when)) {
    throw usageError(`Cannot use "${when}" for --update`, "Give auto, always or never");
  }
  return when === "always" || when === "auto" && !isCi();
}

function isCi(): boolean {
  const value = environment("CI")?.toLowerCase();
  return value !== undefined && value !== "false" && value !== "0";
}

/** The exit code of the worst of them. */
export function worstOf(results: readonly ReplayResult[]): ExitCode {
  return worst(results.map(exitOf));
}

function exitOf(result: ReplayResult): ExitCode {
  if ("failure" in result) return result.failure.exit;
  return result.replay.matches ? EXIT.ok : EXIT.differs;
}

function worst(exits: readonly ExitCode[]): ExitCode {
  return exits.reduce<ExitCode>((a, b) => b > a ? b : a, EXIT.ok);
}
