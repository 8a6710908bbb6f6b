/**
 * Compares our patterns with ripgrep's over random patterns and texts: `deno task fuzz:regex [--count N] [--seed S]`.
 *
 * Prints every difference and exits 1 if there is one. Pairs that a side refuses are counted beside the N.
 * Where ripgrep's own two engines differ and one agrees with us (`([^ ]{2}a)*a+?` over a Kelvin sign and `aaa`, with
 * case ignored, in 15.0.0), the difference is explained.
 * @module
 */
import { generate, type Generated, randomNumbers } from "../test/search/support/generated_regex.ts";
import { ripgrepFinds, weFind } from "../test/search/support/ripgrep.ts";

const DEFAULT_COUNT = 2_000;
const DEFAULT_SEED = 1;
/** Ripgrep processes at a time. */
const PARALLEL = 8;

export interface Difference {
  readonly pair: Generated;
  readonly ripgrep: readonly string[];
  readonly ours: readonly string[];
}

export interface FuzzReport {
  /** Pairs of which both sides gave matches. */
  readonly compared: number;
  /** Matches in them. */
  readonly matches: number;
  readonly explained: number;
  /** Refused pairs by our code, or as "ripgrep". */
  readonly refused: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

/** Compares `count` pairs of a seed, not counting those that are refused. */
export async function fuzz(count: number, seed: number): Promise<FuzzReport> {
  const random = randomNumbers(seed);
  const report = { compared: 0, matches: 0, explained: 0, refused: new Map<string, number>() };
  const differences: Difference[] = [];
  while (report.compared < count) {
    const length = Math.min(PARALLEL, count - report.compared);
    const pairs = Array.from({ length }, () => generate(random));
    const wanted = await Promise.all(pairs.map((pair) => ripgrepFinds(pair)));
    for (const [index, pair] of pairs.entries()) {
      const ripgrep = wanted[index] ?? [];
      const ours = weFind(pair);
      if (typeof ours === "string" || typeof ripgrep === "string") {
        const who = typeof ours === "string" ? ours : "ripgrep";
        report.refused.set(who, (report.refused.get(who) ?? 0) + 1);
        continue;
      }
      report.compared++;
      report.matches += ours.length;
      if (ours.join() === ripgrep.join()) continue;
      if (await isExplained(pair, ours)) report.explained++;
      else differences.push({ pair, ripgrep, ours });
    }
  }
  return { ...report, differences };
}

async function isExplained(pair: Generated, ours: readonly string[]): Promise<boolean> {
  const other = await ripgrepFinds(pair, ["--pcre2"]);
  return typeof other !== "string" && other.join() === ours.join();
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const count = numberAfter(args, "--count") ?? DEFAULT_COUNT;
  const seed = numberAfter(args, "--seed") ?? DEFAULT_SEED;
  const { compared, matches, explained, refused, differences } = await fuzz(count, seed);
  for (const difference of differences) await print(JSON.stringify(difference, null, 2));
  const refusals = [...refused].map(([who, times]) => `${times} ${who}`).join(", ");
  await print(`seed ${seed}: ${compared} pairs compared, ${matches} matches`);
  await print(`refused: ${refusals}`);
  await print(`${differences.length} differences, ${explained} explained`);
  return differences.length === 0 ? 0 : 1;
}

function numberAfter(args: readonly string[], flag: string): number | undefined {
  const at = args.indexOf(flag);
  if (at < 0) return undefined;
  const value = Number(args[at + 1]);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${flag} needs an integer`);
  return value;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
