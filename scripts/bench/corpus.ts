/**
 * Trees to measure on: packages that the lock file pins, or a copy of any folder.
 *
 * They are copies, because the benchmark edits them.
 * @module
 */
import { cp } from "node:fs/promises";
import { basename, extname } from "node:path";
import { npmCacheFolder } from "../command.ts";
import { exists } from "../exists.ts";

/** What is measured on. */
export interface Corpus {
  readonly name: string;
  readonly root: string;
  readonly files: number;
  readonly bytes: number;
}

export type Size = "small" | "large";

const LOCK = new URL("../../deno.lock", import.meta.url);
const SMALL_PACKAGES = ["ajv", "diff", "hono", "yaml"];
const LARGE_BYTES = 90_000_000;
const SOURCE_ENDINGS = [".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".md"];
/** Larger ones are bundles, which no repository is made of. */
const MAX_SOURCE_BYTES = 300_000;
const LEFT_OUT = [".git", ".frigg", "node_modules"];
/** A word in three files of every corpus. */
export const RARE_WORD = "friggBenchRareWord";
const RARE_FILES = 3;

/** A corpus of packages: some of them once, or all of them as often as it takes. */
export async function packageCorpus(root: string, size: Size): Promise<Corpus> {
  const folders = await packageFolders();
  const wanted = size === "large"
    ? folders
    : folders.filter(({ name }) => SMALL_PACKAGES.includes(name));
  const leastBytes = size === "large" ? LARGE_BYTES : 1;
  let bytes = 0;
  for (let copy = 1; bytes < leastBytes; copy++) {
    for (const { name, path } of wanted) await copySources(path, `${root}/copy${copy}/${name}`);
    bytes = (await measured(root)).bytes;
  }
  return await finished(`packages, ${size}`, root);
}

/** A copy of a folder. */
export async function folderCorpus(root: string, folder: string): Promise<Corpus> {
  const filter = (path: string): boolean => !LEFT_OUT.includes(basename(path));
  await cp(folder, root, { recursive: true, filter });
  return await finished(basename(folder), root);
}

/** A corpus of many small files. */
export async function smallFilesCorpus(root: string, count: number): Promise<Corpus> {
  for (let n = 0; n < count; n++) {
    const folder = `${root}/part${Math.floor(n / 100)}`;
    if (n % 100 === 0) await Deno.mkdir(folder, { recursive: true });
    const text = `export function item${n}(): number {\n  return ${n};\n}\n`;
    await Deno.writeTextFile(`${folder}/item${n}.ts`, text);
  }
  return await finished(`${count} small files`, root);
}

async function finished(name: string, root: string): Promise<Corpus> {
  for (let n = 0; n < RARE_FILES; n++) {
    await Deno.writeTextFile(`${root}/rare${n}.ts`, `export const ${RARE_WORD}${n} = ${n};\n`);
  }
  return { name, root: await Deno.realPath(root), ...await measured(root) };
}

async function measured(root: string): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  for await (const path of filesBelow(root)) {
    files++;
    bytes += (await Deno.lstat(path)).size;
  }
  return { files, bytes };
}

/** The packages of the lock file that are in Deno's cache. */
async function packageFolders(): Promise<{ readonly name: string; readonly path: string }[]> {
  const lock: unknown = JSON.parse(await Deno.readTextFile(LOCK));
  const npm = typeof lock === "object" && lock !== null && "npm" in lock ? lock.npm : undefined;
  const cache = await npmCacheFolder();
  const found: { name: string; path: string }[] = [];
  for (const key of Object.keys(npm ?? {}).sort()) {
    // What follows "_" names the peers it was resolved with.
    const [, name = "", version = ""] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? [];
    for await (const registry of Deno.readDir(cache)) {
      const path = `${cache}/${registry.name}/${name}/${version}`;
      if (await exists(path)) found.push({ name, path });
    }
  }
  return found;
}

async function copySources(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const path of filesBelow(from)) {
    const { size } = await Deno.lstat(path);
    if (!SOURCE_ENDINGS.includes(extname(path)) || size > MAX_SOURCE_BYTES) continue;
    const target = to + path.slice(from.length);
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(path, target);
  }
}

/** Paths of all plain files below a folder. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
    if (isFile) yield `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
  }
}
