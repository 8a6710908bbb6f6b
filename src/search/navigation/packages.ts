/**
 * What surrounds a file without being imported: its package or its name space.
 * @module
 */
import type { ModuleStyle } from "../../snapshot/linker.ts";
import type { FileView } from "./file_view.ts";
import { folderOf, type ModuleRef } from "./modules/module_ref.ts";

/** Between a name space and what it holds. */
export function separatorOf(style: ModuleStyle): string {
  return style === "php" ? "\\" : ".";
}

/** The package that a place belongs to; undefined in languages whose files stand alone. */
export function packageOf(view: FileView, at: number): ModuleRef | undefined {
  switch (view.linked.rules.modules) {
    case "go":
      return { kind: "folder", path: folderOf(view.path) };
    case "java":
    case "php":
      return { kind: "namespace", name: namespaceAt(view, at) };
    case "es":
    case "python":
    case "rust":
      return undefined;
  }
}

/** The name space in force at a place: the one around it, or the last that begins before it. */
export function namespaceAt(view: FileView, at: number): string {
  const declared = view.linked.symbols.filter(({ kind, start, container }) =>
    kind === "module" && container < 0 && start <= at
  );
  return declared.at(-1)?.signature ?? "";
}
