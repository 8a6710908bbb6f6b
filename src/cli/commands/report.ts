/**
 * `frigg report`: traces as they were recorded, and playbooks as they replay now, in one report.
 *
 * Nothing is written but the report: no pending trace.
 * @module
 */
import { resolveFrom } from "../../platform/os_paths.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { buildReport, type Reported } from "../../playbook/report/model.ts";
import { isOwnTrace, parseKnownTrace } from "../../playbook/trace_file.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { readNamed, writeNamed } from "../named_files.ts";
import { type Lookup, somePlaybooks } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION, withPlaybooks } from "../playbook_session.ts";
import { replayOne, worstOf } from "../replay_one.ts";
import type { ReplayResult } from "../replay_report.ts";
import { REPORT_FORMATS } from "../../playbook/report/formats.ts";
import { reportedOf, reportFormat, reportText } from "../report_files.ts";

export const report: Command = {
  name: "report",
  summary: "Report on traces and replays: html, markdown, junit, sarif",
  words: [{
    name: "TRACE|PLAYBOOK...",
    text: "trace files, shown as recorded; playbooks, which are replayed",
  }],
  options: [
    {
      flags: "--format FORMAT",
      text: "text (default), json, markdown, junit, sarif or html",
      choices: [...REPORT_FORMATS.keys()],
    },
    { flags: "--out FILE", text: "write the report to a file" },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg report playbooks --format html --out report.html",
    "frigg report playbooks/session-timeout.trace.json --format markdown",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const { words, flags, settings, console } = given;
  const format = reportFormat(flags.value("format") ?? (settings.json ? "json" : "text"));
  const lookup = lookupOf(given);
  const isTrace = (word: string): boolean => isTraceFile(word, lookup);
  const traces = words.filter(isTrace).map((word) => recorded(word, lookup));
  const playbooks = words.filter((word) => !isTrace(word));
  const results = playbooks.length === 0 ? [] : await replays(playbooks, given);
  const model = buildReport([...traces, ...results.map(reportedOf)]);
  const text = await reportText(model, format);
  const out = flags.value("out");
  if (out === undefined) console.print(text);
  else writeNamed(resolveFrom(lookup.cwd, out), out, text.endsWith("\n") ? text : `${text}\n`);
  return results.length === 0 ? EXIT.ok : worstOf(results);
}

function isTraceFile(word: string, { cwd }: Lookup): boolean {
  return word.endsWith(".json") && kindOfPath(resolveFrom(cwd, word)) !== "folder";
}

function recorded(word: string, { cwd }: Lookup): Reported {
  const trace = parseKnownTrace(readNamed(resolveFrom(cwd, word), word), word);
  if (isOwnTrace(trace)) return { id: trace.playbook_id, file: word, trace };
  throw usageError(`Cannot report on "${word}": a reference trace has no evidence`);
}

async function replays(
  words: readonly string[],
  given: CommandCall,
): Promise<readonly ReplayResult[]> {
  const found = somePlaybooks(words, lookupOf(given));
  return await withPlaybooks(given, async (session) => {
    const results: ReplayResult[] = [];
    for (const files of found) results.push(await replayOne(files, session, { inputs: [] }));
    return results;
  });
}
