/**
 * `delta`: which paths of the tree are not as the snapshot has them.
 * @module
 */
import { MAX_CHANGED_PATHS } from "../../contract/limits.ts";
import type { OpenedSnapshot } from "../../snapshot/opened_snapshot.ts";
import { comparePaths } from "../../snapshot/path_order.ts";
import type { SkippedEntry } from "../../snapshot/snapshot.ts";
import type { Budget } from "../budget.ts";
import type { TreeDelta } from "../protocol.ts";
import type { Opened } from "../worker_state.ts";
import type { Running } from "./running.ts";

/**
 * Added, changed and removed paths, and those that became or ceased to be readable.
 *
 * Without a snapshot the difference is of unknown extent.
 *
 * @throws {ToolError} if the stored snapshot cannot be used
 */
export async function delta({ opened, budget }: Running): Promise<TreeDelta> {
  const snapshot = opened.holder.snapshot();
  return snapshot === undefined
    ? { changed: [], truncated: true }
    : await since(snapshot, opened, budget);
}

async function since(
  snapshot: OpenedSnapshot,
  opened: Opened,
  budget: Budget,
): Promise<TreeDelta> {
  const changed = new Set<string>();
  const met = new Set<string>();
  const skipped: SkippedEntry[] = [];
  for await (const file of opened.liveTree.files(opened, snapshot, budget)) {
    if (file.kind === "skipped") skipped.push(file.skipped);
    else {
      met.add(file.entry.path);
      if (file.position === undefined) changed.add(file.entry.path);
    }
    if (changed.size > MAX_CHANGED_PATHS) break;
  }
  // After an early end what was not met need not be gone, but there are too many paths to name anyway.
  for (const path of gone(snapshot, met)) changed.add(path);
  for (const path of differing(snapshot.skipped, skipped)) changed.add(path);
  return bounded([...changed].sort(comparePaths));
}

const ROOT = "";

/** A root that cannot be read has no path to be named by. */
function bounded(paths: string[]): TreeDelta {
  if (paths[0] === ROOT) return { changed: [], truncated: true };
  const truncated = paths.length > MAX_CHANGED_PATHS;
  return { changed: paths.slice(0, MAX_CHANGED_PATHS), truncated };
}

function gone(snapshot: OpenedSnapshot, met: ReadonlySet<string>): string[] {
  return snapshot.files.map(({ path }) => path).filter((path) => !met.has(path));
}

/** Paths left out on one side only, or for another reason. */
function differing(before: readonly SkippedEntry[], now: readonly SkippedEntry[]): string[] {
  const key = ({ path, reason, limit }: SkippedEntry): string => `${reason} ${limit} ${path}`;
  const isIn = (entries: readonly SkippedEntry[]): (entry: SkippedEntry) => boolean => {
    const keys = new Set(entries.map(key));
    return (entry) => keys.has(key(entry));
  };
  const wasThere = isIn(before);
  const isThere = isIn(now);
  const entries = [
    ...now.filter((entry) => !wasThere(entry)),
    ...before.filter((entry) => !isThere(entry)),
  ];
  return entries.map(({ path }) => path);
}
