/**
 * Replays in words: one line a playbook, what changed and why, and what to do next.
 * @module
 */
import type { FailedExpectation, Replay } from "../contract/playbook.ts";
import { expectationText } from "../playbook/render.ts";
import { shortDigest } from "../playbook/silent_change.ts";
import type { Paint } from "./console.ts";
import { diffTextLines } from "./diff_text.ts";
import type { Failure } from "./failure.ts";
import { EXIT } from "./exit.ts";
import type { PlaybookFiles } from "./playbook_files.ts";
import { visible } from "./hit_line.ts";
import { count } from "./words.ts";

/** How one playbook fared. */
export type ReplayResult = Replayed | Failed | LeftOut;

export interface Replayed {
  readonly files: PlaybookFiles;
  readonly replay: Replay;
  /** The root it ran in as seen from the current folder, where that is a folder below. */
  readonly root?: string;
  /** Where the pending trace is written, as the person would name it. */
  readonly pending?: string;
  /** What a verdict `same` does not say. */
  readonly note?: string;
}

export interface Failed {
  readonly files: PlaybookFiles;
  readonly failure: Failure;
}

/** Not replayed, because `--bail` stopped before or nothing changed that it rests on. */
export interface LeftOut {
  readonly files: PlaybookFiles;
  /** Why, in words. */
  readonly leftOut: string;
}

/** The result for people. */
export function replayReport(result: ReplayResult, paint: Paint): string {
  if ("failure" in result) return failedReport(result, paint);
  if ("replay" in result) return replayedReport(result, paint);
  return `${paint.yellow("left out")}  ${paint.bold(result.files.id)}  ${visible(result.leftOut)}`;
}

function failedReport({ files, failure }: Failed, paint: Paint): string {
  const advice = failure.advice === undefined ? [] : [indent(failure.advice)];
  const word = failure.exit === EXIT.usage ? "invalid" : "not run";
  return [
    `${paint.red(word)}  ${paint.bold(files.id)}`,
    ...failure.message.split("\n").map((line) => indent(visible(line))),
    ...advice,
  ].join(
    "\n",
  );
}

function replayedReport({ files, replay, pending, note }: Replayed, paint: Paint): string {
  const steps = replay.replayed_trace_artifact.step_count;
  const head = `${paint.bold(files.id)}  ${count(steps, "step")}, digest ${shortDigest(replay)}`;
  switch (replay.verdict) {
    case "same":
      return `${paint.green("same")}  ${head}${note === undefined ? "" : visible(`; ${note}`)}`;
    case "drift":
      return [
        `${paint.red("drift")}  ${head}`,
        ...diffLines(replay, paint),
        ...selfHint(replay),
        ...nextSteps(files, pending, replay),
      ].join("\n");
    case "unaccepted":
      return [
        `${paint.yellow("unaccepted")}  ${head}`,
        indent("Nobody has accepted a trace of this playbook yet"),
        ...(replay.failed_expectations ?? []).map((failed) => indent(expectationWords(failed))),
        ...nextSteps(files, pending, replay),
      ].join("\n");
  }
}

function diffLines({ diff }: Replay, paint: Paint): string[] {
  if (diff === null) return [];
  return diffTextLines(diff.text, paint).map(indent);
}

/** A playbook that finds its own trace never settles: each acceptance changes what there is to find. */
function selfHint({ diff }: Replay): string[] {
  const paths = diff?.steps.flatMap(({ changes }) => changes.flatMap(({ paths = [] }) => paths));
  if (paths?.some((path) => /\.trace(\.new)?\.json(:\d+)?$/.test(path)) !== true) return [];
  return [
    indent("It finds traces: list *.trace.json and *.trace.new.json in playbooks/.ignore,"),
    indent("and the folder of --out-dir in .gitignore"),
  ];
}

function nextSteps(
  { shown }: PlaybookFiles,
  pending: string | undefined,
  replay: Replay,
): string[] {
  const written = pending === undefined ? [] : [indent(`What it gives now: ${pending}`)];
  // What `expect` says stands in the playbook: no trace makes it true.
  if (expectationsFail(replay)) {
    return [
      ...written,
      indent("Accepting does not help: change the code, or expect in the playbook"),
    ];
  }
  return pending === undefined
    ? []
    : [...written, indent(`If that is right: frigg playbook accept ${shown}`)];
}

function expectationsFail({ diff, failed_expectations: failed = [] }: Replay): boolean {
  const ofSteps = diff?.steps.flatMap(({ expectations }) => expectations) ?? [];
  return failed.length > 0 || ofSteps.some(({ passed }) => !passed);
}

function expectationWords(failed: FailedExpectation): string {
  return visible(`! ${failed.step_id}: ${expectationText(failed)}`);
}

/** All results in one line. */
export function summaryLine(results: readonly ReplayResult[]): string {
  const words = results.map(wordOf);
  const parts = SUMMARY_WORDS.flatMap((word) => {
    const number = words.filter((one) => one === word).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return [count(results.length, "playbook"), ...parts.length === 0 ? [] : [parts.join(", ")]]
    .join(": ");
}

const SUMMARY_WORDS = ["same", "drift", "unaccepted", "invalid", "not run", "left out"] as const;

function wordOf(result: ReplayResult): typeof SUMMARY_WORDS[number] {
  if ("replay" in result) return result.replay.verdict;
  if ("leftOut" in result) return "left out";
  return result.failure.exit === EXIT.usage ? "invalid" : "not run";
}

/**
 * The replay object with the playbook it is of; in place of a verdict, `error` for one that could not run and
 * `left_out` for one that did not.
 */
export function replayJson(result: ReplayResult): Record<string, unknown> {
  const { id, shown } = result.files;
  const head = { playbook_id: id, file: shown };
  if ("failure" in result) return { ...head, error: result.failure };
  if ("leftOut" in result) return { ...head, left_out: result.leftOut };
  const { note } = result;
  return { ...head, ...result.replay, ...(note === undefined ? {} : { note }) };
}

function indent(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}
