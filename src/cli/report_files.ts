/**
 * `--report FORMAT=FILE`: results of replays as files.
 * @module
 */
import { makeFolder } from "../platform/folders.ts";
import { folderOf, resolveFrom } from "../platform/os_paths.ts";
import { workingFolder } from "../platform/process.ts";
import { REPORT_FORMATS } from "../playbook/report/formats.ts";
import { buildReport, type Report, type Reported } from "../playbook/report/model.ts";
import type { CommandCall } from "./command.ts";
import { EXIT, usageError } from "./exit.ts";
import { failureText } from "./failure.ts";
import { writeNamed } from "./named_files.ts";
import type { ReplayResult } from "./replay_report.ts";

export const REPORT_OPTION = {
  flags: "--report FORMAT=FILE",
  text: `write a report: ${[...REPORT_FORMATS.keys()].join(", ")}`,
  repeatable: true,
};

/** A report that is to be written. */
export interface ReportFile {
  readonly format: string;
  readonly shown: string;
}

/** The reports that were asked for; checked before anything runs. @throws {CommandError} usage */
export function reportFiles({ flags }: CommandCall): readonly ReportFile[] {
  return flags.values("report").map((word) => {
    const at = word.indexOf("=");
    const shown = word.slice(at + 1);
    if (at < 1 || shown === "" || shown === "-") {
      throw usageError(
        `Cannot use "${word}" for --report`,
        "Give FORMAT=FILE, as html=report.html; `frigg report` prints one",
      );
    }
    return { format: reportFormat(word.slice(0, at)), shown };
  });
}

/** @throws {CommandError} usage for a format that there is not */
export function reportFormat(word: string): string {
  if (REPORT_FORMATS.has(word)) return word;
  throw usageError(
    `Cannot report as "${word}"`,
    `Give one of ${[...REPORT_FORMATS.keys()].join(", ")}`,
  );
}

/** A report as text. */
export async function reportText(report: Report, format: string): Promise<string> {
  return await REPORT_FORMATS.get(reportFormat(format))?.(report) ?? "";
}

/** Writes the reports, with the folders that they need. @throws {CommandError} environment */
export async function writeReports(
  files: readonly ReportFile[],
  results: readonly ReplayResult[],
): Promise<void> {
  const report = buildReport(results.map(reportedOf));
  for (const { format, shown } of files) {
    const text = await reportText(report, format);
    const path = resolveFrom(workingFolder(), shown);
    makeFolder(folderOf(path));
    writeNamed(path, shown, text.endsWith("\n") ? text : `${text}\n`);
  }
}

/** A result as reports take it. */
export function reportedOf(result: ReplayResult): Reported {
  const { id, shown: file } = result.files;
  if ("leftOut" in result) return { id, file, problem: result.leftOut, verdict: "left_out" };
  if ("replay" in result) {
    const { replay, root, note } = result;
    return {
      id,
      file,
      replay,
      ...(root === undefined ? {} : { root }),
      ...(note === undefined ? {} : { note }),
    };
  }
  const { failure } = result;
  const verdict = failure.exit === EXIT.usage ? "invalid" : "not_run";
  return { id, file, problem: failureText(failure), verdict };
}
