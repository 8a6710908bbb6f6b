/**
 * `SHA256SUMS`: the digests of a release's files, as `sha256sum --check` reads them.
 * @module
 */
import { sha256Hex } from "../../src/platform/digest.ts";

export interface Sum {
  readonly file: string;
  readonly sha256: string;
}

/** Digests of the files of a folder, by name; those that the list itself would contradict are left out. */
export async function sumsOf(folder: string, leaveOut: readonly string[]): Promise<Sum[]> {
  const files: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && !leaveOut.includes(name)) files.push(name);
  }
  const sums: Sum[] = [];
  for (const file of files.toSorted()) {
    sums.push({ file, sha256: sha256Hex(await Deno.readFile(`${folder}/${file}`)) });
  }
  return sums;
}

/** Two spaces between digest and name: text mode. */
export function sumsText(sums: readonly Sum[]): string {
  return sums.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
}
