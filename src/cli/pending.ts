/**
 * Pending traces: what a replay gave that differs from the accepted trace, waiting for a decision.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { Trace } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { kindOfPath } from "../platform/user_files.ts";
import { jsonDigest } from "../playbook/digest.ts";
import { refuseEdited } from "../playbook/edited.ts";
import { parsePlaybook } from "../playbook/load.ts";
import { PlaybookError } from "../playbook/problem.ts";
import { isOwnTrace } from "../playbook/trace_file.ts";
import { CommandError, EXIT, usageError } from "./exit.ts";
import { type PlaybookFiles, shownFrom } from "./playbook_files.ts";
import { readPlaybook, readTrace } from "./playbook_session.ts";

/**
 * A trace of ours in a file, of the playbook with that id.
 *
 * @throws {CommandError} usage if there is none, or another
 * @throws {PlaybookError} if it is no trace
 * @throws {ToolError} invalid_params if it was edited
 */
export async function ownTrace(
  path: string,
  shown: string,
  id: string,
  advice: string,
): Promise<Trace> {
  const trace = readTrace(path, shown);
  if (trace === undefined) throw usageError(`Cannot find "${shown}"`, advice);
  if (!isOwnTrace(trace)) {
    throw usageError(`Cannot use "${shown}": it is a reference trace, without evidence`, advice);
  }
  if (trace.playbook_id !== id) {
    throw usageError(
      `Cannot use "${shown}": it is a trace of "${trace.playbook_id}", not of "${id}"`,
    );
  }
  await refuseEdited(trace, { action: "accept", field: shown });
  return trace;
}

/** Why a trace is not one of the playbook as it is now; undefined if it is. */
export async function staleness(
  files: PlaybookFiles,
  trace: Trace,
  surface: Surface,
): Promise<string | undefined> {
  if (kindOfPath(files.playbook) === "absent") return "its playbook is gone";
  try {
    const options = { surface, allowWorkspace: true };
    const { playbook } = parsePlaybook(readPlaybook(files), files.shown, options);
    const isCurrent = await jsonDigest(playbook) === trace.header.playbook_digest;
    return isCurrent ? undefined : "its playbook changed since";
  } catch (error) {
    if (error instanceof PlaybookError) return "its playbook is not valid";
    throw error;
  }
}

/**
 * The accepted trace of a playbook, or undefined if there is none that could be kept: a broken or edited one, or one
 * of the reference, is replaced as a whole.
 */
export async function keptTrace(files: PlaybookFiles, cwd: string): Promise<Trace | undefined> {
  if (kindOfPath(files.accepted) === "absent") return undefined;
  try {
    return await ownTrace(files.accepted, shownFrom(cwd, files.accepted), files.id, "");
  } catch (error) {
    if (isOfTrace(error)) return undefined;
    throw error;
  }
}

/** A pending trace that can be decided, or why it cannot. */
export type PendingState =
  | { readonly trace: Trace; readonly stale?: undefined }
  | { readonly stale: string };

/** @throws {CommandError} environment if a file cannot be read: that makes no trace stale */
export async function pendingState(
  files: PlaybookFiles,
  cwd: string,
  surface: Surface,
): Promise<PendingState> {
  try {
    const trace = await ownTrace(files.pending, shownFrom(cwd, files.pending), files.id, "");
    const stale = await staleness(files, trace, surface);
    if (stale !== undefined) return { stale };
    // Somebody else accepted the same: there is nothing left to decide.
    const accepted = await keptTrace(files, cwd);
    return accepted?.digest === trace.digest ? { stale: "it is accepted already" } : { trace };
  } catch (error) {
    if (isOfTrace(error)) return { stale: error.message };
    throw error;
  }
}

/** Whether an error says that a file holds no trace that can be used, and not that it cannot be read. */
function isOfTrace(error: unknown): error is Error {
  return error instanceof PlaybookError || error instanceof ToolError ||
    error instanceof CommandError && error.code === EXIT.usage;
}
