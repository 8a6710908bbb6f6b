/**
 * Measures frigg: `deno task bench [--corpus DIR] [--size small|large] [--only GROUP]... [--json] [--compare FILE]`.
 *
 * Nothing fails for being slow: times depend on the machine, so compare ratios, or runs on one machine. FRIGG_BIN
 * names the file whose start and memory are measured, by default the source.
 * @module
 */
import { parseArgs } from "node:util";
import { type Corpus, folderCorpus, packageCorpus, type Size } from "./bench/corpus.ts";
import { growthRows } from "./bench/growth_rows.ts";
import { indexRows } from "./bench/index_rows.ts";
import { interferenceRows } from "./bench/interference_rows.ts";
import { processRows } from "./bench/process_rows.ts";
import { type Report, table, valuesOf } from "./bench/report.ts";
import type { Row } from "./bench/row.ts";
import { searchRows } from "./bench/search_rows.ts";
import { toolRows } from "./bench/tool_rows.ts";
import { CALL, Workbench } from "./bench/workbench.ts";

const GROUPS = ["index", "search", "tools", "process", "interference", "growth"] as const;
type Group = typeof GROUPS[number];

interface Order {
  readonly folder: string | undefined;
  readonly size: Size;
  readonly only: readonly string[];
  readonly json: boolean;
  readonly before: ReadonlyMap<string, number>;
}

if (import.meta.main) await main(Deno.args);

async function main(args: string[]): Promise<void> {
  const order = await readOrder(args);
  const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg-bench-" }));
  try {
    const corpus = order.folder === undefined
      ? await packageCorpus(`${top}/tree`, order.size)
      : await folderCorpus(`${top}/tree`, order.folder);
    const report = reportOf(corpus, await measure(corpus, top, order));
    await say(order.json ? JSON.stringify(report, undefined, 2) : text(report, order));
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

async function readOrder(args: string[]): Promise<Order> {
  const options = {
    corpus: { type: "string" },
    size: { type: "string" },
    only: { type: "string", multiple: true },
    json: { type: "boolean" },
    compare: { type: "string" },
  } as const;
  const { values } = parseArgs({ args, options });
  return {
    folder: values.corpus,
    size: values.size === "large" ? "large" : "small",
    only: values.only ?? GROUPS,
    json: values.json ?? false,
    before: values.compare === undefined
      ? new Map()
      : valuesOf(await Deno.readTextFile(values.compare)),
  };
}

async function measure(corpus: Corpus, top: string, { only, size }: Order): Promise<Row[]> {
  const stateDir = `${top}/state`;
  const wants = (group: Group): boolean => only.includes(group);
  const rows: Row[] = [];
  if (wants("index")) rows.push(...await indexRows(corpus, stateDir));
  {
    await using bench = await Workbench.open(corpus.root, stateDir);
    await bench.engine.refresh(CALL);
    if (wants("search")) rows.push(...await searchRows(corpus, bench));
    if (wants("tools")) rows.push(...await toolRows(bench));
  }
  if (wants("process")) rows.push(...await processRows(corpus, stateDir));
  if (wants("interference")) rows.push(...await interferenceRows(`${top}/interference`));
  if (wants("growth")) rows.push(...await growthRows(top, size));
  return rows;
}

function reportOf({ name, files, bytes }: Corpus, rows: readonly Row[]): Report {
  const { hardwareConcurrency } = navigator;
  return {
    schema: "frigg.bench.v1",
    date: new Date().toISOString().slice(0, 10),
    machine: `${Deno.build.target}, ${hardwareConcurrency} cores, Deno ${Deno.version.deno}`,
    corpus: { name, files, bytes },
    rows,
  };
}

function text(report: Report, { before }: Order): string {
  const { corpus: { name, files, bytes }, date, machine } = report;
  const head = `${date}, ${machine}\n${name}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB\n`;
  return `${head}\n${table(report, before)}`;
}

async function say(output: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(output + "\n"));
}
