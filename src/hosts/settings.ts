/**
 * The settings file of one host and scope: found, read, changed.
 *
 * A byte order mark is set aside and put back. Nothing is written where a link leads out of the project, or of the
 * home folder, unless the person says so: a repository must not be able to name any other file.
 * @module
 */
import { canonicalSpelling, findFolder } from "../platform/folders.ts";
import { folderOf, isInside } from "../platform/os_paths.ts";
import {
  findSettings,
  type FoundSettings,
  removeSettings,
  replaceSettings,
  sameBytes,
  writeBackup,
} from "../platform/settings_file.ts";
import { FORMATS } from "./format.ts";
import type { Host, Machine, Scope, Site } from "./host.ts";
import { HostError } from "./host_error.ts";
import type { Change } from "./plan.ts";

/** Bytes that were read, so that a change made by somebody else in between is noticed. */
export interface SettingsText {
  /** Where the bytes are or would be, links followed. */
  readonly path: string;
  /** Absent if there is no file. */
  readonly bytes?: Uint8Array;
  /** Without byte order mark. */
  readonly text?: string;
  readonly mark: "" | "\uFEFF";
}

const BACKUP_ENDING = ".before-frigg";

/**
 * The file that a host reads for a scope: the first that `holds` our entry, else the first that is there, else the
 * one to be made.
 *
 * @throws {HostError} environment
 */
export function openSettings(
  host: Host,
  scope: Scope,
  { site, followsLinks }: { readonly site: Site; readonly followsLinks: boolean },
  holds: (text: string) => boolean,
): SettingsText {
  const opened = host.files(scope, site).map((path) => {
    const found = findSettings(path);
    if (!followsLinks) checkPlace(path, found, scope, site);
    return read(found);
  });
  const [first] = opened;
  if (first === undefined) throw new Error(`Cannot find a file of ${host.id}`);
  const present = opened.filter(({ text }) => text !== undefined);
  return present.find(({ text = "" }) => holds(text)) ?? present[0] ?? first;
}

/** As a value, or undefined if there is no file or it holds nothing. @throws {SettingsProblem} */
export function settingsValue({ format }: Host, { text }: SettingsText): unknown {
  return text === undefined ? undefined : FORMATS[format].value(text);
}

/** Reads a settings file wherever it leads; a check needs no permission. @throws {HostError} environment */
export function readSettings(path: string): SettingsText {
  return read(findSettings(path));
}

/** Whether one of a host's traces is there. */
export function isInstalled(host: Host, machine: Machine): boolean {
  return host.traces(machine).some((path) => findSettings(path).kind !== "absent");
}

/**
 * Makes a change, with a copy of the file as it was beside it.
 *
 * A change of frigg's own entry needs none, and a copy that equals what is left now has done its duty.
 *
 * @throws {HostError} environment if the file has changed since it was read
 */
export function applyChange(settings: SettingsText, { kind, text }: Change, site: Site): void {
  const { path, bytes, mark } = settings;
  const backup = path + BACKUP_ENDING;
  const after = text === undefined && mark === "" ? undefined : encode(mark + (text ?? ""));
  const isUndone = kind === "remove" && after !== undefined && isCopy(backup, after);
  const isAtRisk = kind !== "update" && after !== undefined && !isUndone;
  if (bytes !== undefined && isAtRisk) writeBackup(path, backup, bytes);
  const done = after !== undefined
    ? replaceSettings(path, after, { before: bytes, isPrivate: !isInside(site.project, path) })
    : bytes !== undefined && removeSettings(path, bytes, foldersToKeep(site));
  if (!done) {
    throw new HostError(
      "environment",
      `Cannot change "${path}": another program has changed it meanwhile`,
      "Run the command again",
    );
  }
  if (isUndone) removeSettings(backup, after, []);
}

function read(found: FoundSettings): SettingsText {
  const { kind, path } = found;
  if (kind === "absent") return { path, mark: "" };
  if (kind === "unusable") {
    throw new HostError("environment", `Cannot read "${path}": ${found.reason}`);
  }
  const text = decode(path, found.bytes);
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { path, bytes: found.bytes, text: text.slice(mark.length), mark };
}

/** @throws {HostError} environment, for bytes that are not UTF-8 */
function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new HostError("environment", `Cannot edit "${path}": it is not UTF-8 text`, undefined, {
      cause,
    });
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** @throws {HostError} environment, for a link that leaves the folder that the scope is about */
function checkPlace(asked: string, { path }: FoundSettings, scope: Scope, site: Site): void {
  const areas = scope === "project" ? [site.project] : userAreas(asked, site);
  if (areas.some((area) => isInside(area, path))) return;
  throw new HostError(
    "environment",
    `Cannot edit "${asked}": its links lead to "${path}", outside "${areas[0] ?? ""}"`,
    "If that is meant, say so with --force",
  );
}

/** The home folder, and a folder that a variable names: that is the person's word, too. */
function userAreas(asked: string, { home }: Machine): readonly string[] {
  if (home === undefined) return [canonical(folderOf(asked))];
  return [canonical(home), ...(isInside(home, asked) ? [] : [canonical(folderOf(asked))])];
}

/** Folders that stay, even when they are empty. */
function foldersToKeep({ project, home }: Site): readonly string[] {
  return [project, ...(home === undefined ? [] : [canonical(home)])];
}

function canonical(folder: string): string {
  const found = findFolder(folder);
  return found.kind === "folder" ? found.path : canonicalSpelling(folder);
}

function isCopy(backup: string, after: Uint8Array): boolean {
  const found = findSettings(backup);
  return found.kind === "file" && sameBytes(found.bytes, after);
}
