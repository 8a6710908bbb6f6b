/**
 * Packages of the repository itself, by the names that their `package.json` gives them.
 *
 * What `exports` says about compiled files is not followed; the source that lies at the same place is.
 * @module
 */
import { esFile } from "./es_modules.ts";
import { type FileMap, inside, type ModuleRef } from "./module_ref.ts";

/** The file of a package specifier; undefined for packages of others. */
export function ownPackage(files: FileMap, specifier: string): ModuleRef | undefined {
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  if (name === undefined) return undefined;
  const below = specifier.slice(name.length + 1);
  for (const folder of files.folders) {
    const manifest = inside(folder, "package.json");
    if (!files.has(manifest) || nameIn(files.text(manifest)) !== name) continue;
    const bases = ["src", "", "lib", "source"].map((part) => inside(folder, part));
    for (const base of bases.map((part) => inside(part, below))) {
      const found = esFile(files, base.replace(/\/$/, ""));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function nameIn(text: string | undefined): string | undefined {
  return /^\s*"name"\s*:\s*"([^"]+)"/m.exec(text ?? "")?.[1];
}
