/**
 * Python modules: packages are folders, dots in front count folders up.
 * @module
 */
import { type FileMap, folderOf, inside, type ModuleRef, upward } from "./module_ref.ts";

/** Where a dotted name leads, from the file that imports it; undefined for what is not in the repository. */
export function pythonModule(files: FileMap, from: string, name: string): ModuleRef | undefined {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name.slice(dots).split(".").filter((part) => part !== "");
  const folders = upward(folderOf(from));
  if (dots > 0) {
    const base = folders[dots - 1];
    return base === undefined ? undefined : moduleIn(files, base, parts);
  }
  // Installed packages start at a folder nobody names: the outermost that fits, and `src` beside it.
  for (const folder of folders.toReversed()) {
    const found = moduleIn(files, folder, parts) ??
      moduleIn(files, inside(folder, "src"), parts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A module below a folder: a file, a package, or a folder of modules. */
export function moduleIn(
  files: FileMap,
  folder: string,
  parts: readonly string[],
): ModuleRef | undefined {
  const path = parts.reduce(inside, folder);
  const candidates = [
    ...(parts.length === 0 ? [] : [`${path}.py`]),
    inside(path, "__init__.py"),
  ];
  const file = candidates.find((candidate) => files.has(candidate));
  if (file !== undefined) return { kind: "file", path: file };
  const isFolder = parts.length > 0 && files.inFolder(path).some((each) => each.endsWith(".py"));
  return isFolder ? { kind: "folder", path } : undefined;
}
