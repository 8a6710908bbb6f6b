/**
 * Finds many files of one workspace for one request, each folder's links followed only once.
 *
 * Finding a file alone costs the system several times as much as asking about it where it is known to be.
 * @module
 */
import { resolveInside } from "./containment.ts";
import { childPath, relativeTo } from "./os_paths.ts";

/** Canonical path of each folder that is where its name says, else undefined. */
export class PlainFolders {
  readonly #root: string;
  readonly #known = new Map<string, string | undefined>();
  #last: { readonly path: string; readonly real: string | undefined } | undefined;

  /** `root` has to be canonical. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Where an entry of a folder without links on its way is; undefined for every other path. */
  place(path: string): string | undefined {
    if (path.includes("\0")) return undefined;
    const end = path.lastIndexOf("/");
    const folder = this.#lookUp(path.slice(0, Math.max(0, end)));
    return folder === undefined ? undefined : childPath(folder, path.slice(end + 1));
  }

  /** Most paths follow another of the same folder. */
  #lookUp(path: string): string | undefined {
    if (this.#last?.path !== path) this.#last = { path, real: this.#folder(path) };
    return this.#last.real;
  }

  /** The folder itself, if it is where its name says. */
  folder(path: string): string | undefined {
    return path.includes("\0") ? undefined : this.#folder(path);
  }

  #folder(path: string): string | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    const real = this.#below(path) ?? this.#resolved(path);
    this.#known.set(path, real);
    return real;
  }

  /** What is a folder in a plain folder, and no link, needs no following; that is much quicker to tell. */
  #below(path: string): string | undefined {
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    if (!NAMES_ARE_EXACT || ["", ".", ".."].includes(name)) return undefined;
    const above = this.#folder(path.slice(0, Math.max(0, end)));
    const real = above === undefined ? undefined : childPath(above, name);
    return real !== undefined && isFolder(real) ? real : undefined;
  }

  #resolved(path: string): string | undefined {
    const resolved = resolveInside(this.#root, path);
    const plain = resolved.kind === "inside" && relativeTo(this.#root, resolved.path) === path;
    return plain ? resolved.path : undefined;
  }
}

/** Whether the system takes names as they are spelt; elsewhere it has to be asked how a name is spelt. */
const NAMES_ARE_EXACT = Deno.build.os === "linux";

function isFolder(real: string): boolean {
  try {
    return Deno.lstatSync(real).isDirectory;
  } catch {
    // Following it tells what is wrong.
    return false;
  }
}
