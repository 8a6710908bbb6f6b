/**
 * ECMAScript modules: relative paths, with the extensions that TypeScript writes for what it compiles to.
 * @module
 */
import { type FileMap, folderOf, inside, joinPath, type ModuleRef } from "./module_ref.ts";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];

/** Extensions that a written one may stand for. */
const COMPILED: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};

/** The file of a relative specifier; undefined for packages and for what is not there. */
export function esModule(files: FileMap, from: string, specifier: string): ModuleRef | undefined {
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return undefined;
  const base = joinPath(folderOf(from), specifier);
  return base === undefined ? undefined : esFile(files, base);
}

/** The file that a path without or with an extension stands for. */
export function esFile(files: FileMap, base: string): ModuleRef | undefined {
  const path = variants(base).find((variant) => files.has(variant));
  return path === undefined ? undefined : { kind: "file", path };
}

function variants(base: string): string[] {
  const extension = /\.[cm]?jsx?$/.exec(base)?.[0];
  const stem = extension === undefined ? base : base.slice(0, -extension.length);
  const compiled = extension === undefined ? [] : COMPILED[extension] ?? [];
  return [
    // The source before what was compiled from it.
    ...compiled.map((other) => stem + other),
    base,
    ...EXTENSIONS.map((other) => base + other),
    ...EXTENSIONS.map((other) => inside(base, `index${other}`)),
  ];
}
