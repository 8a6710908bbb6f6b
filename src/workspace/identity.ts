/**
 * The names of a repository: an id that depends on its folder, and one for people.
 * @module
 */
import { sha256Hex } from "../platform/digest.ts";
import { folderOf, relativeTo } from "../platform/os_paths.ts";

const ID_DIGITS = 12;

/**
 * Id of the repository at a canonical root (contract.md §1.7).
 *
 * @example
 * repositoryId("/home/me/My App") // "my-app-" and twelve hex digits
 */
export function repositoryId(root: string): string {
  const slug = displayName(root).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${slug === "" ? "repo" : slug}-${sha256Hex(root).slice(0, ID_DIGITS)}`;
}

/** Name of the root folder; the root of a disk has none and is shown whole. */
export function displayName(root: string): string {
  const name = relativeTo(folderOf(root), root);
  return name === "" ? root : name;
}

const ALIAS = /^repo-(\d{3,})$/;

/** Portable name of the repository adopted at `position`, counted from 0. */
export function aliasOf(position: number): string {
  return `repo-${String(position + 1).padStart(3, "0")}`;
}

/** The id that an alias stands for, or undefined if it is none. */
export function idOfAlias(name: string, adopted: readonly string[]): string | undefined {
  const digits = ALIAS.exec(name)?.[1];
  if (digits === undefined) return undefined;
  const id = adopted[Number(digits) - 1];
  return id !== undefined && aliasOf(Number(digits) - 1) === name ? id : undefined;
}
