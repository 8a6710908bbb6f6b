/**
 * THIRD_PARTY_NOTICES: the licence text of everything that the binary contains.
 *
 * Which packages those are is read off the bundles, since a bundler leaves out what nobody imports.
 * @module
 */

import { fileURLToPath } from "node:url";
import type { Asset } from "../src/platform/assets.ts";
import { npmCacheFolder } from "./command.ts";
import { exists } from "./exists.ts";

/** A package in one version; the pair names its folder in the cache. */
export interface PackageId {
  readonly name: string;
  readonly version: string;
}

const PACKAGE_PATH = "((?:@[^/\\s]+/)?[^/\\s]+)/([^/\\s]+)/";
const BUNDLED_FILE = new RegExp(`^\\s*// npm/${PACKAGE_PATH}`, "gm");
const LICENCE_FILE = /^(licen[cs]e|copying|notice|third.?party|cgmanifest)/i;
const RULE = "-".repeat(80);

const RUNTIME_NOTICE = `Deno (the runtime this program is compiled with)

MIT License

Copyright 2018-2026 the Deno authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

Deno contains V8, Copyright 2014 the V8 project authors (BSD-3-Clause), and
further libraries whose terms its source distribution lists.`;

/** Packages of which a bundle contains at least one file. */
export function packagesInBundle(bundleText: string): PackageId[] {
  return [...bundleText.matchAll(BUNDLED_FILE)]
    .map(([, name = "", version = ""]) => ({ name, version }));
}

/**
 * Writes the notices of the given bundles and assets, in order of the packages' names.
 *
 * @throws {Error} if a package has no licence text: then somebody has to look for it
 */
export async function buildNotices(
  bundles: readonly string[],
  assets: readonly Asset[],
): Promise<string> {
  const cache = await npmCacheFolder();
  const packages = new Map<string, string>();
  const wanted = [...bundles.flatMap(packagesInBundle), ...assets.map(packageOfAsset)];
  for (const { name, version } of wanted) {
    const title = `${name} ${withoutCopyNumber(version)}`;
    if (!packages.has(title)) packages.set(title, await licenceTexts(cache, { name, version }));
  }
  const parts = [...packages.entries()].toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([title, texts]) => `${title}\n\n${texts}`);
  return [RUNTIME_NOTICE, ...parts].join(`\n\n${RULE}\n\n`) + "\n";
}

function packageOfAsset(asset: Asset): PackageId {
  const file = fileURLToPath(import.meta.resolve(asset.module)).replaceAll("\\", "/");
  const name = asset.module.split("/").slice(0, asset.module.startsWith("@") ? 2 : 1).join("/");
  const [, version = ""] = new RegExp(`/${name}/([^/]+)/`).exec(file) ?? [];
  return { name, version };
}

/** Deno keeps a package twice, as `1.2.3_1`, if its peers differ. */
function withoutCopyNumber(version: string): string {
  return version.replace(/_\d+$/, "");
}

async function licenceTexts(cache: string, { name, version }: PackageId): Promise<string> {
  for await (const registry of Deno.readDir(cache)) {
    const folder = `${cache}/${registry.name}/${name}/${version}`;
    const texts = await readLicences(folder);
    if (texts.length > 0) return texts.join("\n\n");
  }
  throw new Error(`Cannot find a licence text in package "${name}" ${version}`);
}

async function readLicences(folder: string): Promise<string[]> {
  if (!await exists(folder)) return []; // the package is from another registry
  const names: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && LICENCE_FILE.test(name)) names.push(name);
  }
  const texts = await Promise.all(
    names.toSorted().map((name) => Deno.readTextFile(`${folder}/${name}`)),
  );
  return texts.map((text) => text.replaceAll("\r\n", "\n").trim());
}
