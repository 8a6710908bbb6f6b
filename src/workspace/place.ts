/**
 * Which repository a client's path belongs to.
 *
 * Looks at names only; the worker that opens the file checks again where it really leads.
 * @module
 */
import { refusal } from "../platform/files.ts";
import { canonicalSpelling, isAbsolutePath } from "../platform/folders.ts";
import { isInside, relativeTo, resolveFrom } from "../platform/os_paths.ts";
import { asItLooks } from "./look_alikes.ts";
import type { Place, Repository } from "./workspace.ts";

export interface Candidates {
  /** Repositories of the request, the session's default first; never empty. */
  readonly scope: readonly Repository[];
  /** Others that an absolute path may name. */
  readonly known: readonly Repository[];
}

/** @throws {ToolError} access_denied for a path outside every root, whether or not something is there */
export function placeOf(path: string, { scope, known }: Candidates): Place {
  if (isAbsolutePath(path)) return placeOfAbsolute(path, [...scope, ...known]);
  const [first, ...others] = scope;
  // A path that only looks as if it left is no file's name that anybody means.
  const leaves = (root: string): boolean =>
    [path, asItLooks(path)].some((spelling) => !isInside(root, resolveFrom(root, spelling)));
  if (first === undefined || leaves(first.root)) throw refusal("outside", path);
  const holds = (repository: Repository): boolean => repository.holds(path);
  const repository = others.length === 0 || holds(first) ? first : others.find(holds) ?? first;
  return { repository, path };
}

/** Tried as spelled, and then with links resolved, because a root may be reached under several names. */
function placeOfAbsolute(path: string, repositories: readonly Repository[]): Place {
  for (const spelling of [resolveFrom("/", path), canonicalSpelling(path)]) {
    const repository = repositories.find(({ root }) => isInside(root, spelling));
    if (repository !== undefined) {
      return { repository, path: relativeTo(repository.root, spelling) };
    }
  }
  throw refusal("outside", path);
}
