/**
 * A small tree in several languages that changes at random: files come, go, move and get other words.
 * @module
 */
import { dirname } from "node:path";
import type { Random } from "../random.ts";

/** Words in the files: each is asked for. */
export const WORDS = ["alpha", "bravo", "charlie", "delta", "echoes"] as const;
/** Every definition's name begins with one of these. */
export const NAMES = ["makeItem", "readItem", "DropItem"] as const;

const LANGUAGES = [
  { ending: "ts", define: (name: string) => `export function ${name}() {}` },
  { ending: "py", define: (name: string) => `def ${name}():\n    pass` },
  { ending: "go", define: (name: string) => `func ${name}() {}` },
  { ending: "rs", define: (name: string) => `fn ${name}() {}` },
  { ending: "md", define: (name: string) => `# ${name}` },
] as const;
const FOLDERS = ["", "src/", "src/deep/er/", "docs/", "test/"] as const;
const MOST_LINES = 400;

export class Tree {
  readonly root: string;
  readonly #random: Random;
  readonly #paths: string[] = [];
  #made = 0;

  constructor(root: string, random: Random) {
    this.root = root;
    this.#random = random;
  }

  /** Paths of all files. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Makes `count` changes, most of them new contents. */
  async change(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.#changeOne();
  }

  async add(): Promise<void> {
    const { ending } = this.#random.pick(LANGUAGES);
    const path = `${this.#random.pick(FOLDERS)}file${this.#made++}.${ending}`;
    this.#paths.push(path);
    await this.#write(path);
  }

  async #changeOne(): Promise<void> {
    const path = this.#random.pick(this.#paths);
    switch (this.#random.below(8)) {
      case 0:
        return await this.add();
      case 1:
        return await this.#remove(path);
      case 2:
        return await this.#move(path);
      default:
        return await this.#write(path);
    }
  }

  async #write(path: string): Promise<void> {
    await Deno.mkdir(dirname(this.#at(path)), { recursive: true });
    await Deno.writeTextFile(this.#at(path), this.#text(path));
  }

  async #remove(path: string): Promise<void> {
    // Something must be left to change.
    if (this.#paths.length === 1) return;
    this.#paths.splice(this.#paths.indexOf(path), 1);
    await Deno.remove(this.#at(path));
  }

  async #move(path: string): Promise<void> {
    const to = path.replace(/file\d+/, `file${this.#made++}`);
    this.#paths.splice(this.#paths.indexOf(path), 1, to);
    await Deno.rename(this.#at(path), this.#at(to));
  }

  #text(path: string): string {
    const language = LANGUAGES.find(({ ending }) => path.endsWith(`.${ending}`));
    const lines = Array.from({ length: this.#random.below(MOST_LINES) }, () => {
      const name = `${this.#random.pick(NAMES)}${this.#random.below(1000)}`;
      return this.#random.oneIn(4) && language !== undefined
        ? language.define(name)
        : `// ${this.#random.pick(WORDS)} ${name}`;
    });
    return lines.map((line) => `${line}\n`).join("");
  }

  #at(path: string): string {
    return `${this.root}/${path}`;
  }
}
