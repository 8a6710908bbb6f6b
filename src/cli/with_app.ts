/**
 * The program opened for one command and closed after it.
 * @module
 */
import { type App, createApp } from "../app.ts";
import type { CallOptions, Dispatch } from "../contract/tool.ts";
import type { IndexWay } from "../engine/other_way.ts";
import { workingFolder } from "../platform/process.ts";
import type { CommandCall } from "./command.ts";
import { homeFolder, namedRoots } from "./roots.ts";
import { watchTimes } from "./settings.ts";

/** The option of commands that can look at a commit in place of the files on disk. */
export const AT_OPTION = {
  flags: "--at REV",
  text: "look at a commit, read from git's objects: nothing is checked out or stored",
};

/** The program with one session. */
export interface OpenApp {
  readonly app: App;
  /** Canonical roots that were named; empty for the default root. */
  readonly roots: readonly string[];
  readonly dispatch: Dispatch;
  /** Of every call: progress is shown, nothing aborts. */
  readonly options: CallOptions;
}

/** The program over the roots that were named, or the default root. Nothing is read before the first call. */
export function openApp(
  { settings, console, flags }: CommandCall,
  roots: readonly string[] = namedRoots(settings),
  /** Set for a server, which may watch; a command does its work and ends. */
  transport?: "stdio" | "http",
  way?: IndexWay,
): App {
  const watch = transport === undefined ? undefined : watchTimes(settings, transport);
  const { stateDir, maxFileBytes, maxFiles, routingStats, contextLog, semantic } = settings;
  const at = flags.value("at");
  return createApp({
    roots,
    cwd: workingFolder(),
    home: homeFolder(),
    limits: { maxFileBytes, maxFiles },
    routingStats,
    log: (line) => console.warn(line),
    contextLog,
    semantic,
    ...(stateDir === undefined ? {} : { stateDir }),
    ...(at === undefined ? {} : { at }),
    ...(watch === undefined ? {} : { watch }),
    ...(way === undefined ? {} : { way }),
  });
}

/** Runs `use` with the program and closes it, also after an error. */
export async function withApp<T>(
  given: CommandCall,
  use: (opened: OpenApp) => Promise<T>,
  /** How indexes are made; the usual way by default. */
  way?: IndexWay,
): Promise<T> {
  const { progress } = given.console;
  const roots = namedRoots(given.settings);
  const app = openApp(given, roots, undefined, way);
  const options: CallOptions = {
    signal: new AbortController().signal,
    progress: (done, total, what) => progress.report(done, total, what),
  };
  try {
    return await use({ app, roots, dispatch: app.openSession().dispatch, options });
  } finally {
    progress.stop();
    await app.close();
  }
}
