/**
 * Bundling: one module with everything it imports, the same bytes on every machine.
 *
 * Needs the bundler of Deno 2.9; that of 2.4 cannot read some of our packages.
 * @module
 */

import { relative } from "node:path";
import { capture, denoCommand, npmCacheFolder } from "./command.ts";

const OLDEST_BUNDLER = [2, 9] as const;

/** Whether this Deno's bundler can make our bundle. */
export function canBundle(version: string = Deno.version.deno): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_BUNDLER[0] || (major === OLDEST_BUNDLER[0] && minor >= OLDEST_BUNDLER[1]);
}

/**
 * Bundles a module of the project in `folder` into one text.
 *
 * @throws {Error} with the bundler's report if it fails
 */
export async function bundle(entry: string, folder: string): Promise<string> {
  const args = ["bundle", "--quiet", "--platform", "deno", entry];
  const { code, stdout, stderr } = await capture(denoCommand(args, folder));
  if (code !== 0) throw new Error(`Cannot bundle "${entry}":\n${stderr}`);
  return portable(stdout, await cachePrefixes(folder));
}

/**
 * Replaces the paths into this machine's cache.
 *
 * The bundler names each file by its path from the working folder, which would put the home
 * folder's name into the binary and make its bytes differ from machine to machine.
 */
export function portable(text: string, prefixes: readonly string[]): string {
  return prefixes.reduce((changed, prefix) => changed.replaceAll(prefix, "npm/"), text);
}

async function cachePrefixes(folder: string): Promise<string[]> {
  const cache = await npmCacheFolder();
  // The bundler prints real paths, and so must we: a temporary folder may lie behind a link.
  const seen = relative(await Deno.realPath(folder), await Deno.realPath(cache));
  const prefixes: string[] = [];
  for await (const { name } of Deno.readDir(cache)) {
    prefixes.push(`${seen}/${name}/`.replaceAll("\\", "/"));
  }
  return prefixes;
}
