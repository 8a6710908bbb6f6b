/**
 * What the playbook commands share: reading playbooks and traces, and a host for the root each runs in.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { CallOptions, Surface } from "../contract/tool.ts";
import type { IndexWay } from "../engine/other_way.ts";
import { joinPath, resolveFrom } from "../platform/os_paths.ts";
import { workingFolder } from "../platform/process.ts";
import { kindOfPath } from "../platform/user_files.ts";
import type { PlaybookHost } from "../playbook/host.ts";
import { type LoadedPlaybook, parsePlaybook } from "../playbook/load.ts";
import { type AnyTrace, parseKnownTrace } from "../playbook/trace_file.ts";
import { Adopted } from "../session/adopted.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { CommandCall } from "./command.ts";
import { usageError } from "./exit.ts";
import { readNamed } from "./named_files.ts";
import type { Lookup, PlaybookFiles } from "./playbook_files.ts";
import { playbookRoot } from "./playbook_root.ts";
import { commandRoots, lookupRoot, rootsIfAny } from "./roots.ts";
import { type OpenApp, withApp } from "./with_app.ts";

/** The option that all playbook commands have. */
export const PLAYBOOKS_OPTION = {
  flags: "--playbooks DIR",
  text: "folder of playbooks named by id (default: playbooks in the root)",
};

/** The option of commands that run playbooks. */
export const INPUT_OPTION = {
  flags: "--input NAME=VALUE",
  text: "value of an input of the playbook",
  repeatable: true,
};

/** Where the words of a command are looked up. */
export function lookupOf({ flags, settings }: CommandCall): Lookup {
  const cwd = workingFolder();
  const named = flags.value("playbooks");
  const playbooks = named === undefined
    ? joinPath(lookupRoot(settings), "playbooks")
    : resolveFrom(cwd, named);
  return { cwd, playbooks };
}

/** The program as playbook commands use it. */
export interface PlaybookSession {
  readonly surface: Surface;
  readonly options: CallOptions;
  /** The folder that relative paths count from. */
  readonly cwd: string;
  /**
   * The playbook of a file.
   *
   * @throws {PlaybookError}
   * @throws {CommandError} if it cannot be read
   */
  load(files: PlaybookFiles): LoadedPlaybook;
  /** Canonical root that a playbook runs in; undefined where there is none. @throws {PlaybookError} */
  root(loaded: LoadedPlaybook, files: PlaybookFiles): string | undefined;
  /** The repositories that a playbook runs in, in their order. @throws {CommandError} environment if there is none */
  repositories(loaded: LoadedPlaybook, files: PlaybookFiles): Promise<readonly Repository[]>;
  /** Which paths the path filters of a step's arguments select. */
  pathFilter(params: JsonObject): (path: string) => boolean;
  /** The host over a playbook's own root, or over the roots of the command. */
  host(loaded: LoadedPlaybook, files: PlaybookFiles): Promise<PlaybookHost>;
}

/** Opens the program for `use` and closes it afterwards. */
export async function withPlaybooks<T>(
  given: CommandCall,
  use: (session: PlaybookSession) => Promise<T>,
  /** How indexes are made; the usual way by default. */
  way?: IndexWay,
): Promise<T> {
  const rootOf = (loaded: LoadedPlaybook, files: PlaybookFiles): string | undefined =>
    playbookRoot(loaded, files.playbook, rootsIfAny(given.settings));
  return await withApp(given, async (opened) => {
    const { app: { surface }, options } = opened;
    return await use({
      surface,
      options,
      cwd: workingFolder(),
      load: (files) =>
        parsePlaybook(readPlaybook(files), files.shown, { surface, allowWorkspace: true }),
      root: (loaded, files) => rootOf(loaded, files) ?? rootsIfAny(given.settings)[0],
      host: (loaded, files) => hostOf(opened, rootOf(loaded, files)),
      repositories: async (loaded, files) => {
        const root = rootOf(loaded, files);
        const roots = root === undefined ? commandRoots(given.settings) : [root];
        return await Promise.all(roots.map((one) => repositoryOf(opened, one)));
      },
      pathFilter: (params) => opened.app.pathFilter(params),
    });
  }, way);
}

async function hostOf(opened: OpenApp, root: string | undefined): Promise<PlaybookHost> {
  return root === undefined
    ? opened.app.playbookHost()
    : opened.app.playbookHost([(await repositoryOf(opened, root)).id]);
}

async function repositoryOf(
  { app, options }: OpenApp,
  root: string,
): Promise<Repository> {
  const request = { path: root, resolveMode: "direct", makeDefault: false } as const;
  return await app.workspace.adopt(new Adopted(), request, options);
}

/**
 * The text of a playbook.
 *
 * @throws {CommandError} usage if there is none, environment if it cannot be read
 */
export function readPlaybook(files: PlaybookFiles): string {
  if (kindOfPath(files.playbook) !== "absent") return readNamed(files.playbook, files.shown);
  throw usageError(
    `Cannot find playbook "${files.shown}"`,
    `Write it with \`frigg playbook init ${files.id}\``,
  );
}

/**
 * The trace in a file, or undefined if there is none.
 *
 * @throws {PlaybookError}
 * @throws {CommandError} if it cannot be read
 */
export function readTrace(path: string, shown: string): AnyTrace | undefined {
  return kindOfPath(path) === "absent" ? undefined : parseKnownTrace(readNamed(path, shown), shown);
}
