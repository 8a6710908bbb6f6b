/**
 * What `this`, `self` and the like stand for at a place.
 * @module
 */
import { symbolEntity, type Value } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { findModule } from "./modules/find_module.ts";
import type { FileMap } from "./modules/module_ref.ts";
import { isTypeKind } from "./type_kinds.ts";

/** Whether a name stands for the type around it. */
export function isSelfType(view: FileView, name: string): boolean {
  const { modules } = view.linked.rules;
  return (modules === "rust" && name === "Self") ||
    (modules === "php" && (name === "self" || name === "static"));
}

/** The innermost type around a place, or an object of it. */
export function objectAround(view: FileView, at: number, instance: boolean): Value | undefined {
  const index = view.around(at).find((each) => isTypeKind(view.symbol(each).kind));
  return index === undefined ? undefined : { entity: symbolEntity(view, index), instance };
}

/** The module that `self` stands for where no type is around. */
export function moduleAround(files: FileMap, view: FileView, at: number): Value | undefined {
  if (view.linked.rules.modules !== "rust") return undefined;
  const module = findModule(files, view, "self", at);
  return module && { entity: { kind: "module", module }, instance: false };
}
