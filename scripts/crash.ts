/**
 * Kills the program while it indexes, and checks every answer: `deno task crash [--rounds N] [--seed N]`.
 *
 * Uses the compiled file that FRIGG_BIN names, or else the source. Closes with a line of totals and exits with 1 if
 * anything was wrong.
 * @module
 */
import { parseArgs } from "node:util";
import { ask, type Place } from "./crash/answers.ts";
import { type Arena, round, type RoundReport } from "./crash/round.ts";
import { Tree } from "./crash/tree.ts";
import { Random } from "./random.ts";

const FILES = 120;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: string[]): Promise<number> {
  const options = { rounds: { type: "string" }, seed: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  const rounds = Number(values.rounds ?? 10);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg-crash-" }));
  try {
    const reports = await fire(top, rounds, seed);
    await say(`${summary(reports)}, seed ${seed}`);
    return reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

async function fire(top: string, rounds: number, seed: number): Promise<RoundReport[]> {
  const random = new Random(seed);
  const arena = await openArena(top, random);
  const reports: RoundReport[] = [];
  for (let number = 1; number <= rounds; number++) {
    const report = await round(arena, random);
    reports.push(report);
    for (const found of report.faults) {
      await say(`Round ${number} (${report.moment}): ${found}`);
    }
  }
  return reports;
}

async function openArena(top: string, random: Random): Promise<Arena> {
  const place = (name: string): Place => ({ root: `${top}/tree`, stateDir: `${top}/${name}` });
  const [fired, fresh] = [place("fired"), place("fresh")];
  for (const folder of [fired.root, fired.stateDir, fresh.stateDir]) await Deno.mkdir(folder);
  const tree = new Tree(fired.root, random);
  for (let n = 0; n < FILES; n++) await tree.add();
  // The first index, so that the first round has one to lose.
  await ask(fired, []);
  return { tree, fired, fresh };
}

/** One line about all rounds. */
export function summary(reports: readonly RoundReport[]): string {
  const killed = (moment: RoundReport["moment"]): number =>
    reports.reduce((sum, report) => sum + (report.moment === moment ? report.killed : 0), 0);
  const damaged = reports.filter((report) => report.damaged).length;
  const wrong = reports.reduce((sum, { faults }) => sum + faults.length, 0);
  return `${reports.length} rounds: killed ${killed("any")} at any time, ` +
    `${killed("writing")} while writing, ${killed("swap")} at the swap; ` +
    `${damaged} stores damaged; ${wrong} wrong`;
}

async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(line + "\n"));
}
