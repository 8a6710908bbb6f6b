/**
 * Where a path of a workspace really leads, and whether that is inside the workspace.
 *
 * The answer for a place outside never depends on what is there: neither a missing nor an unreadable target may be
 * told from an existing one.
 * @module
 */
import { folderOf, isInside, relativeTo, resolveFrom } from "./os_paths.ts";

/** Links followed before a path counts as a loop; the value of Linux. */
export const MAX_LINKS = 40;

/** A canonical absolute path inside the root, or why there is none. */
export type Resolved =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "absent" | "outside" | "unreadable" };

/**
 * Follows every link of `path` (relative to `root`, or absolute) and checks the end against `root`.
 *
 * `root` has to be canonical.
 */
export function resolveInside(root: string, path: string): Resolved {
  // No file has such a name, and the system's own functions fail in different ways.
  if (path.includes("\0")) return { kind: "absent" };
  const lexical = resolveFrom(root, path);
  if (!isInside(root, lexical)) return { kind: "outside" };
  try {
    const real = Deno.realPathSync(lexical);
    return isInside(root, real) ? { kind: "inside", path: real } : { kind: "outside" };
  } catch (error) {
    return { kind: leadsOutside(root, lexical, MAX_LINKS) ? "outside" : failureOf(error) };
  }
}

/** Whether an error of the system means that nothing is there, or that it may not be read. */
export function failureOf(error: unknown): "absent" | "unreadable" {
  const absent = error instanceof Deno.errors.NotFound ||
    error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.IsADirectory || error instanceof Deno.errors.FilesystemLoop;
  return absent ? "absent" : "unreadable";
}

/**
 * Whether a path that cannot be resolved goes through a link that leaves the root.
 *
 * Found by spelling alone along the links that can be seen, because the target may be missing.
 */
function leadsOutside(root: string, path: string, linksLeft: number): boolean {
  if (!isInside(root, path)) return true;
  if (linksLeft === 0) return false;
  const link = firstLink(root, path);
  if (link === undefined) return false;
  const target = resolveFrom(folderOf(link.path), link.target);
  const rest = relativeTo(link.path, path);
  return leadsOutside(root, rest === "" ? target : resolveFrom(target, rest), linksLeft - 1);
}

/** The first link on the way from the root to a path. */
function firstLink(root: string, path: string): { path: string; target: string } | undefined {
  const steps: string[] = [];
  for (let at = path; at !== root && at !== folderOf(at); at = folderOf(at)) steps.unshift(at);
  for (const step of steps) {
    const target = linkTarget(step);
    if (target !== undefined) return { path: step, target };
  }
  return undefined;
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    // Not a link, not there, or not to be read: in each case it is not a link that can be followed.
    return undefined;
  }
}
