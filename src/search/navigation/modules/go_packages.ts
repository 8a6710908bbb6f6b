/**
 * Go packages: folders below the module that `go.mod` names.
 * @module
 */
import { type FileMap, inside, type ModuleRef } from "./module_ref.ts";

/** The folder of an import path; undefined for packages of others. */
export function goPackage(files: FileMap, importPath: string): ModuleRef | undefined {
  for (const folder of files.folders) {
    const manifest = inside(folder, "go.mod");
    if (!files.has(manifest)) continue;
    const name = /^\s*module\s+"?([^\s"]+)/m.exec(files.text(manifest) ?? "")?.[1];
    if (name === undefined) continue;
    const below = importPath === name ? "" : importPath.slice(name.length + 1);
    if (below !== "" && !importPath.startsWith(`${name}/`)) continue;
    const path = below === "" ? folder : inside(folder, below);
    if (files.inFolder(path).some((file) => file.endsWith(".go"))) return { kind: "folder", path };
  }
  return undefined;
}
