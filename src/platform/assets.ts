/**
 * Where frigg's own files lie: grammars, the worker entry, the notices of third parties.
 *
 * There are two worlds. From source an asset is a file of an npm package in Deno's cache. In the
 * bundle, and so in the binary, it lies gzipped in `assets/` beside the bundle. Nothing else in the
 * program knows the difference.
 * @module
 */

/** A file of an npm package that the binary carries along. */
export interface Asset {
  /** File name in the binary without folder and ending; unique among all assets. */
  readonly embedded: string;
  /** Import specifier of the file from source, as `"web-tree-sitter/web-tree-sitter.wasm"`. */
  readonly module: string;
}

/** The WebAssembly core of tree-sitter, which every grammar needs. */
export const TREE_SITTER_CORE: Asset = {
  embedded: "tree_sitter_core",
  module: "web-tree-sitter/web-tree-sitter.wasm",
};

/** Asset name of the third-party notices; the compile script makes them, no package has them. */
export const NOTICES_NAME = "third_party_notices";

// Not `Deno.build.standalone`: inside a Worker of a compiled binary it is undefined (Deno 2.4.2).
const BUNDLED = !import.meta.url.endsWith(".ts");

/**
 * Reads an asset, decompressed.
 *
 * @throws {Error} with advice if the file is not there
 */
export async function assetBytes(asset: Asset): Promise<Uint8Array<ArrayBuffer>> {
  const url = BUNDLED ? embeddedUrl(asset.embedded) : sourceUrl(asset);
  const bytes = await readOrExplain(url, asset.module);
  return BUNDLED ? await gunzip(bytes) : bytes;
}

/**
 * Folders that a Worker must be allowed to read so that `assetBytes()` works in it.
 *
 * From source that is the npm part of Deno's cache, since each grammar's package has its own folder.
 */
export function assetFolders(): string[] {
  if (BUNDLED) return [pathOf(new URL("./assets", import.meta.url))];
  const core = sourceUrl(TREE_SITTER_CORE);
  const packageName = TREE_SITTER_CORE.module.split("/")[0] ?? "";
  const end = core.pathname.lastIndexOf(`/${packageName}/`);
  return [pathOf(new URL(core.pathname.slice(0, end), core))];
}

/** The module that a Worker of the engine starts with. */
export function workerUrl(): URL {
  return new URL(BUNDLED ? "./worker.js" : "../engine/worker.ts", import.meta.url);
}

/**
 * The licence texts of everything inside the binary.
 *
 * `undefined` from source, where each package has its text beside it.
 */
export async function readNotices(): Promise<string | undefined> {
  if (!BUNDLED) return undefined;
  const bytes = await readOrExplain(embeddedUrl(NOTICES_NAME), NOTICES_NAME);
  return new TextDecoder().decode(await gunzip(bytes));
}

function embeddedUrl(name: string): URL {
  // Deno takes a file whose name ends in ".wasm" for a module and follows its imports.
  return new URL(`./assets/${name}.bin`, import.meta.url);
}

function sourceUrl(asset: Asset): URL {
  let resolved: string;
  try {
    resolved = import.meta.resolve(asset.module);
  } catch (cause) {
    throw missing(asset.module, cause);
  }
  // A package that no module imports and no lock file names comes back as "npm:…".
  if (!resolved.startsWith("file:")) throw missing(asset.module);
  return new URL(resolved);
}

async function readOrExplain(url: URL, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(url);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) throw missing(name, cause);
    throw new Error(`Cannot read asset "${name}"`, { cause });
  }
}

function missing(name: string, cause?: unknown): Error {
  const advice = BUNDLED ? "the binary is incomplete, build it again" : "run `deno install`";
  return new Error(`Cannot find asset "${name}": ${advice}`, { cause });
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Path of a `file:` URL, with the drive letter's slash cut off on Windows. */
function pathOf(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return Deno.build.os === "windows" ? path.slice(1) : path;
}
