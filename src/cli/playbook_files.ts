/**
 * Playbooks as the command line names them, and the files that belong to each: `<id>.playbook.yaml`, the accepted
 * `<id>.trace.json`, the pending `<id>.trace.new.json`.
 * @module
 */
import { PLAYBOOK_ID } from "../contract/playbook.ts";
import { findFolder } from "../platform/folders.ts";
import { folderOf, joinPath, relativeTo, resolveFrom } from "../platform/os_paths.ts";
import { filesBelow, kindOfPath } from "../platform/user_files.ts";
import { usageError } from "./exit.ts";
import { globPattern, isGlob } from "./glob_word.ts";

export const PLAYBOOK_END = ".playbook.yaml";
export const ACCEPTED_END = ".trace.json";
const PENDING_END = ".trace.new.json";

/** The files of one playbook, absolute; none of them has to exist. */
export interface PlaybookFiles {
  readonly id: string;
  readonly playbook: string;
  readonly accepted: string;
  readonly pending: string;
  /** The playbook as the person would name it. */
  readonly shown: string;
}

/** Where words are looked up. */
export interface Lookup {
  /** The folder that relative paths count from. */
  readonly cwd: string;
  /** The folder of bare ids, and what no word at all stands for. */
  readonly playbooks: string;
}

/**
 * The playbooks that words name, sorted by path and without doubles: files, folders, globs, ids. Without words, all
 * of the playbooks folder.
 *
 * @throws {CommandError} usage for a word that names nothing, and for two files with one id
 */
export function findPlaybooks(words: readonly string[], lookup: Lookup): readonly PlaybookFiles[] {
  const wanted = words.length === 0 ? [lookup.playbooks] : words;
  const paths = new Set(wanted.flatMap((word) => playbookPaths(word, lookup)));
  const found = [...paths].sort().map((path) => playbookFiles(path, lookup.cwd));
  refuseDoubles(found);
  return found;
}

/**
 * As `findPlaybooks()`, for commands that judge playbooks: to judge none must not look as if all were well.
 *
 * @throws {CommandError} usage, also if there is none
 */
export function somePlaybooks(
  words: readonly string[],
  lookup: Lookup,
): readonly PlaybookFiles[] {
  const found = findPlaybooks(words, lookup);
  if (found.length > 0) return found;
  throw usageError(
    `Cannot find a playbook: there is no folder "${shownFrom(lookup.cwd, lookup.playbooks)}"`,
    "Write one with `frigg playbook init ID`, or name the folder with --playbooks DIR or the root with --workspace-root DIR",
  );
}

/** The files of the one playbook that a word names; only a bare id may name one that is not there. */
export function findPlaybook(word: string, lookup: Lookup): PlaybookFiles {
  if (PLAYBOOK_ID.test(word) && kindOfPath(resolveFrom(lookup.cwd, word)) === "absent") {
    return playbookFiles(joinPath(lookup.playbooks, word + PLAYBOOK_END), lookup.cwd);
  }
  const [only, ...others] = findPlaybooks([word], lookup);
  if (only === undefined || others.length > 0) throw usageError(`"${word}" is not one playbook`);
  return only;
}

/** The files of a playbook that is to be written: a path, or an id in the playbooks folder. */
export function newPlaybook(word: string, lookup: Lookup): PlaybookFiles {
  const path = PLAYBOOK_ID.test(word) && !word.endsWith(PLAYBOOK_END)
    ? joinPath(lookup.playbooks, word + PLAYBOOK_END)
    : resolveFrom(lookup.cwd, word);
  const files = playbookFiles(path, lookup.cwd);
  if (PLAYBOOK_ID.test(files.id)) return files;
  throw usageError(
    `Cannot use "${files.shown}": its name is no playbook id`,
    `Name it <id>${PLAYBOOK_END} with an id like ${PLAYBOOK_ID.source}`,
  );
}

/** Pending traces below a folder, with the playbook each belongs to. */
export function pendingFiles(lookup: Lookup): readonly PlaybookFiles[] {
  if (kindOfPath(lookup.playbooks) !== "folder") return [];
  return filesBelow(lookup.playbooks).filter((path) => path.endsWith(PENDING_END))
    .map((path) => playbookFiles(path.slice(0, -PENDING_END.length) + PLAYBOOK_END, lookup.cwd));
}

function playbookPaths(word: string, lookup: Lookup): readonly string[] {
  const path = resolveFrom(lookup.cwd, word);
  const kind = kindOfPath(path);
  if (kind === "file") return [path];
  if (kind === "folder") return playbooksBelow(path, word);
  if (isGlob(word)) return matching(word, lookup.cwd);
  const byId = joinPath(lookup.playbooks, word + PLAYBOOK_END);
  if (PLAYBOOK_ID.test(word) && kindOfPath(byId) === "file") return [byId];
  if (word === lookup.playbooks) return [];
  throw usageError(
    `Cannot find playbook "${word}"`,
    `Name a file, a folder, or the id of a playbook in ${shownFrom(lookup.cwd, lookup.playbooks)}`,
  );
}

function playbooksBelow(folder: string, word: string): readonly string[] {
  const found = filesBelow(folder).filter((path) => path.endsWith(PLAYBOOK_END));
  if (found.length > 0) return found;
  throw usageError(
    `Cannot find a playbook in "${word}"`,
    "Write one with `frigg playbook init ID`",
  );
}

function matching(word: string, cwd: string): readonly string[] {
  const { folder, pattern } = globPattern(word);
  const base = findFolder(resolveFrom(cwd, folder));
  const files = base.kind === "folder" ? filesBelow(base.path) : [];
  const found = files.filter((path) =>
    base.kind === "folder" && path.endsWith(PLAYBOOK_END) &&
    pattern.test(relativeTo(base.path, path))
  );
  if (found.length > 0) return found;
  throw usageError(`Cannot find a playbook that matches "${word}"`);
}

function playbookFiles(playbook: string, cwd: string): PlaybookFiles {
  const name = relativeTo(folderOf(playbook), playbook);
  if (!name.endsWith(PLAYBOOK_END)) {
    throw usageError(`Cannot use "${shownFrom(cwd, playbook)}": a playbook is a *${PLAYBOOK_END}`);
  }
  const id = name.slice(0, -PLAYBOOK_END.length);
  const stem = playbook.slice(0, -PLAYBOOK_END.length);
  return {
    id,
    playbook,
    accepted: stem + ACCEPTED_END,
    pending: stem + PENDING_END,
    shown: shownFrom(cwd, playbook),
  };
}

/** A path as the person would write it: relative if it lies below the current folder. */
export function shownFrom(cwd: string, path: string): string {
  const relative = relativeTo(cwd, path);
  return relative === "" || relative.startsWith("..") ? path : relative;
}

function refuseDoubles(found: readonly PlaybookFiles[]): void {
  const byId = new Map<string, PlaybookFiles>();
  for (const files of found) {
    const other = byId.get(files.id);
    if (other !== undefined) {
      throw usageError(
        `${files.shown}:1:1: the id "${files.id}" is also that of ${other.shown}`,
        "Rename one of them",
      );
    }
    byId.set(files.id, files);
  }
}
