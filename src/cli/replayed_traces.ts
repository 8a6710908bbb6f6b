/**
 * The traces of a replay as files: pending ones beside their playbooks, and all of them in the folder of `--out-dir`.
 *
 * Written when everything has run: a file that appears in the tree between two runs would change the later one.
 * @module
 */
import { makeFolder } from "../platform/folders.ts";
import { joinPath, resolveFrom } from "../platform/os_paths.ts";
import { kindOfPath } from "../platform/user_files.ts";
import { serializeTrace } from "../playbook/trace_file.ts";
import { usageError } from "./exit.ts";
import { removeNamed, writeNamed } from "./named_files.ts";
import { ACCEPTED_END, PLAYBOOK_END, type PlaybookFiles, shownFrom } from "./playbook_files.ts";
import type { Replayed, ReplayResult } from "./replay_report.ts";

/** A folder for traces, absolute and as the person named it. */
export interface OutFolder {
  readonly path: string;
  readonly shown: string;
}

/**
 * The folder of `--out-dir`, which need not be there yet.
 *
 * @throws {CommandError} usage for one with a playbook of the same id: a replayed trace would take the place of its
 * accepted one
 */
export function outFolder(
  word: string | undefined,
  playbooks: readonly PlaybookFiles[],
  cwd: string,
): OutFolder | undefined {
  if (word === undefined) return undefined;
  if (word.trim() === "") throw usageError("Cannot use an empty --out-dir", "Name a folder");
  const path = resolveFrom(cwd, word);
  const endangered = playbooks.find(({ id }) =>
    kindOfPath(joinPath(path, id + PLAYBOOK_END)) !== "absent"
  );
  if (endangered === undefined) return { path, shown: word };
  throw usageError(
    `Cannot write replayed traces to "${word}": the accepted trace of "${endangered.id}" is there`,
    "Name another folder",
  );
}

/** Writes every replayed trace. @throws {CommandError} environment */
export function writeTraces(folder: OutFolder, results: readonly ReplayResult[]): void {
  makeFolder(folder.path);
  for (const result of results) {
    if (!("replay" in result)) continue;
    const { files: { id }, replay } = result;
    const text = serializeTrace(replay.replayed_trace_artifact);
    writeNamed(traceIn(folder.path, id), traceIn(folder.shown, id), text);
  }
}

/** An id holds no separator, so that the file lies in the folder itself. */
function traceIn(folder: string, id: string): string {
  return joinPath(folder, id + ACCEPTED_END);
}

/** The result with the name of the pending trace that will be written for it. */
export function withPending(result: ReplayResult, cwd: string): ReplayResult {
  if (!("replay" in result) || result.replay.matches) return result;
  return { ...result, pending: shownFrom(cwd, result.files.pending) };
}

/** Writes the pending traces of what differs and removes those of what matches. @throws {CommandError} environment */
export function settlePending(results: readonly ReplayResult[], cwd: string): void {
  for (const result of results) if ("replay" in result) settle(result, cwd);
}

function settle({ files, replay }: Replayed, cwd: string): void {
  const shown = shownFrom(cwd, files.pending);
  if (replay.matches) removeNamed(files.pending, shown);
  else writeNamed(files.pending, shown, serializeTrace(replay.replayed_trace_artifact));
}
