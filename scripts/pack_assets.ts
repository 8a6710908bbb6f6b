/**
 * The assets folder of the binary: grammars and texts, gzipped, each under a name ending in `.bin`.
 * @module
 */

import { gzipSync } from "node:zlib";
import { type Asset, assetBytes, TREE_SITTER_CORE } from "../src/platform/assets.ts";
import { extractableLanguages } from "../src/languages/registry.ts";

const OS_BYTE = 9;
const OS_UNKNOWN = 255;

/** Compresses so that the same input gives the same bytes on every operating system. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const packed = new Uint8Array(gzipSync(bytes, { level: 9 }));
  packed[OS_BYTE] = OS_UNKNOWN;
  return packed;
}

/** Every asset that the program may ask for, in order of its name, none twice. */
export function listAssets(): Asset[] {
  const byName = new Map([[TREE_SITTER_CORE.embedded, TREE_SITTER_CORE]]);
  const grammars = extractableLanguages().flatMap(({ symbols }) => symbols.grammars);
  for (const grammar of grammars) {
    const known = byName.get(grammar.embedded);
    if (known !== undefined && known.module !== grammar.module) {
      throw new Error(`Two assets are called "${grammar.embedded}"`);
    }
    byName.set(grammar.embedded, grammar);
  }
  return [...byName.values()].toSorted((a, b) => a.embedded < b.embedded ? -1 : 1);
}

/** Writes all assets into `folder`, which must exist. */
export async function packAssets(folder: string): Promise<void> {
  for (const asset of listAssets()) {
    await Deno.writeFile(`${folder}/${asset.embedded}.bin`, gzip(await assetBytes(asset)));
  }
}
