/**
 * A folder of real source as a repository to put searches to, in one process and in memory.
 * @module
 */
import { fileURLToPath } from "node:url";
import { MAX_FILE_BYTES, MAX_FILES, MAX_SEARCH_ROWS } from "../../../src/contract/limits.ts";
import { DEFAULT_WEIGHTS } from "../../../src/contract/hybrid.ts";
import { Budget } from "../../../src/engine/budget.ts";
import { SearchTools } from "../../../src/engine/search_world.ts";
import { assetBytes } from "../../../src/platform/assets.ts";
import { diskFiles } from "../../../src/platform/files.ts";
import { searchHybrid } from "../../../src/search/hybrid.ts";
import type { HybridResult, HybridRow } from "../../../src/search/requests.ts";
import { buildSnapshot, type Built } from "../../../src/snapshot/build.ts";
import { type OpenedSnapshot, openSnapshot } from "../../../src/snapshot/opened_snapshot.ts";
import { outlineOf } from "../../../src/snapshot/outline.ts";
import { SourceParser } from "../../../src/snapshot/parser.ts";
import { CORPORA } from "./questions.ts";

const LIMITS = { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES };

/** Folder of a package in Deno's cache, in the version that the lock file pins. */
export function packageFolder(name: string, folder: string): string {
  const entry = fileURLToPath(import.meta.resolve(name));
  const [root] = new RegExp(`^.*/${name}/[^/]+/`).exec(entry) ?? [];
  return `${root}${folder}`;
}

/** Indexes a folder as a builder does. */
export async function buildFolder(root: string, previous?: OpenedSnapshot): Promise<Built> {
  const parser = await SourceParser.init(assetBytes);
  try {
    return await buildSnapshot({
      files: diskFiles(root),
      ignores: { prefix: "", exclude: undefined, parents: [] },
      limits: LIMITS,
      ...(previous === undefined ? {} : { previous }),
      startedMs: Date.now(),
      outline: (source) => outlineOf(source, parser, { isCancelled: () => false }),
      tick: () => {},
      progress: () => {},
    });
  } finally {
    parser.close();
  }
}

/** Asks a snapshot of a folder as a query worker does. */
export class Asker {
  readonly snapshot: OpenedSnapshot;
  readonly #tools: SearchTools;

  constructor(root: string, snapshot: OpenedSnapshot) {
    this.snapshot = snapshot;
    this.#tools = new SearchTools(diskFiles(root));
  }

  ask(query: string, limit = MAX_SEARCH_ROWS): Promise<HybridResult> {
    const budget = new Budget({ deadlineMs: Infinity, isCancelled: () => false });
    const world = this.#tools.world(this.snapshot, budget, MAX_FILE_BYTES);
    return searchHybrid(world, this.snapshot.ranking, {
      query,
      scope: { includeHidden: false },
      weights: DEFAULT_WEIGHTS,
      slice: { offset: 0, limit },
    });
  }
}

/** Where the wanted file of a question came out: 1 is first; undefined if it is not among the rows. */
export interface Answered {
  readonly corpus: string;
  readonly ask: string;
  readonly want: string;
  readonly rank: number | undefined;
  readonly rows: readonly HybridRow[];
}

export async function answerQuestions(): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const { name, folder, questions } of CORPORA) {
    const root = packageFolder(name, folder);
    const asker = new Asker(root, openSnapshot((await buildFolder(root)).sections));
    for (const { ask, want } of questions) {
      const { rows } = await asker.ask(ask, 20);
      const at = rows.findIndex(({ path }) => path === want);
      answered.push({ corpus: name, ask, want, rank: at < 0 ? undefined : at + 1, rows });
    }
  }
  return answered;
}

/** Share of questions whose file is among the first `most`. */
export function recall(answered: readonly Answered[], most: number): number {
  const found = answered.filter(({ rank }) => rank !== undefined && rank <= most);
  return found.length / answered.length;
}

/** Mean of 1 / rank. */
export function meanReciprocalRank(answered: readonly Answered[]): number {
  const sum = answered.reduce((all, { rank }) => all + (rank === undefined ? 0 : 1 / rank), 0);
  return sum / answered.length;
}
