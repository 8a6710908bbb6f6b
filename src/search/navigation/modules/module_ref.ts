/**
 * What a module's name leads to, and how it is found: by files alone, without looking into them.
 * @module
 */

/** A file, or a module written inside of it; all files of a folder; or whatever declares a name space. */
export type ModuleRef =
  | { readonly kind: "file"; readonly path: string; readonly inner?: string }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "namespace"; readonly name: string };

/** The files of a repository by their paths. */
export interface FileMap {
  has(path: string): boolean;
  /** The text of a small file; undefined if it cannot be had. */
  text(path: string): string | undefined;
  /** Paths of the files right in a folder, "" for the root. */
  inFolder(folder: string): readonly string[];
  /** Every folder that holds a file, "" for the root. */
  readonly folders: ReadonlySet<string>;
  /** Names that the configuration nearest to a folder gives to paths. */
  aliasesAt(folder: string): readonly PathAlias[];
}

/** A pattern of module names, and the paths in which `*` stands for what it left open. */
export interface PathAlias {
  /** The pattern has no `*`: `prefix` is all of it. */
  readonly exact: boolean;
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly string[];
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** A relative path from a folder; undefined if it leaves the root. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

export function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A folder and those around it, innermost first, "" last. */
export function upward(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), ""];
}
