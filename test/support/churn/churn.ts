/**
 * Clients that search while a watched tree changes: no row may be wrong at any time, freshness must name what an
 * answer lacks, and once the index has the tree every answer must be that of a program that never saw another.
 * @module
 */
import assert from "node:assert/strict";
import { type App, createApp } from "../../../src/app.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../../src/contract/limits.ts";
import type { Dispatch } from "../../../src/contract/tool.ts";
import { list, object, text } from "../json.ts";
import { Random } from "./random.ts";
import { ChurnTree, FUNCTION, MARKER } from "./tree.ts";

export interface ChurnOptions {
  readonly root: string;
  /** Files that change, at most. */
  readonly files: number;
  readonly clients: number;
  readonly bursts: number;
  /** Changes of one burst. */
  readonly changes: number;
  readonly seed: number;
  readonly watch: { readonly debounceMs: number; readonly retryMs: number };
  /** Told after each burst. */
  readonly done?: (report: ChurnReport) => void;
}

/** What was seen; none of it is a limit. */
export interface ChurnReport {
  readonly files: number;
  bursts: number;
  changes: number;
  /** Answers while the tree changed or was not indexed yet. */
  earlyAnswers: number;
  /** Rows in them that were compared with the files. */
  rows: number;
  /** Files that such an answer lacked; freshness named them all. */
  lacked: number;
  /** Answers that were equal to a new program's. */
  equalAnswers: number;
  /** Milliseconds from the end of a burst to a clean index. */
  readonly convergedMs: number[];
}

/** Longest time until an index must have the tree. */
const CONVERGE_MS = 60_000;
/** Files with so many bytes do not change. */
const MAX_CHANGING_BYTES = 100_000;

/** Plays all bursts; throws at the first answer that is wrong. */
export async function churn(options: ChurnOptions): Promise<ChurnReport> {
  const app = open(options.root, { watch: options.watch });
  try {
    const clients = Array.from({ length: options.clients }, () => clientOf(app));
    const tree = await treeOf(options, clients);
    const world = new ChurnWorld(tree, clients, options);
    for (let burst = 0; burst < options.bursts; burst++) {
      await world.burst();
      options.done?.(world.report);
    }
    return world.report;
  } finally {
    await app.close();
  }
}

type Ask = (tool: string, args?: JsonObject) => Promise<JsonObject>;

function open(root: string, more: Partial<Parameters<typeof createApp>[0]>): App {
  return createApp({
    roots: [root],
    cwd: root,
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: (line) => {
      throw new Error(line);
    },
    ...more,
  });
}

function clientOf(app: App): Ask {
  const dispatch: Dispatch = app.openSession().dispatch;
  return async (tool, args = {}) => {
    const outcome = await dispatch(tool, args, { signal: new AbortController().signal });
    assert(outcome.status === "ok", JSON.stringify(outcome));
    return outcome.response;
  };
}

async function treeOf(
  { root, files, seed }: ChurnOptions,
  clients: readonly Ask[],
): Promise<ChurnTree> {
  for (const ask of clients) await converged(ask);
  const [ask] = clients;
  assert(ask !== undefined);
  const listed = list(await ask("list_files", { limit: 5_000 }), "files");
  const small = listed.filter(({ size_bytes: bytes }) => Number(bytes) < MAX_CHANGING_BYTES);
  const random = new Random(seed);
  const left = small.map((row) => text(row, "path"));
  const chosen: string[] = [];
  while (chosen.length < files && left.length > 0) {
    chosen.push(...left.splice(random.below(left.length), 1));
  }
  return new ChurnTree(root, chosen.filter((path) => isUtf8(`${root}/${path}`)), random);
}

function isUtf8(file: string): boolean {
  const bytes = Deno.readFileSync(file);
  const again = new TextEncoder().encode(new TextDecoder().decode(bytes));
  return bytes.length === again.length && bytes.every((byte, at) => byte === again[at]);
}

/** Waits until the index has the tree and the watch is at rest. */
async function converged(ask: Ask): Promise<void> {
  const endMs = Date.now() + CONVERGE_MS;
  for (;;) {
    const { freshness, recommended_action: action } = await ask("workspace");
    assert(isJsonObject(freshness ?? null));
    const state = object(object({ freshness: freshness ?? null }, "freshness"), "continuous");
    if (action === "ready" && (state["state"] === "active" || state["state"] === "mode_off")) {
      return;
    }
    assert(Date.now() < endMs, JSON.stringify({ action, state }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

class ChurnWorld {
  readonly report: ChurnReport;
  readonly #tree: ChurnTree;
  readonly #clients: readonly Ask[];
  readonly #options: ChurnOptions;

  constructor(tree: ChurnTree, clients: readonly Ask[], options: ChurnOptions) {
    this.#tree = tree;
    this.#clients = clients;
    this.#options = options;
    this.report = {
      files: tree.texts.size,
      bursts: 0,
      changes: 0,
      earlyAnswers: 0,
      rows: 0,
      lacked: 0,
      equalAnswers: 0,
      convergedMs: [],
    };
  }

  async burst(): Promise<void> {
    this.#tree.forget();
    let changing = true;
    const searching = this.#clients.map(async (ask) => {
      while (changing) await this.#searchMoving(ask);
    });
    for (let n = 0; n < this.#options.changes; n++) {
      this.#tree.change();
      this.report.changes++;
      if (n % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    changing = false;
    await Promise.all(searching);
    const startMs = Date.now();
    this.#tree.forget();
    await Promise.all(this.#clients.map((ask) => this.#searchStill(ask)));
    await Promise.all(this.#clients.map(converged));
    this.report.convergedMs.push(Date.now() - startMs);
    await this.#compareWithNew();
    this.report.bursts++;
  }

  /** A row must show what its file held at some time while it was looked for. */
  async #searchMoving(ask: Ask): Promise<void> {
    const answer = await ask("search_text", { query: MARKER });
    this.report.earlyAnswers++;
    for (const row of list(answer, "matches")) this.#checkRow(row);
    for (
      const row of list(
        await ask("search_symbol", { query: FUNCTION, path_class: "any" }),
        "matches",
      )
    ) {
      this.#checkRow(row);
    }
  }

  #checkRow(row: JsonObject): void {
    const path = text(row, "path");
    if (!this.#tree.knows(path)) return;
    const excerpt = text(row, "excerpt");
    const isRight = [...this.#tree.versions(path)].some((version) =>
      version.split("\n")[Number(row["line"]) - 1]?.includes(excerpt) ?? false
    );
    assert(isRight, `no version of the file has this row: ${JSON.stringify(row)}`);
    this.report.rows++;
  }

  /** The tree is at rest now, the index need not be. */
  async #searchStill(ask: Ask): Promise<void> {
    for (const query of [MARKER, this.#tree.lastFunction]) {
      const before = await ask("workspace");
      const answer = await ask("search_text", { query, files_with_matches: true });
      this.report.earlyAnswers++;
      const found = new Set(list(answer, "matches").map((row) => text(row, "path")));
      const holding = [...this.#tree.texts].filter(([, held]) => held.includes(query));
      const lacked = holding.map(([path]) => path).filter((path) => !found.has(path));
      for (const path of found) assert(this.#tree.texts.get(path)?.includes(query) ?? false, path);
      this.report.lacked += lacked.length;
      assertNamed(object(before, "freshness"), lacked);
    }
    await this.#searchMoving(ask);
  }

  async #compareWithNew(): Promise<void> {
    const stateDir = await Deno.makeTempDir({ prefix: "frigg_churn_" });
    const fresh = open(this.#options.root, { stateDir });
    try {
      const askNew = clientOf(fresh);
      await converged(askNew);
      for (const [tool, args] of this.#questions()) {
        const want = comparable(await askNew(tool, args));
        for (const ask of this.#clients) {
          assert.deepEqual(
            comparable(await ask(tool, args)),
            want,
            `${tool} ${JSON.stringify(args)}`,
          );
          this.report.equalAnswers++;
        }
      }
    } finally {
      await fresh.close();
      await Deno.remove(stateDir, { recursive: true });
    }
  }

  #questions(): [string, JsonObject][] {
    const outlined = [...this.#tree.texts.keys()].filter((path) =>
      /\.(ts|tsx|js|py|rs|go)$/.test(path)
    );
    return [
      ["search_text", { query: MARKER, count_only: true }],
      ["search_text", { query: "export", count_only: true }],
      ["search_text", { query: `${FUNCTION}[0-9]*7\\b`, pattern_type: "regex" }],
      ["search_text", { query: "return", limit: 50 }],
      ["search_symbol", { query: FUNCTION, path_class: "any" }],
      ["list_files", { limit: 5_000 }],
      ...outlined.slice(0, 5).map((path): [string, JsonObject] => ["document_symbols", { path }]),
    ];
  }
}

/** Paths that an answer lacked must be among those that freshness named before. */
function assertNamed(freshness: JsonObject, lacked: readonly string[]): void {
  const scope = freshness["dirty_scope"];
  const continuous = object(freshness, "continuous");
  if (scope !== "clean") assert.equal(continuous["can_converge_by_waiting"], true);
  if (scope === "unknown_repository_dirtiness") return;
  const named = freshness["changed_paths_since_snapshot"] ?? [];
  assert(Array.isArray(named));
  assert.deepEqual(lacked.filter((path) => !named.includes(path)), [], String(scope));
}

/** What is of one session or one moment in every answer. */
const OF_THE_SESSION = [
  "last_index_success_at",
  "result_handle",
  "target_scope",
  "latency_class",
  "next_actions",
  "continuation",
];

function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !OF_THE_SESSION.includes(name)).map(
      ([name, member]) => [name, comparable(member ?? null)],
    ),
  );
}
