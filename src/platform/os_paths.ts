/**
 * Paths of the operating system, and their repository-relative form with `/`.
 * @module
 */
import * as path from "node:path";
import { pathToFileURL } from "node:url";

/** Joins and tidies; never climbs by itself, but `..` in a part does. */
export function joinPath(...parts: string[]): string {
  return path.join(...parts);
}

/** Joins a tidy path and one name; much faster than to tidy the whole. */
export function childPath(folder: string, name: string): string {
  const plain = name !== "" && !name.startsWith(".") && !folder.endsWith(path.sep) &&
    !(path.sep === "\\" && /[/\\:]/.test(name));
  return plain ? folder + path.sep + name : path.join(folder, name);
}

/** The folder of a path; a root is its own folder. */
export function folderOf(file: string): string {
  return path.dirname(file);
}

/** `target` as seen from `base`: absolute as it is, otherwise below it, with `.` and `..` worked out by spelling. */
export function resolveFrom(base: string, target: string): string {
  return path.resolve(base, target);
}

/** Whether an absolute, tidy path is `root` or below it. */
export function isInside(root: string, target: string): boolean {
  if (target === root) return true;
  return target.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

/** The part of `target` below `root`, with `/`; "" for the root itself. */
export function relativeTo(root: string, target: string): string {
  const relative = path.relative(root, target);
  return path.sep === "/" ? relative : relative.replaceAll(path.sep, "/");
}

/** The `file:` address of an absolute path. */
export function fileUri(absolute: string): string {
  return pathToFileURL(absolute).href;
}
