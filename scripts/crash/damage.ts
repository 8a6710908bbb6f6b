/**
 * Harm done to a store between two runs: bytes cut off, turned over or lost.
 * @module
 */
import type { Random } from "../random.ts";

const HARMS = ["cut", "flip", "empty", "remove"] as const;

/** Harms one file of the current snapshot or `CURRENT` itself; says what was done. */
export async function damage(store: string, random: Random): Promise<string> {
  const file = await target(store, random);
  const harm = random.pick(HARMS);
  const bytes = await Deno.readFile(file);
  const at = random.below(bytes.length);
  switch (harm) {
    case "cut":
      await Deno.writeFile(file, bytes.subarray(0, at));
      break;
    case "flip":
      await Deno.writeFile(file, bytes.with(at, (bytes[at] ?? 0) ^ (1 << random.below(8))));
      break;
    case "empty":
      await Deno.writeFile(file, new Uint8Array());
      break;
    case "remove":
      await Deno.remove(file);
  }
  return `${harm} ${file} at byte ${at}`;
}

/** `CURRENT` is not removed: a store without it is a new one, not a damaged one. */
async function target(store: string, random: Random): Promise<string> {
  const name = (await Deno.readTextFile(`${store}/CURRENT`)).trim();
  const sections = await Array.fromAsync(Deno.readDir(`${store}/${name}`));
  return `${store}/${name}/${random.pick(sections.map((entry) => entry.name).sort())}`;
}
