/**
 * A tree that changes at random, and what its files hold, so that answers about it can be judged.
 * @module
 */
import { dirname, join } from "node:path";
import type { Random } from "./random.ts";

/** Stands in every line that an edit adds. */
export const MARKER = "churning";
/** Begins the name of every function that an edit adds. */
export const FUNCTION = "churn_";

/** Folder of the files that are added; whole folders are renamed in it. */
const NURSERY = "nursery";

export class ChurnTree {
  readonly root: string;
  readonly #random: Random;
  readonly #originals = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #seen = new Map<string, Set<string>>();
  #serial = 0;

  /** Works on these files of a tree. */
  constructor(root: string, paths: readonly string[], random: Random) {
    this.root = root;
    this.#random = random;
    for (const path of paths) {
      const text = Deno.readTextFileSync(join(root, path));
      this.#originals.set(path, text);
      this.#remember(path, text);
    }
  }

  /** What the files hold now. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Name of the function that was added last. */
  get lastFunction(): string {
    return `${FUNCTION}${this.#serial}`;
  }

  /** Everything a file held since `forget()`. */
  versions(path: string): ReadonlySet<string> {
    return this.#seen.get(path) ?? new Set();
  }

  /** Whether a path was ever one of these files. */
  knows(path: string): boolean {
    return this.#originals.has(path) || this.#seen.has(path) || path.startsWith(`${NURSERY}/`);
  }

  forget(): void {
    this.#seen.clear();
    for (const [path, text] of this.#texts) this.#seen.set(path, new Set([text]));
  }

  /** Does one thing to one file or folder. */
  change(): void {
    this.#random.pick([
      this.#edit,
      this.#edit,
      this.#edit,
      this.#shift,
      this.#add,
      this.#rename,
      this.#remove,
      this.#revert,
      this.#renameFolder,
    ])();
  }

  readonly #edit = (): void => this.#rewrite((text) => `${text}\n${this.#line()}\n`);

  /** Every line below moves. */
  readonly #shift = (): void => this.#rewrite((text) => `${this.#line()}\n${text}`);

  readonly #add = (): void => {
    const folder = this.#random.below(4);
    this.#write(`${NURSERY}/d${folder}/f${++this.#serial}.ts`, `${this.#line()}\n`);
  };

  readonly #rename = (): void => {
    const path = this.#any();
    if (path !== undefined) {
      this.#move(path, `${path.replace(/(_\d+)?\.(\w+)$/, "")}_${++this.#serial}.ts`);
    }
  };

  readonly #remove = (): void => {
    const path = this.#any();
    if (path === undefined) return;
    Deno.removeSync(join(this.root, path));
    this.#texts.delete(path);
  };

  readonly #revert = (): void => {
    const original = this.#random.pick([...this.#originals]);
    this.#write(...original);
  };

  readonly #renameFolder = (): void => {
    const inside = [...this.#texts.keys()].filter((path) => path.startsWith(`${NURSERY}/`));
    if (inside.length === 0) return;
    const from = dirname(this.#random.pick(inside));
    const to = `${NURSERY}/r${++this.#serial}`;
    Deno.renameSync(join(this.root, from), join(this.root, to));
    for (const path of inside.filter((path) => dirname(path) === from)) {
      this.#renamed(path, to + path.slice(from.length));
    }
  };

  #rewrite(change: (text: string) => string): void {
    const path = this.#any();
    if (path !== undefined) this.#write(path, change(this.#texts.get(path) ?? ""));
  }

  #line(): string {
    return `export function ${FUNCTION}${++this.#serial}() { return "${MARKER}"; }`;
  }

  #any(): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#random.pick([...this.#texts.keys()]);
  }

  #write(path: string, text: string): void {
    const file = join(this.root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
    this.#remember(path, text);
  }

  #move(from: string, to: string): void {
    Deno.renameSync(join(this.root, from), join(this.root, to));
    this.#renamed(from, to);
  }

  #renamed(from: string, to: string): void {
    const text = this.#texts.get(from);
    if (text === undefined) throw new Error(`Cannot find "${from}"`);
    this.#texts.delete(from);
    this.#remember(to, text);
  }

  #remember(path: string, text: string): void {
    this.#texts.set(path, text);
    this.#seen.set(path, (this.#seen.get(path) ?? new Set()).add(text));
  }
}
