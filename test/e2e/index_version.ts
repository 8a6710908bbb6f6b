/**
 * Stored indexes of other versions.
 * @module
 */
import { createHash } from "node:crypto";
import type { Checkout } from "./frigg.ts";

/** Rewrites the headers of all sections, undamaged but with another version. */
export async function setSchema(repo: Checkout, schema: number): Promise<void> {
  const snapshot = `${repo.root}/.frigg/${repo.read(".frigg/CURRENT").trim()}`;
  for await (const { name } of Deno.readDir(snapshot)) {
    const file = await Deno.readFile(`${snapshot}/${name}`);
    const end = file.indexOf(10);
    const header = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
    const line = JSON.stringify({ ...header, schema });
    const digest = createHash("sha256").update(line).digest("hex");
    const rest = file.subarray(end + 1 + digest.length + 1);
    const bytes = new Blob([`${line}\n${digest}\n`, rest]);
    await Deno.writeFile(`${snapshot}/${name}`, await bytes.bytes());
  }
}
