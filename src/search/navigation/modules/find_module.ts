/**
 * Where the name of a module leads, by the rules of the language that speaks of it.
 * @module
 */
import type { FileView } from "../file_view.ts";
import { esModule } from "./es_modules.ts";
import { goPackage } from "./go_packages.ts";
import type { FileMap, ModuleRef } from "./module_ref.ts";
import { ownPackage } from "./package_json.ts";
import { pythonModule } from "./python_modules.ts";
import { crateRoot, rustCrate, rustParent } from "./rust_modules.ts";
import { aliasedModule } from "./tsconfig.ts";

/** The module; undefined if it is none of the repository. For Rust, `text` is the first part of a path. */
export function findModule(
  files: FileMap,
  view: FileView,
  text: string,
  at = 0,
): ModuleRef | undefined {
  switch (view.linked.rules.modules) {
    case "es":
      return esModule(files, view.path, text) ?? aliasedModule(files, view.path, text) ??
        ownPackage(files, text);
    case "python":
      return pythonModule(files, view.path, text);
    case "go":
      return goPackage(files, text);
    case "rust":
      return rustHead(files, view, text, at);
    case "java":
    case "php":
      return { kind: "namespace", name: text.replace(/^\\/, "") };
  }
}

function rustHead(files: FileMap, view: FileView, head: string, at: number): ModuleRef | undefined {
  const inner = innerModule(view, at);
  switch (head) {
    case "crate": {
      const path = crateRoot(files, view.path);
      return path === undefined ? undefined : { kind: "file", path };
    }
    case "self":
      return { kind: "file", path: view.path, ...(inner === undefined ? {} : { inner }) };
    case "super": {
      if (inner === undefined) return rustParent(files, view.path);
      const around = inner.includes("::") ? inner.slice(0, inner.lastIndexOf("::")) : undefined;
      return { kind: "file", path: view.path, ...(around === undefined ? {} : { inner: around }) };
    }
    default:
      return rustCrate(files, head);
  }
}

/** Qualified name of the module that is written around a place of a file. */
function innerModule(view: FileView, at: number): string | undefined {
  const index = view.around(at).find((each) => view.symbol(each).kind === "module");
  return index === undefined ? undefined : view.symbol(index).signature;
}
