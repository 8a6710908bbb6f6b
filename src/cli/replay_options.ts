/**
 * The options of `frigg playbook replay`: one table for the help, one value for the command.
 *
 * All are checked before anything runs.
 * @module
 */
import { environment } from "../platform/process.ts";
import type { CommandCall } from "./command.ts";
import { usageError } from "./exit.ts";
import type { Flags, Option } from "./flags.ts";
import { INPUT_OPTION, PLAYBOOKS_OPTION } from "./playbook_session.ts";
import { AT_OPTION } from "./with_app.ts";
import { REPORT_OPTION, type ReportFile, reportFiles } from "./report_files.ts";

/** `--update` of every command that may write what becomes an expectation. */
export const UPDATE_OPTION: Option = {
  flags: "--update WHEN",
  text: "write traces: auto (not when CI=true), always, never",
  choices: ["auto", "always", "never"],
};

export const REPLAY_OPTIONS: readonly Option[] = [
  { flags: "--only ID", text: "replay this playbook of those named", repeatable: true },
  { flags: "--shard I/N", text: "replay the I-th of N parts, so that N machines share the work" },
  { flags: "--bail", text: "stop after the first playbook that is not the same" },
  { flags: "--jobs N", text: "playbooks that run at the same time (default: 1)" },
  AT_OPTION,
  {
    flags: "--affected-by REV",
    text: "only playbooks that rest on what differs between a commit and the files as they are",
  },
  {
    flags: "--git-bisect",
    text: "exit as `git bisect run` reads it: 125 if a commit cannot be judged, 128 to stop",
  },
  INPUT_OPTION,
  UPDATE_OPTION,
  REPORT_OPTION,
  { flags: "--out-dir DIR", text: "write every replayed trace there, as ID.trace.json" },
  PLAYBOOKS_OPTION,
];

/** One of `parts` parts, counted from 1. */
export interface Shard {
  readonly part: number;
  readonly parts: number;
}

export interface ReplayOptions {
  /** Ids; empty for all. */
  readonly only: readonly string[];
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Revision of `--affected-by`. */
  readonly affectedBy: string | undefined;
  readonly jobs: number;
  /** `NAME=VALUE`, as given. */
  readonly inputs: readonly string[];
  /** Whether pending traces are written and removed. */
  readonly mayWrite: boolean;
  readonly reports: readonly ReportFile[];
  /** As given. */
  readonly outDir: string | undefined;
}

/** @throws {CommandError} usage */
export function replayOptions(given: CommandCall): ReplayOptions {
  const { flags } = given;
  return {
    only: flags.values("only"),
    shard: shardOf(flags.value("shard")),
    bail: flags.has("bail"),
    affectedBy: affectedBy(flags),
    jobs: jobsOf(flags.value("jobs")),
    inputs: flags.values("input"),
    mayWrite: mayWriteTraces(flags) && isOfNow(flags),
    reports: reportFiles(given),
    outDir: flags.value("out-dir"),
  };
}

/**
 * Whether `--update`, or by default CI, lets a command write what may become an expectation: in CI nobody looks at
 * it first.
 *
 * @throws {CommandError} usage
 */
export function mayWriteTraces(flags: Flags): boolean {
  const when = flags.value("update") ?? "auto";
  if (!["auto", "always", "never"].includes(when)) {
    throw usageError(`Cannot use "${when}" for --update`, "Give auto, always or never");
  }
  return when === "always" || when === "auto" && !isCi();
}

/** @throws {CommandError} usage beside `--at`: the files as they are would not be what is replayed */
function affectedBy(flags: Flags): string | undefined {
  const revision = flags.value("affected-by");
  if (revision === undefined || flags.value("at") === undefined) return revision;
  throw usageError("Cannot use --affected-by with --at", "Give one of them");
}

/**
 * Whether the replay is of the present: what another commit gives must not lie there for somebody to accept.
 *
 * @throws {CommandError} usage if the person asks for just that
 */
function isOfNow(flags: Flags): boolean {
  const other = flags.value("at") !== undefined ? "--at" : "--git-bisect";
  if (other === "--git-bisect" && !flags.has("git-bisect")) return true;
  if (flags.value("update") !== "always") return false;
  throw usageError(
    `Cannot use --update always with ${other}: pending traces are of the present files`,
    "Write the traces elsewhere with --out-dir DIR",
  );
}

function isCi(): boolean {
  const value = environment("CI")?.toLowerCase();
  return value !== undefined && value !== "false" && value !== "0";
}

function shardOf(word: string | undefined): Shard | undefined {
  if (word === undefined) return undefined;
  const [, part, parts] = /^(\d{1,4})\/(\d{1,4})$/.exec(word) ?? [];
  const shard = { part: Number(part), parts: Number(parts) };
  if (shard.part >= 1 && shard.part <= shard.parts) return shard;
  throw usageError(`Cannot use "${word}" for --shard`, "Give I/N, as 2/3 for the second of three");
}

/** More would only wait for each other: the work is done by one worker for each repository. */
const MAX_JOBS = 64;

function jobsOf(word: string | undefined): number {
  if (word === undefined) return 1;
  const jobs = /^\d{1,2}$/.test(word) ? Number(word) : 0;
  if (jobs >= 1 && jobs <= MAX_JOBS) return jobs;
  throw usageError(`Cannot use "${word}" for --jobs`, `Give a whole number from 1 to ${MAX_JOBS}`);
}
