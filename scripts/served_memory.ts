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

const SESSIONS = 50;
const THOUSANDS = 10;
/** Calls of each session, at the same time, between two looks at the size. */
const ROUNDS_PER_THOUSAND = 1_000 / SESSIONS;
const MAX_GROWTH = 1.1;
const FILES = 50;
const MIB = 1024;

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  using repo = tempRepo(
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`f${n}.ts`, source(n)])),
  );
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
  const growth = (means.at(-1) ?? 0) / (means[1] ?? Infinity);
  print(`last thousand / second thousand: ${growth.toFixed(3)}`);
  return growth > MAX_GROWTH ? 1 : 0;
}

function source(n: number): string {
  const lines = Array.from({ length: 40 }, (_, at) => `export function name${n}x${at}() {}\n`);
  return lines.join("");
}

function question(n: number): [string, JsonObject] {
  switch (n % 4) {
    case 0:
      return ["search_text", { query: `name${n % 50}x${n % 37}` }];
    case 1:
      return ["search_text", { query: `name[0-9]+x${n}\\b`, pattern_type: "regex" }];
    case 2:
      return ["search_symbol", { query: `name${n % 61}` }];
    default:
      return ["search_text", { query: "function", limit: 5 + n % 20 }];
  }
}

async function mustAnswer(answer: Promise<JsonObject>): Promise<void> {
  const { error } = await answer;
  if (error !== undefined) throw new Error(JSON.stringify(error));
}

async function residentMib(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) / MIB;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
