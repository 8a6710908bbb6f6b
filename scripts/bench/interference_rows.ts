/**
 * What a search that burns a second costs whoever asks meanwhile: two clients of one server over HTTP.
 *
 * The delay of a small call is its median beside the heavy search less its median alone, so that the cost of HTTP
 * does not count.
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../../src/contract/json.ts";
import { Random } from "../random.ts";
import { ServedProgram } from "../../test/support/served.ts";
import { cost, type Row } from "./row.ts";
import { median, timed, times } from "./timing.ts";

/** Bound of a delay. */
const DELAY_MS = 50;
/** The least that the heavy search must take. */
const BURN_MS = 1_000;
const SAMPLES = 40;
/** Until the heavy search is surely under way. */
const HEAD_START_MS = 50;
/** Lines of two letters by chance, some 4 MB a file: hard for a pattern that counts. */
const LINE_CHARS = 100_000;
const LINES = 40;
const FILES = 2;
/** Rounds of the heavy search without a sample after which the machine is too fast for this measurement. */
const MAX_EMPTY_ROUNDS = 20;

let burnt = 0;

/** Keeps a thousand states at every character; another one each time, since counts are remembered. */
function heavySearch(): JsonObject {
  const query = `a.{${MOST_COUNTED - burnt++}}b`;
  return { query, pattern_type: "regex", count_only: true, path_regex: "^slow" };
}
const MOST_COUNTED = 1_000;

type Ask = (tool: string, args: JsonObject) => Promise<JsonObject>;

interface Small {
  readonly name: string;
  readonly tool: string;
  readonly args: JsonObject;
}

const SMALL: readonly Small[] = [
  { name: "read_file", tool: "read_file", args: { path: "small.ts" } },
  { name: "search_symbol", tool: "search_symbol", args: { query: "needle" } },
  { name: "search_text", tool: "search_text", args: { query: "needle", path_regex: "^small" } },
];

export async function interferenceRows(top: string): Promise<Row[]> {
  const [busy, other] = [`${top}/busy`, `${top}/other`];
  for (const root of [busy, other]) await writeTree(root);
  const roots = ["--workspace-root", busy, "--workspace-root", other];
  await using server = await ServedProgram.start([...roots, "--state-dir", `${top}/states`]);
  const heavy = await server.client();
  const small = await server.client();
  for (const ask of [heavy, small]) await ask("workspace", {});
  await mustAnswer(small, "search_text", { query: "needle" });
  const burnMs = await burn(heavy);
  const rows = [cost("heavy regex search", burnMs, "ms", { note: noteOf(burnMs) })];
  for (const [where, repository] of [["the same", "repo-001"], ["another", "repo-002"]] as const) {
    for (const { name, tool, args } of SMALL) {
      const call = (): Promise<void> =>
        mustAnswer(small, tool, { ...args, repository_id: repository });
      const aloneMs = median(await times(SAMPLES, call));
      const besideMs = median(await beside(heavy, call));
      rows.push(cost(`${name} beside it, ${where} repository: delay`, besideMs - aloneMs, "ms", {
        target: DELAY_MS,
        note: `${aloneMs.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside`,
      }));
    }
  }
  return rows;
}

function noteOf(burnMs: number): string {
  return burnMs < BURN_MS ? `less than the ${BURN_MS} ms that it should burn` : "alone";
}

async function writeTree(root: string): Promise<void> {
  await Deno.mkdir(root, { recursive: true });
  await Deno.writeTextFile(`${root}/small.ts`, "export function needle(): void {}\n");
  for (let n = 0; n < FILES; n++) {
    await Deno.writeTextFile(`${root}/slow${n}.txt`, twoLetters(n));
  }
}

function twoLetters(seed: number): string {
  const random = new Random(seed);
  const line = (): string =>
    Array.from({ length: LINE_CHARS }, () => random.below(2) === 0 ? "a" : "b").join("");
  return Array.from({ length: LINES }, line).join("\n");
}

async function burn(heavy: Ask): Promise<number> {
  return await timed(() =>
    mustAnswer(heavy, "search_text", { ...heavySearch(), repository_id: "repo-001" })
  );
}

/** Times of a call that starts while the heavy search runs. */
async function beside(heavy: Ask, call: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  let emptyRounds = 0;
  while (all.length < SAMPLES) {
    if (emptyRounds++ > MAX_EMPTY_ROUNDS) throw new Error("The heavy search is over too soon");
    let runs = true;
    const burning = burn(heavy).finally(() => runs = false);
    await sleep(HEAD_START_MS);
    while (runs) {
      const tookMs = await timed(call);
      all.push(tookMs);
      emptyRounds = 0;
    }
    await burning;
  }
  return all;
}

async function mustAnswer(ask: Ask, tool: string, args: JsonObject): Promise<void> {
  const answer = await ask(tool, args);
  if (answer["error"] !== undefined || answer["result"] === undefined) {
    throw new Error(`${tool} failed: ${JSON.stringify(answer).slice(0, 500)}`);
  }
}
