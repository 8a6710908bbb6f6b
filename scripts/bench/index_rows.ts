/**
 * Building, refreshing and loading an index, and what it takes on disk.
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { RACY_MS } from "../../src/snapshot/stat_table.ts";
import { type Corpus, filesBelow } from "./corpus.ts";
import { cost, gain, type Row } from "./row.ts";
import { median, timed } from "./timing.ts";
import { CALL, Workbench } from "./workbench.ts";

const REFRESHES = 5;
const LOADS = 3;
const MANY_EDITS = 100;
const EDITABLE = /\.(?:ts|js|rs|py|go)$/;

/** Leaves the finished index in `stateDir`. */
export async function indexRows(corpus: Corpus, stateDir: string): Promise<Row[]> {
  // Files this young would be read again by every refresh.
  await sleep(RACY_MS + 1_000);
  const buildMs = await buildTime(corpus, stateDir);
  const loadMs = await loadTime(corpus, stateDir);
  const megabytes = corpus.bytes / 1e6;
  return [
    gain("cold index, with parsing", megabytes / (buildMs / 1000), "MB/s", { target: 1.5 }),
    cost("cold index", buildMs, "ms"),
    cost("load of a stored index", loadMs, "ms"),
    gain("load, faster than building", buildMs / loadMs, "times", { target: 5 }),
    cost("disk, part of the source", await diskBytes(stateDir) / corpus.bytes, "times", {
      target: 0.5,
    }),
    ...await refreshRows(corpus, stateDir),
  ];
}

async function buildTime({ root }: Corpus, stateDir: string): Promise<number> {
  await using bench = await Workbench.open(root, stateDir);
  return await timed(() => bench.engine.refresh(CALL, { force: true }));
}

/** From the start of a worker until it can answer. */
async function loadTime({ root }: Corpus, stateDir: string): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < LOADS; n++) {
    await using bench = await Workbench.open(root, stateDir);
    all.push(await timed(() => bench.engine.status(CALL)));
  }
  return median(all);
}

async function refreshRows({ root }: Corpus, stateDir: string): Promise<Row[]> {
  await using bench = await Workbench.open(root, stateDir);
  await bench.engine.refresh(CALL);
  const paths = await editable(root);
  const after = async (edits: number): Promise<number> => {
    const all: number[] = [];
    for (let n = 0; n < REFRESHES; n++) {
      await edit(paths.slice(n, n + edits), n);
      all.push(await timed(() => bench.engine.refresh(CALL, { unstored: true })));
      // What was answered is stored behind it; nobody saves his next edit so soon.
      await bench.engine.refresh(CALL);
    }
    return median(all);
  };
  return [
    cost("refresh, nothing changed", await after(0), "ms"),
    cost("refresh after 1 edit", await after(1), "ms", { target: 100 }),
    cost(`refresh after ${MANY_EDITS} edits`, await after(MANY_EDITS), "ms"),
    cost("look for changes", await timed(() => bench.engine.delta(CALL)), "ms"),
  ];
}

async function editable(root: string): Promise<string[]> {
  const paths = (await Array.fromAsync(filesBelow(root))).filter((path) => EDITABLE.test(path));
  const step = Math.max(1, Math.floor(paths.length / (2 * MANY_EDITS)));
  return paths.sort().filter((_, at) => at % step === 0);
}

async function edit(paths: readonly string[], number: number): Promise<void> {
  for (const path of paths) {
    await Deno.writeTextFile(path, `\n// edit ${number}\n`, { append: true });
  }
}

/** The current snapshot only: its predecessor is kept for readers that are at it. */
async function diskBytes(stateDir: string): Promise<number> {
  let bytes = 0;
  for await (const path of filesBelow(stateDir)) {
    if (path.includes("/snap-")) bytes += (await Deno.lstat(path)).size;
  }
  return bytes;
}
