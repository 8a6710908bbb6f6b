/**
 * What a token of a file names, and how it is used there.
 * @module
 */
import type { ImportedName, Token } from "../../snapshot/links.ts";
import { asNamedAt, type Entity, type Named, symbolEntity, tokenEntity, twinOf } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import type { Names } from "./names.ts";
import type { Values } from "./values.ts";

/** How sure it is: by scopes and imports, by the type of what stands before, or by the name alone. */
export type Certainty = "resolved" | "inferred" | "name_only";

export interface TokenMeaning {
  /** Undefined if it cannot be told. */
  readonly entity: Entity | undefined;
  readonly certainty: Certainty;
  /** The token declares what it names. */
  readonly declares: boolean;
  /** It names a part of something whose type is not known. */
  readonly isPart: boolean;
  /** What else it names, where it binds a part of something to the same name. */
  readonly also?: Entity | undefined;
}

export class Tokens {
  readonly #names: Names;
  readonly #values: Values;

  constructor(names: Names, values: Values) {
    this.#names = names;
    this.#values = values;
  }

  async meaning(view: FileView, token: Token): Promise<TokenMeaning> {
    const declared = declaredBy(view, token);
    if (declared !== undefined) return told(declared, { declares: true });
    const imported = importOf(view, token);
    if (imported !== undefined) {
      const meaning = told(await this.#names.ofImport(view, imported), {});
      // A name is imported with all that it names.
      const twin = meaning.entity?.kind === "named" ? twinOf(meaning.entity) : undefined;
      return { ...meaning, also: twin };
    }
    const module = modulePartOf(view, token);
    if (module !== undefined) return told(await this.#names.ofImport(view, module), {});
    const binding = view.bindingAt(token.start);
    if (binding !== undefined) {
      const meaning = told(await this.#names.ofBinding(view, binding), { declares: true });
      const part = view.accessOf(token.start);
      return part === undefined ? meaning : {
        ...meaning,
        also: await this.#values.memberOf(view, part.of, token.name),
      };
    }
    const access = view.accessOf(token.start);
    const isKey = view.linked.links.keys.has(token.start);
    if (access !== undefined && isKey && view.linked.rules.modules === "python") {
      const entity = await this.#values.parameterOf(view, access.of, token.name);
      return { entity, certainty: "inferred", declares: false, isPart: false };
    }
    if (access !== undefined) {
      const member = await this.#values.memberOf(view, access.of, token.name);
      const entity = member && asNamedAt(view, member, token);
      return { entity, certainty: "inferred", declares: false, isPart: true };
    }
    if (isKey) {
      return { entity: undefined, certainty: "name_only", declares: false, isPart: true };
    }
    const entity = await this.#values.ofName(view, token.name, token.start);
    return told(entity && asNamedAt(view, entity, token), {});
  }
}

function told(
  entity: Entity | undefined,
  { declares = false }: { declares?: boolean },
): TokenMeaning {
  return { entity, certainty: "resolved", declares, isPart: false };
}

/** The symbol or member that a token declares. */
function declaredBy(view: FileView, token: Token): Named | undefined {
  const symbol = view.symbolNamedAt(token.start);
  // What an `impl` is for is declared elsewhere.
  if (symbol !== undefined && view.symbol(symbol).kind !== "impl") {
    return symbolEntity(view, symbol);
  }
  const { members, fields } = view.linked.links;
  const member = members.get(token.start) ?? fields.find(({ start }) => start === token.start);
  return member === undefined ? undefined : tokenEntity(view, member);
}

/** The import or export that a token is a part of. */
function importOf(view: FileView, token: Token): ImportedName | undefined {
  return view.linked.links.imports.find(({ imported, local, exported, what, module, moduleAt }) => {
    if (imported?.start === token.start) return true;
    // The name of a module's export leads where the export leads.
    if (local?.start === token.start || exported?.start === token.start) return true;
    return what === "module" && module === token.name && moduleAt.start === token.start;
  });
}

/** The module that a token in the middle of a module's dotted path stands for. */
function modulePartOf(view: FileView, token: Token): ImportedName | undefined {
  if (view.linked.rules.modules !== "python") return undefined;
  const around = view.linked.links.imports.find(({ moduleAt, module }) =>
    moduleAt.start <= token.start && token.end <= moduleAt.end &&
    moduleAt.end - moduleAt.start === module.length
  );
  if (around === undefined) return undefined;
  const module = around.module.slice(0, token.end - around.moduleAt.start);
  const { moduleAt, at } = around;
  return { module, moduleAt, at, what: "module", isExport: false };
}
