/**
 * One playbook replayed for a command: whatever is wrong with it becomes a result, so that the others are judged too.
 * @module
 */
import type { Trace } from "../contract/playbook.ts";
import { parseInputs } from "../playbook/inputs.ts";
import { replayPlaybook } from "../playbook/replay.ts";
import { shortDigest, silentChange } from "../playbook/silent_change.ts";
import { type AnyTrace, isOwnTrace } from "../playbook/trace_file.ts";
import { isInside, relativeTo } from "../platform/os_paths.ts";
import { workingFolder } from "../platform/process.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { failureOf } from "./failure.ts";
import { type PlaybookFiles, shownFrom } from "./playbook_files.ts";
import { type PlaybookSession, readTrace } from "./playbook_session.ts";
import type { ReplayResult } from "./replay_report.ts";

export interface ReplayCall {
  /** `NAME=VALUE`. */
  readonly inputs: readonly string[];
  readonly signal?: AbortSignal;
}

/** Replays a playbook and compares it with the accepted trace beside it. Writes nothing. */
export async function replayOne(
  files: PlaybookFiles,
  session: PlaybookSession,
  { inputs, signal = session.options.signal }: ReplayCall,
): Promise<ReplayResult> {
  try {
    const playbook = session.load(files);
    const expected = readTrace(files.accepted, shownFrom(workingFolder(), files.accepted));
    const host = await session.host(playbook, files);
    const request = { playbook, expected, inputs: parseInputs(playbook.playbook, inputs) };
    const replay = await replayPlaybook(request, host, { ...session.options, signal });
    const note = replay.matches ? noteOf(expected, replay.replayed_trace_artifact) : undefined;
    const root = belowHere(session.root(playbook, files));
    return {
      files,
      replay,
      ...(root === undefined ? {} : { root }),
      ...(note === undefined ? {} : { note }),
    };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { files, failure };
  }
}

/** A root as seen from the current folder; undefined unless it lies below it. */
function belowHere(root: string | undefined): string | undefined {
  if (root === undefined || !isInside(workingFolder(), root)) return undefined;
  return relativeTo(workingFolder(), root) || undefined;
}

function noteOf(expected: AnyTrace | undefined, replayed: Trace): string | undefined {
  if (expected === undefined || !isOwnTrace(expected)) return undefined;
  const why = silentChange(expected, replayed);
  return why === undefined
    ? undefined
    : `the accepted trace has digest ${shortDigest(expected)}: ${why}`;
}

/** The exit code of the worst of them. */
export function worstOf(results: readonly ReplayResult[]): ExitCode {
  return results.map(exitOf).reduce<ExitCode>((a, b) => b > a ? b : a, EXIT.ok);
}

/** The exit code that one result asks for; one that was left out asks for none. */
export function exitOf(result: ReplayResult): ExitCode {
  if ("failure" in result) return result.failure.exit;
  if ("leftOut" in result) return EXIT.ok;
  return result.replay.matches ? EXIT.ok : EXIT.differs;
}
