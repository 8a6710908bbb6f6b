/**
 * The folders a command works on, found and checked before anything starts.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { environment, workingFolder } from "../platform/process.ts";
import { defaultRoot, gitRootOf, namedRoot } from "../workspace/roots.ts";
import { environmentError } from "./exit.ts";
import type { Settings } from "./settings.ts";

const NAME_A_ROOT = "Name the folder with --workspace-root DIR";

/** The home folder, where the system names one. */
export function homeFolder(): string | undefined {
  return environment("HOME") ?? environment("USERPROFILE");
}

/**
 * Canonical paths of the folders named with `--workspace-root`, in order; empty if none was.
 *
 * @throws {CommandError} environment, for one that is not there
 */
export function namedRoots({ workspaceRoots }: Settings): readonly string[] {
  return workspaceRoots.map((root) =>
    explained(() => namedRoot(root, "direct", workingFolder()), "Check --workspace-root")
  );
}

/**
 * As `namedRoots()`, or the default root if none was named: never the root of the disk, the home folder or one of the system.
 *
 * @throws {CommandError} environment
 */
export function commandRoots(settings: Settings): readonly [string, ...string[]] {
  const [first, ...others] = namedRoots(settings);
  if (first !== undefined) return [first, ...others];
  const cwd = workingFolder();
  return [explained(() => defaultRoot({ cwd, home: homeFolder() }), NAME_A_ROOT)];
}

/** As `commandRoots()`, but none where the default root may not be used. @throws {CommandError} environment */
export function rootsIfAny(settings: Settings): readonly string[] {
  const named = namedRoots(settings);
  if (named.length > 0) return named;
  try {
    return [defaultRoot({ cwd: workingFolder(), home: homeFolder() })];
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}

/** Where a command looks for its folders: as `commandRoots()`, but the current folder may be any. */
export function lookupRoot(settings: Settings): string {
  const cwd = workingFolder();
  return namedRoots(settings)[0] ?? gitRootOf(cwd)?.root ?? cwd;
}

function explained(find: () => string, advice: string): string {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw environmentError(error.message, advice, error);
  }
}
