/**
 * Checks of the folders to work on and of their index. Looks only: nothing is indexed, no folder is made.
 * @module
 */
import type { SnapshotStatus } from "../../engine/protocol.ts";
import { findFolder, folderKind } from "../../platform/folders.ts";
import { GitError } from "../../platform/git/git_error.ts";
import { GitRepository } from "../../platform/git/repository.ts";
import { folderOf } from "../../platform/os_paths.ts";
import { canWriteBelow } from "../../platform/writable.ts";
import { ToolError } from "../../contract/errors.ts";
import { gitRootOf } from "../../workspace/roots.ts";
import type { Repository } from "../../workspace/workspace.ts";
import type { CommandCall } from "../command.ts";
import { CommandError } from "../exit.ts";
import { withRepositories } from "../repositories.ts";
import { commandRoots, homeFolder, namedRoots } from "../roots.ts";
import type { OpenApp } from "../with_app.ts";
import { count } from "../words.ts";
import type { Finding } from "./finding.ts";

/** The folders that can be worked on, and what is wrong with any of them. */
export interface WorkspaceReport {
  readonly roots: readonly string[];
  readonly findings: readonly Finding[];
}

export async function checkWorkspace(call: CommandCall): Promise<WorkspaceReport> {
  const { roots, findings } = usableRoots(call);
  const [first, ...others] = roots;
  if (first === undefined) return { roots, findings };
  const settings = { ...call.settings, workspaceRoots: [first, ...others] };
  const about = await withRepositories(
    { ...call, settings },
    (repositories, opened) =>
      Promise.all(repositories.map((repository) => checkIndex(repository, opened))),
  );
  return { roots, findings: [...findings, ...roots.flatMap(checkRoot), ...about.flat()] };
}

/** Each named root on its own, so that one that is missing does not hide the others. */
function usableRoots({ settings }: CommandCall): WorkspaceReport {
  const named = settings.workspaceRoots;
  if (named.length === 0) return attempt("the default folder", () => [...commandRoots(settings)]);
  const reports = named.map((root) =>
    attempt(root, () => namedRoots({ ...settings, workspaceRoots: [root] }))
  );
  return {
    roots: reports.flatMap(({ roots }) => roots),
    findings: reports.flatMap(({ findings }) => findings),
  };
}

function attempt(subject: string, find: () => readonly string[]): WorkspaceReport {
  try {
    return { roots: find(), findings: [] };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ToolError)) throw error;
    const advice = "Name an existing folder with --workspace-root DIR";
    const { message } = error;
    return { roots: [], findings: [{ code: "root_unusable", subject, message, advice }] };
  }
}

function checkRoot(root: string): readonly Finding[] {
  const wide = tooWide(root);
  const git = gitTrouble(root);
  return [
    ...(wide === undefined ? [] : [{
      code: "root_too_wide" as const,
      subject: root,
      message: `It is ${wide}: everything below it would be searched`,
      advice: "Name the folder of one project with --workspace-root DIR",
    }]),
    ...(git === undefined ? [] : [{
      code: "git_unreadable" as const,
      subject: root,
      message: `git's data cannot be read: ${git}`,
      advice: "Commits and remotes are missing in answers until that is mended; try `git fsck`",
    }]),
  ];
}

/** What a folder is that is too much to search; undefined for any other. */
export function tooWide(root: string): string | undefined {
  if (folderOf(root) === root) return "the root of the disk";
  const home = homeFolder();
  const found = home === undefined ? undefined : findFolder(home);
  return found?.kind === "folder" && found.path === root ? "your home folder" : undefined;
}

function gitTrouble(root: string): string | undefined {
  try {
    const location = gitRootOf(root)?.location;
    if (location === undefined) return undefined;
    if (location.kind === "unsupported") return location.reason;
    using repository = new GitRepository(location);
    const { oid } = repository.head();
    if (oid !== undefined) repository.commit(oid);
    return undefined;
  } catch (error) {
    if (error instanceof GitError || error instanceof ToolError) return error.message;
    throw error;
  }
}

async function checkIndex(
  repository: Repository,
  { options }: OpenApp,
): Promise<readonly Finding[]> {
  const storage = stateTrouble(repository);
  const status = await repository.engine.status(options);
  if (status.state === "ready") return [...storage, ...await staleness(repository, options)];
  // Where none can be kept, none is missing.
  const isNone = status.state !== "error" && storage.length > 0;
  return isNone ? storage : [...storage, ...indexTrouble(repository, status)];
}

function stateTrouble({ root, storage }: Repository): readonly Finding[] {
  const why = storage.error ??
    (canWriteBelow(storage.path) ? undefined : `"${storage.path}" cannot be written to`);
  if (why === undefined) return [];
  const advice = "Name another folder with --state-dir DIR; until then the index is in memory only";
  return [{ code: "state_folder_unusable", subject: root, message: why, advice }];
}

async function staleness(
  { root, engine }: Repository,
  options: OpenApp["options"],
): Promise<readonly Finding[]> {
  const { changed, truncated } = await engine.delta(options);
  if (changed.length === 0) return [];
  const number = truncated
    ? `more than ${count(changed.length, "path")}`
    : count(changed.length, "path");
  return [{
    code: "index_stale",
    subject: root,
    message: `The index is older than the tree: ${number} changed`,
    advice: "Run `frigg index --changed`, or serve with --watch-mode on",
  }];
}

function indexTrouble(
  { root, storage }: Repository,
  { state, error }: SnapshotStatus,
): readonly Finding[] {
  if (state !== "error") {
    const message = folderKind(storage.path) === "absent"
      ? "There is no index yet"
      : `There is no finished index in "${storage.path}"`;
    const advice = "Run `frigg index`; a server builds it at its first call, which takes longer";
    return [{ code: "index_absent", subject: root, message, advice }];
  }
  // Also told by the state folder itself.
  if (error?.code === "unavailable") return [];
  const isOther = error?.code === "storage_schema_incompatible";
  return [{
    code: isOther ? "index_of_other_version" : "index_damaged",
    subject: root,
    message: error?.message ?? "The index cannot be read",
    advice: "Run `frigg index` to rebuild it",
  }];
}
