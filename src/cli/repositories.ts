/**
 * The repositories a command works on, opened without indexing them, or brought up to date.
 * @module
 */
import type { App } from "../app.ts";
import type { CallOptions } from "../contract/tool.ts";
import { Adopted } from "../session/adopted.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { CommandCall } from "./command.ts";
import { environmentError } from "./exit.ts";
import { commandRoots, rootsIfAny } from "./roots.ts";
import { type OpenApp, withApp } from "./with_app.ts";

/** Opens the roots of the settings, or the default root, and closes them when `use` has ended. */
export async function withRepositories<T>(
  given: CommandCall,
  use: (repositories: readonly Repository[], opened: OpenApp) => Promise<T>,
): Promise<T> {
  const roots = commandRoots(given.settings);
  return await withApp(
    given,
    async (opened) => await use(await openAll(roots, opened.app, opened.options), opened),
  );
}

/**
 * Brings the index of each root to the tree, so that a command of one call answers for the files as they are.
 *
 * @throws {CommandError} environment if a stored index is damaged: rebuilding it is the person's decision
 */
export async function catchUp(
  { settings, console }: CommandCall,
  { app, options }: OpenApp,
): Promise<void> {
  for (const { engine, displayName } of await openAll(commandRoots(settings), app, options)) {
    const { state, error } = await engine.status(options);
    if (state === "error") {
      throw environmentError(
        `Cannot use the index of ${displayName}: ${error?.message ?? "it is damaged"}`,
        "Run `frigg index` to rebuild it",
      );
    }
    const { storageError } = await engine.refresh(options);
    if (storageError !== undefined) console.detail(`The index is in memory only: ${storageError}`);
  }
}

/**
 * Waits for the first index of each root, which a server would build in the background: a process of one call ends
 * too early for that.
 *
 * Without a root there is nothing to wait for; the call itself says so.
 */
export async function firstIndex(
  { settings }: CommandCall,
  { app, options }: OpenApp,
): Promise<void> {
  const roots = rootsIfAny(settings);
  const repositories = await openAll(roots, app, options);
  await Promise.all(repositories.map((repository) => repository.prepare(options, FOREVER_MS)));
}

// The longest delay a timer can take; Infinity would fire at once.
const FOREVER_MS = 2 ** 31 - 1;

async function openAll(
  roots: readonly string[],
  { workspace }: App,
  options: CallOptions,
): Promise<readonly Repository[]> {
  const session = new Adopted();
  const repositories: Repository[] = [];
  for (const path of roots) {
    const request = { path, resolveMode: "direct", makeDefault: false } as const;
    repositories.push(await workspace.adopt(session, request, options));
  }
  // They stay open; a session of nobody must not be counted beside the command's own.
  workspace.release(session);
  return repositories;
}
