import assert from "node:assert/strict";
import type {
  ContinuousState,
  DirtyScope,
  SnapshotState,
  Strategy,
} from "../../src/contract/freshness.ts";
import { CONTINUOUS_STATES, DIRTY_SCOPES, SNAPSHOT_STATES } from "../../src/contract/freshness.ts";
import { ADVICE, deriveFreshness, type FreshnessFacts } from "../../src/workspace/freshness.ts";

const QUIET: FreshnessFacts = {
  snapshot: "ready",
  continuous: "mode_off",
  leaseCount: 0,
  firstIndexRunning: false,
  dirty: "clean",
  changedPaths: [],
};

/** Every combination of what the derivation rests on. */
function* allFacts(): Generator<FreshnessFacts> {
  for (const snapshot of SNAPSHOT_STATES) {
    for (const dirty of DIRTY_SCOPES) {
      for (const continuous of CONTINUOUS_STATES) {
        for (const leaseCount of [0, 1]) {
          for (const firstIndexRunning of [false, true]) {
            const changedPaths = dirty === "clean" ? [] : ["a.ts"];
            yield { snapshot, dirty, continuous, leaseCount, firstIndexRunning, changedPaths };
          }
        }
      }
    }
  }
}

const MOVING: readonly ContinuousState[] = ["debouncing", "refreshing"];
const ABSENT: readonly SnapshotState[] = ["missing", "uninitialized"];

/** Contract.md §4.2 as one reads it, for each row of its table. */
function strategyByTable(facts: FreshnessFacts): Strategy {
  const progress = facts.leaseCount > 0 && MOVING.includes(facts.continuous);
  const table: Record<SnapshotState, Strategy> = {
    detached: "adopt_repo",
    missing: facts.firstIndexRunning ? "wait_for_refresh" : "run_cli_index",
    uninitialized: facts.firstIndexRunning ? "wait_for_refresh" : "run_cli_index",
    error: "run_cli_index",
    unavailable: "frigg_unavailable",
    ready: facts.dirty === "clean"
      ? "use_snapshot"
      : progress
      ? "wait_for_refresh"
      : "use_live_disk_for_touched_files",
  };
  return table[facts.snapshot];
}

Deno.test("deriveFreshness() follows the strategy table in every state", () => {
  for (const facts of allFacts()) {
    const { post_edit, ...rest } = deriveFreshness(facts, []);
    assert.equal(post_edit.strategy, strategyByTable(facts), JSON.stringify(facts));
    assert.equal(rest.snapshot.state, facts.snapshot);
  }
});

Deno.test("deriveFreshness() says that waiting helps only where it does", () => {
  for (const facts of allFacts()) {
    const { continuous } = deriveFreshness(facts, []);
    const first = facts.firstIndexRunning && ABSENT.includes(facts.snapshot);
    const watched = facts.leaseCount > 0 && MOVING.includes(facts.continuous);
    const hopeless = ["detached", "unavailable", "error"].includes(facts.snapshot);
    const want = !hopeless && (first || watched);
    assert.equal(continuous.can_converge_by_waiting, want, JSON.stringify(facts));
    assert.equal(continuous.state, first ? "refreshing" : facts.continuous);
  }
});

const TOOLS = [
  { name: "workspace", evidence: "control_plane" },
  { name: "search_text", evidence: "snapshot_index" },
  { name: "read_match", evidence: "handle_bound_live_content" },
  { name: "read_file", evidence: "live_file" },
  { name: "list_files", evidence: "live_manifest" },
  { name: "document_symbols", evidence: "mixed" },
  { name: "unknown" },
] as const;

/** Rows in the order document_symbols, list_files, read_file, read_match, search_text, unknown, workspace. */
function rowsOf(facts: Partial<FreshnessFacts>): string[] {
  const { tool_capabilities: rows } = deriveFreshness({ ...QUIET, ...facts }, TOOLS);
  assert.deepEqual(rows.map((row) => row.tool_name), TOOLS.map(({ name }) => name).toSorted());
  return rows.map(({ availability, path_scope, required_recovery = "-" }) =>
    `${availability} ${path_scope} ${required_recovery}`
  );
}

const GONE = (recovery: Strategy): string => `unavailable repository_wide ${recovery}`;
const FRESH = "fully_fresh repository_wide -";
const CONTROL = "not_applicable not_applicable -";
const PROOF = "stale_possible handle_generation_bound";
const LIVE: Strategy = "use_live_disk_for_touched_files";
const UNKNOWN = "unavailable repository_wide -";

const ROWS: readonly { name: string; facts: Partial<FreshnessFacts>; want: string[] }[] = [
  {
    name: "clean",
    facts: {},
    want: [FRESH, FRESH, FRESH, `${PROOF} -`, FRESH, UNKNOWN, CONTROL],
  },
  {
    name: "known paths",
    facts: { dirty: "known_changed_paths", changedPaths: ["a"] },
    want: [
      `stale_possible touched_paths ${LIVE}`,
      FRESH,
      FRESH,
      `${PROOF} ${LIVE}`,
      `stale_possible touched_paths ${LIVE}`,
      UNKNOWN,
      CONTROL,
    ],
  },
  {
    name: "unknown paths while a watcher refreshes",
    facts: { dirty: "unknown_repository_dirtiness", continuous: "refreshing", leaseCount: 1 },
    want: [
      "stale_possible repository_wide wait_for_refresh",
      FRESH,
      FRESH,
      `${PROOF} ${LIVE}`,
      "stale_possible repository_wide wait_for_refresh",
      UNKNOWN,
      CONTROL,
    ],
  },
  {
    name: "missing",
    facts: { snapshot: "missing", dirty: "unknown_repository_dirtiness" },
    want: [
      GONE("run_cli_index"),
      FRESH,
      FRESH,
      `${PROOF} ${LIVE}`,
      GONE("run_cli_index"),
      UNKNOWN,
      CONTROL,
    ],
  },
  {
    name: "first index running",
    facts: { snapshot: "missing", firstIndexRunning: true },
    want: [
      GONE("wait_for_refresh"),
      FRESH,
      FRESH,
      `${PROOF} -`,
      GONE("wait_for_refresh"),
      UNKNOWN,
      CONTROL,
    ],
  },
  {
    name: "error, although a build runs",
    facts: { snapshot: "error", firstIndexRunning: true },
    want: [
      GONE("run_cli_index"),
      FRESH,
      FRESH,
      `${PROOF} -`,
      GONE("run_cli_index"),
      UNKNOWN,
      CONTROL,
    ],
  },
  {
    name: "detached",
    facts: { snapshot: "detached" },
    want: [...Array<string>(6).fill(GONE("adopt_repo")), CONTROL],
  },
  {
    name: "unavailable",
    facts: { snapshot: "unavailable" },
    want: [...Array<string>(6).fill(GONE("frigg_unavailable")), CONTROL],
  },
];

Deno.test("deriveFreshness() gives each tool a row of its own", async (t) => {
  for (const { name, facts, want } of ROWS) {
    await t.step(name, () => assert.deepEqual(rowsOf(facts), want));
  }
});

Deno.test("deriveFreshness() names the source of each tool's evidence", () => {
  const { tool_capabilities: rows } = deriveFreshness(QUIET, TOOLS);
  assert.deepEqual(rows.map(({ tool_name, source_basis }) => `${tool_name} ${source_basis}`), [
    "document_symbols mixed",
    "list_files live_manifest",
    "read_file live_file",
    "read_match handle_bound_live_content",
    "search_text snapshot_index",
    "unknown mixed",
    "workspace not_applicable",
  ]);
});

const PATHS: readonly {
  name: string;
  dirty: DirtyScope;
  given: string[];
  want: [DirtyScope, readonly string[] | undefined];
}[] = [
  {
    name: "sorted and unique",
    dirty: "known_changed_paths",
    given: ["b", "a", "b"],
    want: ["known_changed_paths", ["a", "b"]],
  },
  {
    name: "none if unknown",
    dirty: "unknown_repository_dirtiness",
    given: ["a"],
    want: ["unknown_repository_dirtiness", undefined],
  },
  { name: "none if clean", dirty: "clean", given: ["a"], want: ["clean", undefined] },
  {
    name: "201 are too many",
    dirty: "known_changed_paths",
    given: Array.from({ length: 201 }, (_, n) => `f${n}`),
    want: ["unknown_repository_dirtiness", undefined],
  },
];

Deno.test("deriveFreshness() lists changed paths only where they are all", async (t) => {
  for (const { name, dirty, given, want } of PATHS) {
    await t.step(name, () => {
      const fresh = deriveFreshness({ ...QUIET, dirty, changedPaths: given }, []);
      assert.deepEqual([fresh.dirty_scope, fresh.changed_paths_since_snapshot], want);
    });
  }
});

Deno.test("ADVICE hints wherever something is to be done", () => {
  const actions = Object.entries(ADVICE).map(([strategy, { recommended_action, gate_hint }]) =>
    `${strategy}: ${recommended_action}${gate_hint === undefined ? "" : " +"}`
  );
  assert.deepEqual(actions, [
    "use_snapshot: ready",
    "wait_for_refresh: wait_watch",
    "run_cli_index: reindex +",
    "adopt_repo: adopt_repo +",
    "frigg_unavailable: frigg_unavailable +",
    "use_live_disk_for_touched_files: use_live_disk_for_touched_files +",
  ]);
});
