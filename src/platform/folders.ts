/**
 * Folders that the host makes or looks at before a worker may use them.
 * @module
 */
import * as nodePath from "node:path";
import { failureOf } from "./containment.ts";
import { folderOf, joinPath, relativeTo, resolveFrom } from "./os_paths.ts";

/** Whether a path does not depend on a folder it is seen from. */
export function isAbsolutePath(path: string): boolean {
  return nodePath.isAbsolute(path);
}

/** What is at a path, links not followed: `other` is a file, a link, or what cannot be looked at. */
export function folderKind(path: string): "folder" | "absent" | "other" {
  try {
    return Deno.lstatSync(path).isDirectory ? "folder" : "other";
  } catch (error) {
    return failureOf(error) === "absent" ? "absent" : "other";
  }
}

/** Canonical path of an existing folder, or why there is none. */
export type FoundFolder =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "absent" | "not_a_folder" | "unreadable" };

/** Finds a folder, links followed. */
export function findFolder(path: string): FoundFolder {
  // No folder has such a name, and the system's own functions fail in different ways.
  if (path.includes("\0")) return { kind: "absent" };
  try {
    const real = Deno.realPathSync(path);
    const isFolder = Deno.statSync(real).isDirectory;
    return isFolder ? { kind: "folder", path: real } : { kind: "not_a_folder" };
  } catch (error) {
    return { kind: failureOf(error) };
  }
}

/**
 * Makes a folder with the folders above it, for its owner alone, and gives its canonical path.
 *
 * @throws if the system refuses
 */
export function makePrivateFolder(path: string): string {
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  return Deno.realPathSync(path);
}

/** Makes a folder with the folders above it, as the user's umask has it. Throws if the system refuses. */
export function makeFolder(path: string): void {
  Deno.mkdirSync(path, { recursive: true });
}

/**
 * An absolute path with the links of its folders resolved as far as they exist.
 *
 * The last step is left as it is, so that a link there is still seen as one.
 */
export function canonicalSpelling(path: string): string {
  const tidy = resolveFrom("/", path);
  const folder = folderOf(tidy);
  if (folder === tidy) return tidy;
  const found = findFolder(folder);
  const real = found.kind === "folder" ? found.path : canonicalSpelling(folder);
  return joinPath(real, relativeTo(folder, tidy));
}

/** Runs `use` with a new empty folder of its own, which is gone afterwards with all that is in it. */
export async function withTemporaryFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg_" }));
  try {
    return await use(path);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}
