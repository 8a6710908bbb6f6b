/**
 * How costs grow with the number of files.
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { RACY_MS } from "../../src/snapshot/stat_table.ts";
import { type Size, smallFilesCorpus } from "./corpus.ts";
import { cost, type Row } from "./row.ts";
import { median, timed, times } from "./timing.ts";
import { CALL, Workbench } from "./workbench.ts";

const COUNTS: Readonly<Record<Size, readonly number[]>> = {
  small: [500, 2_000],
  large: [1_000, 10_000, 50_000],
};
const RUNS = 3;

export async function growthRows(top: string, size: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of COUNTS[size]) rows.push(...await rowsOf(`${top}/growth${count}`, count));
  return rows;
}

async function rowsOf(folder: string, count: number): Promise<Row[]> {
  const { root } = await smallFilesCorpus(`${folder}/tree`, count);
  await sleep(RACY_MS + 1_000);
  await using bench = await Workbench.open(root, `${folder}/state`);
  const buildMs = await timed(() => bench.engine.refresh(CALL, { force: true }));
  const refreshMs = median(await times(RUNS, () => bench.engine.refresh(CALL)));
  const symbolMs = median(
    await times(RUNS, () => bench.call("search_symbol", { query: "item77", path_class: "any" })),
  );
  const thousands = count / 1000;
  return [
    cost(`index of ${count} files`, buildMs / thousands, "ms per 1,000 files"),
    cost(`refresh of ${count} files`, refreshMs / thousands, "ms per 1,000 files"),
    cost(`search_symbol in ${count} files`, symbolMs, "ms"),
  ];
}
