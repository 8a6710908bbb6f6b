/**
 * What a name stands for where it is written: scopes first, then the module, then what its language adds.
 *
 * Imports are followed to what they import. `undefined` says that nobody here knows.
 * @module
 */
import type { Binding, ImportedName } from "../../snapshot/links.ts";
import { type Entity, EXTERNAL, symbolEntity, tokenEntity } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { findModule } from "./modules/find_module.ts";
import type { ModuleRef } from "./modules/module_ref.ts";
import { moduleIn } from "./modules/python_modules.ts";
import { rustChild } from "./modules/rust_modules.ts";
import { packageOf, separatorOf } from "./packages.ts";
import type { Program } from "./program.ts";
import { firstOf, isDoubtful, isIn, type Local, localOf, topLevel } from "./scopes.ts";

/** Imports of imports, and modules that export all of others. */
const MAX_STEPS = 16;

export class Names {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** What a name stands for at a place. */
  async lookup(view: FileView, name: string, at: number, steps = 0): Promise<Entity | undefined> {
    if (steps > MAX_STEPS) return undefined;
    const local = localOf(view, name, at);
    if (local !== undefined && isDoubtful(view, local, at)) return undefined;
    if (local !== undefined) return await this.#entityOf(view, local, steps);
    return await this.#fromAround(view, name, at, steps);
  }

  /** Whether a scope smaller than the module binds a name at a place. */
  isLocal(view: FileView, name: string, at: number): boolean {
    const local = localOf(view, name, at);
    const [whole] = view.linked.links.scopes;
    return local !== undefined && local.range.start !== whole?.start ||
      local !== undefined && local.range.end !== whole?.end;
  }

  /** The entity of a declared binding. */
  async ofBinding(view: FileView, binding: Binding, steps = 0): Promise<Entity | undefined> {
    const symbol = view.symbolNamedAt(binding.start);
    if (symbol !== undefined) return symbolEntity(view, symbol);
    if (binding.import !== undefined) return await this.#ofImported(view, binding, steps);
    const scope = view.linked.links.scopes[binding.scope];
    const first = firstOf(view, binding);
    const entity = tokenEntity(view, first);
    return binding.scope === 0 || scope === undefined ? entity : { ...entity, within: scope };
  }

  /** Of several imports of one name, such as one for each platform, the first that leads into the repository. */
  async #ofImported(view: FileView, binding: Binding, steps: number): Promise<Entity | undefined> {
    const same = view.bindingsOf(binding.name).filter(({ scope }) => scope === binding.scope);
    let last: Entity | undefined;
    for (const each of [binding, ...same]) {
      const imported = each.import === undefined
        ? undefined
        : view.linked.links.imports[each.import];
      if (imported === undefined) continue;
      last = await this.ofImport(view, imported, steps + 1);
      if (last !== undefined && last.kind !== "external") return last;
    }
    return last;
  }

  /** What an import or a re-export brings. */
  async ofImport(view: FileView, each: ImportedName, steps = 0): Promise<Entity | undefined> {
    if (steps > MAX_STEPS) return undefined;
    if (each.module === "") {
      const local = each.local ?? each.imported;
      return local && await this.lookup(view, local.name, local.start, steps + 1);
    }
    const module = await this.#module(view, each.module, each.at.start, steps);
    if (module?.kind !== "module") return module;
    if (each.what !== "name") return module;
    const name = each.imported?.name ?? "default";
    return await this.exportOf(module.module, name, steps + 1) ?? undefined;
  }

  /** What a module gives under a name. */
  async exportOf(module: ModuleRef, name: string, steps = 0): Promise<Entity | undefined> {
    if (steps > MAX_STEPS) return undefined;
    switch (module.kind) {
      case "namespace":
        return await this.#ofNamespace(module.name, name);
      case "folder":
        return await this.#ofFolder(module.path, name, steps);
      case "file": {
        const view = await this.#program.view(module.path);
        return view && await this.#ofFile(view, module.inner, name, steps);
      }
    }
  }

  async #module(
    view: FileView,
    text: string,
    at: number,
    steps: number,
  ): Promise<Entity | undefined> {
    if (view.linked.rules.modules === "rust") return await this.#rustPath(view, text, at, steps);
    const module = findModule(this.#program.files, view, text);
    return module === undefined ? EXTERNAL : { kind: "module", module };
  }

  /** A path of names, each looked up in what the one before leads to. */
  async #rustPath(
    view: FileView,
    text: string,
    at: number,
    steps: number,
  ): Promise<Entity | undefined> {
    const [head = "", ...rest] = text.split("::").map((part) => part.trim());
    let entity = await this.#rustHead(view, head, at, steps);
    for (const part of rest) {
      if (entity?.kind !== "module") return entity;
      entity = await this.exportOf(entity.module, part, steps + 1);
    }
    return entity;
  }

  async #rustHead(
    view: FileView,
    head: string,
    at: number,
    steps: number,
  ): Promise<Entity | undefined> {
    const { files } = this.#program;
    const module = findModule(files, view, head, at);
    if (module !== undefined) return { kind: "module", module };
    const local = localOf(view, head, at);
    // A `use` may begin with what another one brings, but not with itself.
    const other = local?.binding?.import === undefined ||
      view.linked.links.imports[local.binding.import]?.at.start !== at;
    if (local !== undefined && other) return await this.#entityOf(view, local, steps + 1);
    return EXTERNAL;
  }

  async #entityOf(view: FileView, local: Local, steps: number): Promise<Entity | undefined> {
    if (local.binding !== undefined) return await this.ofBinding(view, local.binding, steps);
    return local.symbol === undefined ? undefined : this.#ofSymbol(view, local.symbol);
  }

  /** A symbol, or the module that a module's symbol stands for. */
  #ofSymbol(view: FileView, index: number): Entity {
    const { kind, name, signature, start, end } = view.symbol(index);
    if (kind !== "module" || view.linked.rules.modules !== "rust") return symbolEntity(view, index);
    const isElsewhere =
      !view.linked.symbols.some((other) => start < other.start && other.end < end) &&
      rustChild(this.#program.files, view.path, name) !== undefined;
    const child = isElsewhere ? rustChild(this.#program.files, view.path, name) : undefined;
    return { kind: "module", module: child ?? { kind: "file", path: view.path, inner: signature } };
  }

  async #fromAround(
    view: FileView,
    name: string,
    at: number,
    steps: number,
  ): Promise<Entity | undefined> {
    if (view.linked.rules.modules === "rust") {
      const module = findModule(this.#program.files, view, name, at);
      if (module !== undefined) return { kind: "module", module };
    }
    const around = packageOf(view, at);
    if (around !== undefined) {
      const own = await this.exportOf(around, name, steps + 1);
      if (own !== undefined) return own;
    }
    for (const each of view.linked.links.imports) {
      if (each.isExport || each.what !== "all") continue;
      const module = await this.#module(view, each.module, each.at.start, steps);
      if (module?.kind !== "module") continue;
      const found = await this.exportOf(module.module, name, steps + 1);
      if (found !== undefined) return found;
    }
    // Nothing in the repository gives the name: it is the language's or a package's.
    return EXTERNAL;
  }

  async #ofNamespace(namespace: string, name: string): Promise<Entity | undefined> {
    for (const style of ["java", "php"] as const) {
      const separator = separatorOf(style);
      const signature = namespace === "" ? name : `${namespace}${separator}${name}`;
      const [found] = await this.#program.bySignature(signature, style);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #ofFolder(folder: string, name: string, steps: number): Promise<Entity | undefined> {
    const { files } = this.#program;
    const python = moduleIn(files, folder, [name]);
    if (python !== undefined) return { kind: "module", module: python };
    for (const path of files.inFolder(folder)) {
      if (!path.endsWith(".go")) continue;
      const view = await this.#program.view(path);
      const found = view && topLevel(view, undefined, name);
      if (view === undefined || found === undefined || found.binding?.import !== undefined) {
        continue;
      }
      return await this.#entityOf(view, found, steps + 1);
    }
    return undefined;
  }

  async #ofFile(
    view: FileView,
    inner: string | undefined,
    name: string,
    steps: number,
  ): Promise<Entity | undefined> {
    const { imports } = view.linked.links;
    const isEs = view.linked.rules.modules === "es";
    const exports = imports.filter(({ isExport }) => isExport);
    const named = exports.filter((each) => each.what !== "all" && exportedName(each) === name);
    // What has no name of its own is a symbol called by its export.
    const telling = named.find(({ module, local, imported }) =>
      module !== "" || local !== undefined || imported !== undefined
    );
    if (telling !== undefined) return await this.ofImport(view, telling, steps + 1);
    const own = topLevel(view, inner, name);
    const hidden = isEs && own?.binding?.import !== undefined;
    if (own !== undefined && !hidden) return await this.#entityOf(view, own, steps + 1);
    return await this.#ofSubmodule(view, inner, name) ??
      await this.#ofStars(view, inner, name, isEs ? exports : imports, steps);
  }

  async #ofStars(
    view: FileView,
    inner: string | undefined,
    name: string,
    imports: readonly ImportedName[],
    steps: number,
  ): Promise<Entity | undefined> {
    if (name === "default") return undefined;
    let unknown = false;
    for (const each of imports) {
      if (each.what !== "all" || !isIn(view, each.at.start, inner)) continue;
      const module = await this.#module(view, each.module, each.at.start, steps + 1);
      if (module?.kind !== "module") {
        unknown = true;
        continue;
      }
      const found = await this.exportOf(module.module, name, steps + 1);
      if (found !== undefined && found.kind !== "external") return found;
    }
    return unknown ? EXTERNAL : undefined;
  }

  async #ofSubmodule(
    view: FileView,
    inner: string | undefined,
    name: string,
  ): Promise<Entity | undefined> {
    const { files } = this.#program;
    const { modules } = view.linked.rules;
    if (modules === "python" && view.path.endsWith("/__init__.py")) {
      const folder = view.path.slice(0, -"/__init__.py".length);
      const module = moduleIn(files, folder, [name]);
      return module === undefined ? undefined : { kind: "module", module };
    }
    if (modules !== "rust" || inner !== undefined) return await Promise.resolve(undefined);
    const module = rustChild(files, view.path, name);
    return module === undefined ? undefined : { kind: "module", module };
  }
}

function exportedName({ exported, imported, local }: ImportedName): string | undefined {
  return (exported ?? imported ?? local)?.name;
}
