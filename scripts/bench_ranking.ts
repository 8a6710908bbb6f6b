/**
 * Measures ranked discovery: how well it answers the questions of the golden file, and with folders as arguments what
 * their index costs.
 *
 * Run it with `deno task bench:ranking [FOLDER…]`; `--verbose` shows what came before a missed file.
 * @module
 */
import { gzip } from "../src/platform/gzip.ts";
import { LATE_SECTION_NAMES } from "../src/snapshot/sections.ts";
import { openSnapshot } from "../src/snapshot/opened_snapshot.ts";
import { WordIndexWriter } from "../src/snapshot/ranking/word_index_writer.ts";
import {
  answerQuestions,
  Asker,
  buildFolder,
  meanReciprocalRank,
  recall,
} from "../test/search/hybrid/real_world.ts";

const QUERIES_EACH = 100;

if (import.meta.main) await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  const folders = args.filter((arg) => !arg.startsWith("--"));
  if (folders.length === 0) await judge(args.includes("--verbose"));
  for (const folder of folders) await measure(await Deno.realPath(folder));
}

async function judge(verbose: boolean): Promise<void> {
  const answered = await answerQuestions();
  for (const { corpus, ask, want, rank, rows } of answered) {
    print(`${String(rank ?? "–").padStart(3)}  ${corpus}: ${ask} → ${want}`);
    if (!verbose || rank === 1) continue;
    for (const row of rows.slice(0, 4)) {
      const { path, line, blendedScore, lexicalScore, graphScore, anchorKind } = row;
      print(`         ${blendedScore} ${lexicalScore} ${graphScore} ${path}:${line} ${anchorKind}`);
    }
  }
  print(`recall@1 ${share(recall(answered, 1))}  recall@5 ${share(recall(answered, 5))}`);
  print(`MRR ${meanReciprocalRank(answered).toFixed(3)}`);
  print(`a text of 32,000 words: ${ms(timeOf(longText))}`);
}

/** Quadratic work would show here. */
function longText(): void {
  const words = Array.from({ length: 32_000 }, (_, at) => `word${at}`);
  new WordIndexWriter().add(0, words.join(" "));
}

async function measure(root: string): Promise<void> {
  const start = performance.now();
  const built = await buildFolder(root);
  const buildMs = performance.now() - start;
  const files = openSnapshot(built.sections).files;
  const bytes = files.reduce((sum, file) => sum + (file.binary ? 0 : file.bytes), 0);
  print(`${root}: ${files.length} files, ${megabytes(bytes)}, indexed in ${ms(buildMs)}`);
  for (const name of LATE_SECTION_NAMES) {
    const raw = built.sections.get(name) ?? new Uint8Array();
    print(`  ${name}: ${megabytes(raw.length)}, packed ${megabytes(gzip(raw).length)}`);
  }
  const asker = new Asker(root, openSnapshot(built.sections));
  print(`  first query ${ms(await timeAsync(() => asker.ask("first query of all")))}`);
  await measureQueries(asker);
  const { rss, heapUsed } = Deno.memoryUsage();
  print(`  resident ${megabytes(rss)}, heap ${megabytes(heapUsed)}`);
}

async function measureQueries(asker: Asker): Promise<void> {
  const { index } = asker.snapshot.ranking.chunks;
  for (const words of [1, 3]) {
    for (const limit of [20, 200]) {
      const times: number[] = [];
      for (let query = 0; query < QUERIES_EACH; query++) {
        // Spread over the vocabulary, the same in every run.
        const term = Array.from({ length: words }, (_, at) => {
          const position = (query * 7_919 + at * 104_729) % index.size;
          return index.word(position);
        });
        times.push(await timeAsync(() => asker.ask(term.join(" "), limit)));
      }
      times.sort((a, b) => a - b);
      const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
      print(`  ${words} words, ${limit} rows: p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}`);
    }
  }
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function timeAsync(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

function share(value: number): string {
  return `${(100 * value).toFixed(0)} %`;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
