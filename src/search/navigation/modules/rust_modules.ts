/**
 * Rust modules: `crate`, `self` and `super`, files beside and folders below.
 *
 * A module is the file of its name, or one written inside of another; which of them is told by the symbols of a file
 * and not here.
 * @module
 */
import { type FileMap, folderOf, inside, type ModuleRef } from "./module_ref.ts";

const ROOTS = ["lib.rs", "main.rs"];

/** The file of the crate that a file belongs to: its nearest `lib.rs` or `main.rs` in a folder above. */
export function crateRoot(files: FileMap, from: string): string | undefined {
  for (let folder = folderOf(from);; folder = folderOf(folder)) {
    const root = ROOTS.map((name) => inside(folder, name)).find((path) => files.has(path));
    if (root !== undefined) return root;
    if (folder === "") return undefined;
  }
}

/** The file of a module that a file declares with `mod name;`. */
export function rustChild(files: FileMap, path: string, name: string): ModuleRef | undefined {
  const folder = childFolder(path);
  const found = [`${name}.rs`, `${name}/mod.rs`].map((file) => inside(folder, file)).find((file) =>
    files.has(file)
  );
  return found === undefined ? undefined : { kind: "file", path: found };
}

/** The file whose module holds a file's module. */
export function rustParent(files: FileMap, path: string): ModuleRef | undefined {
  const folder = isModuleRoot(path) ? folderOf(path) : path.replace(/\.rs$/, "");
  const around = folderOf(folder);
  const candidates = [
    ...(around === "" ? [] : [`${around}.rs`]),
    ...["mod.rs", ...ROOTS].map((file) => inside(around, file)),
  ];
  const found = candidates.find((file) => file !== path && files.has(file));
  return found === undefined ? undefined : { kind: "file", path: found };
}

/** The root file of a crate of the repository by the crate's name. */
export function rustCrate(files: FileMap, name: string): ModuleRef | undefined {
  for (const folder of files.folders) {
    const manifest = inside(folder, "Cargo.toml");
    if (!files.has(manifest)) continue;
    const own = /^\s*name\s*=\s*"([^"]+)"/m.exec(files.text(manifest) ?? "")?.[1];
    if (own?.replaceAll("-", "_") !== name) continue;
    const root = inside(folder, "src/lib.rs");
    if (files.has(root)) return { kind: "file", path: root };
  }
  return undefined;
}

function childFolder(path: string): string {
  return isModuleRoot(path) ? folderOf(path) : path.replace(/\.rs$/, "");
}

function isModuleRoot(path: string): boolean {
  return /(^|\/)(mod|lib|main)\.rs$/.test(path);
}
