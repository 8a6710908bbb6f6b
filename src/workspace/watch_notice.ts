/**
 * What a notice of the system means for a repository: a change of its tree, of its index, or nothing.
 *
 * On doubt it is a change: that costs one look at the tree.
 * @module
 */
import { isInside, relativeTo } from "../platform/os_paths.ts";
import type { FileNotice } from "../platform/watch_files.ts";
import type { WatchEvent } from "./watch_state.ts";

export interface Watched {
  /** Canonical root of the repository. */
  readonly root: string;
  /** Where its index is, in the root or elsewhere. */
  readonly stateFolder: string;
}

type Meaning = Extract<
  WatchEvent,
  "changed" | "ignores_edited" | "overflow" | "state_touched" | "state_gone" | "watcher_failed"
>;

/** What a notice means, the weightiest first, and the paths of the tree it names. */
export interface NoticeMeaning {
  readonly events: readonly Meaning[];
  /** Relative to the root. */
  readonly changed: readonly string[];
}

export function meaningOf(watched: Watched, notice: FileNotice): NoticeMeaning {
  if (notice.kind === "overflow") return { events: ["overflow"], changed: [] };
  const events = new Set<Meaning>();
  const changed: string[] = [];
  for (const path of notice.paths) {
    const event = meaningOfPath(watched, path, notice.how);
    if (event === undefined) continue;
    events.add(event);
    if (event === "changed" || event === "ignores_edited") {
      changed.push(relativeTo(watched.root, path));
    }
  }
  return { events: [...events], changed };
}

const CURRENT = "CURRENT";
const IGNORE_FILES = [".gitignore", ".ignore"];
/** Folders the walk never enters. */
const NEVER_WALKED = [".git", ".frigg"];

function meaningOfPath(
  { root, stateFolder }: Watched,
  path: string,
  how: "removed" | "renamed" | "changed",
): Meaning | undefined {
  // Whoever comes to the same place later is not watched by this watch.
  if (path === root) return how === "changed" ? "changed" : "watcher_failed";
  if (isInside(stateFolder, path)) {
    const within = relativeTo(stateFolder, path);
    return how === "removed" && (within === "" || within === CURRENT)
      ? "state_gone"
      : "state_touched";
  }
  const steps = relativeTo(root, path).split("/");
  const name = steps.at(-1) ?? "";
  if (steps.includes(".git") && path.endsWith("/info/exclude")) return "ignores_edited";
  if (steps.some((step) => NEVER_WALKED.includes(step))) return undefined;
  return IGNORE_FILES.includes(name) ? "ignores_edited" : "changed";
}
