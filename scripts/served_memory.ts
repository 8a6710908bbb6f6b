/**
 * Measures whether a server over HTTP grows with calls: `deno task memory:http` lets 50 sessions make 10,000.
 *
 * Ends with exit code 1 if the last thousand calls find a tenth more resident than the second thousand. FRIGG_BIN
 * names the file that serves, by default the source. Linux only: the size is read from /proc.
 * @module
 */
import type { JsonObject } from "../src/contract/json.ts";
import { tempRepo } from "../test/support/repo.ts";
import { ServedProgram } from "../test/support/served.ts";
import { judgeGrowth, memoryTree, print, question } from "./memory_growth.ts";

const SESSIONS = 50;
const THOUSANDS = 10;
/** Calls of each session, at the same time, between two looks at the size. */
const ROUNDS_PER_THOUSAND = 1_000 / SESSIONS;
const MIB = 1024;

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  using repo = tempRepo(memoryTree());
  await using server = await ServedProgram.start(["--workspace-root", repo.root]);
  const clients = await Promise.all(Array.from({ length: SESSIONS }, () => server.client()));
  for (const ask of clients) await ask("workspace", {});
  const means: number[] = [];
  let calls = 0;
  for (let thousand = 0; thousand < THOUSANDS; thousand++) {
    let sum = 0;
    for (let round = 0; round < ROUNDS_PER_THOUSAND; round++) {
      await Promise.all(clients.map((ask) => mustAnswer(ask(...question(calls++)))));
      sum += await residentMib(server.pid);
    }
    means.push(sum / ROUNDS_PER_THOUSAND);
    print(`${calls} calls: ${Math.round(means.at(-1) ?? 0)} MiB`);
  }
  return judgeGrowth(means);
}

async function mustAnswer(answer: Promise<JsonObject>): Promise<void> {
  const { error } = await answer;
  if (error !== undefined) throw new Error(JSON.stringify(error));
}

async function residentMib(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) / MIB;
}
