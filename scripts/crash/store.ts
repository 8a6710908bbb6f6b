/**
 * What a store holds, seen from outside.
 * @module
 */
import { basename } from "node:path";

/** Differs between equal trees: it holds times. */
const TIMES = "stats";
const SNAPSHOTS_KEPT = 2;

/** Digests of the sections of the current snapshot, but for that of the times. */
export async function sectionsOf(store: string): Promise<string> {
  const name = (await Deno.readTextFile(`${store}/CURRENT`)).trim();
  const lines: string[] = [];
  for await (const { name: section } of Deno.readDir(`${store}/${name}`)) {
    if (section === TIMES) continue;
    const bytes = await Deno.readFile(`${store}/${name}/${section}`);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    lines.push(`${section} ${Array.from(digest, (byte) => byte.toString(16)).join(".")}`);
  }
  return lines.sort().join("\n");
}

/** What is in a store and should not be; undefined if there is nothing. */
export async function leftovers(store: string): Promise<string | undefined> {
  const names = (await Array.fromAsync(Deno.readDir(store))).map(({ name }) => name).sort();
  const snapshots = names.filter((name) => name.startsWith("snap-"));
  const others = names.filter((name) => !snapshots.includes(name));
  const right = others.join() === ".gitignore,CURRENT,LOCK" && snapshots.length <= SNAPSHOTS_KEPT;
  const whole = (await Deno.readTextFile(`${store}/.gitignore`)) === "*\n";
  return right && whole ? undefined : `${basename(store)} holds ${names.join(", ")}`;
}
