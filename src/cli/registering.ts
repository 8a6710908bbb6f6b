/**
 * The order behind `frigg register`, and the entries that `frigg doctor` expects, from flags, settings and machine.
 * @module
 */
import { type Scope, SCOPES, type Site } from "../hosts/host.ts";
import type { Order } from "../hosts/order.ts";
import { isAbsolutePath } from "../platform/folders.ts";
import { resolveFrom } from "../platform/os_paths.ts";
import { environment, workingFolder } from "../platform/process.ts";
import { systemName, thisProgram } from "../platform/program.ts";
import type { CommandCall } from "./command.ts";
import { usageError } from "./exit.ts";
import type { Flags } from "./flags.ts";
import { commandRoots, homeFolder, lookupRoot } from "./roots.ts";

/** Flags of the server that an entry keeps. */
const KEPT_FLAGS = [
  "max-file-bytes",
  "max-files",
  "watch-mode",
  "watch-debounce-ms",
  "watch-retry-ms",
];

/**
 * The order that flags and settings give.
 *
 * `isRemoval`: the folder does not matter then, so any may be the current one.
 *
 * @throws {CommandError} environment if there is no folder to register
 */
export function orderOf({ flags, settings }: CommandCall, isRemoval: boolean): Order {
  const roots = isRemoval ? [lookupRoot(settings)] as const : commandRoots(settings);
  const form = flags.value("form");
  return {
    site: siteOf(roots[0]),
    program: thisProgram(),
    roots,
    extra: extraArguments(flags),
    followsLinks: flags.has("force"),
    ...(form === undefined ? {} : { form }),
  };
}

/** This machine, and a folder. */
export function siteOf(project: string): Site {
  const home = homeFolder();
  return {
    os: systemName(),
    // A relative one would mean another folder wherever it is used.
    home: home !== undefined && isAbsolutePath(home) ? home : undefined,
    env: environment,
    project,
  };
}

/** The scope that `--scope` names. @throws {CommandError} usage */
export function namedScope(flags: Flags): Scope | undefined {
  const word = flags.value("scope");
  if (word === undefined) return undefined;
  const scope = SCOPES.find((known) => known === word);
  if (scope !== undefined) return scope;
  throw usageError(`Cannot use "${word}" for --scope`, `Give one of ${SCOPES.join(", ")}`);
}

function extraArguments(flags: Flags): readonly string[] {
  const state = flags.value("state-dir");
  const kept = KEPT_FLAGS.flatMap((name) => {
    const value = flags.value(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return state === undefined ? kept : ["--state-dir", resolveFrom(workingFolder(), state), ...kept];
}
