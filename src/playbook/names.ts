/**
 * Portable names: what differs between machines, folders and sessions is renamed, the same way everywhere in a run.
 *
 * Repositories and their folders become aliases; handles, continuations, scopes and snapshot tokens are numbered in
 * order of first appearance. Keys are visited in sorted order, so a number says nothing about how an answer was made.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import type { RunRepository } from "./host.ts";
import { SOURCE_FIELDS, VOLATILE_FIELDS } from "./volatile.ts";

type TokenKind = "handle" | "continuation" | "scope" | "snapshot";

const TOKEN_FIELDS: ReadonlyMap<string, TokenKind> = new Map([
  ["result_handle", "handle"],
  ["continuation", "continuation"],
  ["target_scope", "scope"],
  ["snapshot_token", "snapshot"],
  ["snapshot_id", "snapshot"],
  ["compatible_snapshot_id", "snapshot"],
]);

/** Names of one run; later answers reuse the numbers that earlier ones gave. */
export class PortableNames {
  readonly #repositories: () => readonly RunRepository[];
  readonly #tokens = new Map<string, string>();
  readonly #counts = new Map<TokenKind, number>();

  /** `repositories` is asked each time, because a step may adopt another. */
  constructor(repositories: () => readonly RunRepository[]) {
    this.#repositories = repositories;
  }

  /** An answer as a trace holds it: renamed, without volatile fields. */
  answer(response: Json): Json {
    this.#number(response);
    return this.#rename(response, undefined);
  }

  /** Params, messages and inputs: renamed, nothing left out. */
  value(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.value(member ?? null)]),
    );
  }

  /** A text with every folder, repository id and token in it renamed. */
  text(text: string): string {
    return this.#renameWords(this.#renameFolders(text));
  }

  /** The alias of a repository, for rows that name it by id or alias. */
  alias(repositoryId: string): string | undefined {
    return this.#repositories().find(({ id, alias }) =>
      id === repositoryId || alias === repositoryId
    )
      ?.alias;
  }

  /** What of a text would tell where the run was made; undefined for a portable text. */
  foreign(text: string): string | undefined {
    const ids = new Set(this.#repositories().map(({ id }) => id));
    return this.#folders().map(([folder]) => folder)
      .find((folder) => folderPattern(folder).test(text)) ??
      Array.from(text.matchAll(WORD), ([word]) => word).find((word) => ids.has(word));
  }

  #number(value: Json | undefined): void {
    if (Array.isArray(value)) { for (const item of value) this.#number(item); }
    else if (isJsonObject(value)) {
      for (const key of Object.keys(value).sort()) {
        const member = value[key];
        const kind = tokenKind(key);
        if (kind !== undefined && typeof member === "string") this.#mint(kind, member);
        else if (!VOLATILE_FIELDS.has(key)) this.#number(member);
      }
    }
  }

  #mint(kind: TokenKind, token: string): void {
    const isNamed = this.#tokens.has(token) || token.startsWith(`${kind}#`);
    if (isNamed || token === "") return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#tokens.set(token, `${kind}#${count}`);
  }

  #rename(value: Json, key: string | undefined): Json {
    if (typeof value === "string") return this.#renameString(value, key);
    if (Array.isArray(value)) return value.map((item) => this.#rename(item, key));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => member !== undefined && !VOLATILE_FIELDS.has(name))
        .map(([name, member]) => [name, this.#rename(member ?? null, name)]),
    );
  }

  #renameString(text: string, key: string | undefined): string {
    if (key !== undefined && SOURCE_FIELDS.has(key)) return text;
    if (key === "display_name") {
      return this.#repositories().find(({ displayName }) => displayName === text)?.alias ?? text;
    }
    return this.text(text);
  }

  #renameWords(text: string): string {
    const ids = new Map(this.#repositories().map(({ id, alias }) => [id, alias]));
    return text.replace(
      WORD,
      (word) => this.#tokens.get(word) ?? ids.get(word) ?? word,
    );
  }

  #renameFolders(text: string): string {
    return this.#folders().reduce((renamed, [folder, alias]) => {
      return renamed.replace(folderPattern(folder), () => alias);
    }, text);
  }

  /** Folders with their aliases, inner ones first. */
  #folders(): readonly (readonly [string, string])[] {
    return this.#repositories().flatMap(({ root, storagePath, alias }) => {
      const storage = storagePath === undefined ? [] : [[storagePath, alias] as const];
      return [[root, alias] as const, ...storage];
    }).sort(([a], [b]) => b.length - a.length);
  }
}

/** Ids and tokens are whole words: runs of letters, digits, `_` and `-`. */
const WORD = /[A-Za-z0-9_-]+/g;

/** Of what kind the token in a field is; undefined for a field that holds none. */
export function tokenKind(key: string): TokenKind | undefined {
  return TOKEN_FIELDS.get(key) ?? (key.endsWith("_result_handle") ? "handle" : undefined);
}

/** The folder where it is one: neither the end of a longer path nor the beginning of a longer name. */
function folderPattern(folder: string): RegExp {
  const literal = folder.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(
    `(?<![\\p{L}\\p{N}._-])${literal}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    "gu",
  );
}
