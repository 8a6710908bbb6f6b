/**
 * Every cause of a difference, made on a copy of the shop by exactly that change and told as exactly that cause.
 *
 * What no change of files, playbook or settings can make (another surface, engine or ranking, an answer that nothing
 * explains) is made by forging the accepted trace, and the unsteady answer by a tool that counts its runs; the engine
 * that answers is the real one in every case.
 */
import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { type Json, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../src/contract/limits.ts";
import { CAUSES, type StepDiff, type Trace } from "../../src/contract/playbook.ts";
import type { InputValues } from "../../src/playbook/bind.ts";
import { traceDigest } from "../../src/playbook/digest.ts";
import type { PlaybookHost } from "../../src/playbook/host.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { replayPlaybook } from "../../src/playbook/replay.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { shopRepo, type TempRepo } from "../support/repo.ts";

interface Step {
  readonly step_id: string;
  readonly tool_name: string;
  readonly params: JsonObject;
  readonly compare?: string;
}

/** One state of everything that a replay rests on. */
interface World {
  readonly steps: readonly Step[];
  readonly inputs?: InputValues;
  readonly maxFileBytes?: number;
}

interface Case {
  readonly name: string;
  /** As it is when the trace is accepted. */
  readonly before: World;
  /** What of it is another thing at the replay. */
  readonly after?: Partial<World>;
  /** What is there beside the shop when the trace is accepted. */
  readonly files?: Readonly<Record<string, string>>;
  readonly edit?: (repo: TempRepo) => void;
  readonly forge?: (trace: Trace) => Trace;
  readonly host?: (host: PlaybookHost) => PlaybookHost;
  /** `step op pointer cause`, with the step or the files that explain it; the whole diff. */
  readonly want: readonly string[];
}

const step = (step_id: string, tool_name: string, params: JsonObject): Step => ({
  step_id,
  tool_name,
  params,
});
const read = (path: string, lines: number): Step =>
  step("read", "read_file", { path, start_line: 1, end_line: lines });
const LIMIT = step("limit", "search_text", { query: "SESSION_LIMIT_MS", word: true });
const ENDED = step("ended", "search_text", { query: "answers `401`" });

const SESSIONS = "docs/sessions.md";

/** A line above all others of a file. */
function insertAbove(repo: TempRepo, path: string): void {
  repo.write(path, `\n${text(repo, path)}`);
}

function text(repo: TempRepo, path: string): string {
  return Deno.readTextFileSync(`${repo.root}/${path}`);
}

function replaced(repo: TempRepo, path: string, from: string, to: string): void {
  const before = text(repo, path);
  assert(before.includes(from), `${path} has no "${from}"`);
  repo.write(path, before.replace(from, to));
}

/** The trace with a part of its only answer replaced, as if an older program had given it. */
function withAnswer(trace: Trace, change: (answer: JsonObject) => JsonObject): Trace {
  const steps = trace.steps.map((one) =>
    one.outcome.status === "err" ? one : {
      ...one,
      outcome: { ...one.outcome, response_json: change(toJsonObject(one.outcome.response_json)) },
    }
  );
  return { ...trace, steps };
}

const older = (trace: Trace): Trace => withAnswer(trace, (answer) => ({ ...answer, older: true }));

/** The first two ranked rows in the other order, with their evidence. */
function swapRows(trace: Trace): Trace {
  const swapped = withAnswer(trace, (answer) => {
    const { matches } = answer;
    const rows: readonly Json[] = Array.isArray(matches) ? matches : [];
    const [first = null, second = null, ...others] = rows;
    return { ...answer, matches: [second, first, ...others] };
  });
  const other: Readonly<Record<string, string>> = {
    "/matches/0": "/matches/1",
    "/matches/1": "/matches/0",
  };
  const steps = swapped.steps.map((one) => ({
    ...one,
    evidence: one.evidence.map((entry) => ({ ...entry, row: other[entry.row] ?? entry.row })),
  }));
  return { ...swapped, steps };
}

/** Makes hosts whose answers say how many runs there were, over all of them. */
function counting(): (host: PlaybookHost) => PlaybookHost {
  let runs = 0;
  return (host) => ({
    ...host,
    open: async (options) => {
      const run = await host.open(options);
      const count = ++runs;
      return {
        dispatch: async (tool, args, call) => {
          const outcome = await run.dispatch(tool, args, call);
          return outcome.status === "err"
            ? outcome
            : { ...outcome, response: { ...outcome.response, runs: count } };
        },
        repositories: () => run.repositories(),
        cite: (...given) => run.cite(...given),
        probe: (...given) => run.probe(...given),
        locate: (...given) => run.locate(...given),
        changedSince: () => run.changedSince(),
        close: () => run.close(),
      };
    },
  });
}

const CASES: readonly Case[] = [
  {
    name: "playbook_changed: a step reads one line more",
    before: { steps: [LIMIT, read(SESSIONS, 2)] },
    after: { steps: [LIMIT, read(SESSIONS, 3)] },
    want: ["read replace /content playbook_changed", "read replace  playbook_changed"],
  },
  {
    name: "inputs_changed: another file is read",
    before: { steps: [LIMIT, read("docs/${inputs.file}", 1)], inputs: { file: "sessions.md" } },
    after: { inputs: { file: "prices.md" } },
    want: ["read replace /content inputs_changed", "read replace /path inputs_changed"],
  },
  {
    name: "settings_changed: a file is over the limit now",
    before: { steps: [step("symbol", "search_symbol", { query: "enforceTimeout" })] },
    after: { maxFileBytes: 1000 },
    want: [
      "symbol remove /matches/0 settings_changed",
      "symbol replace /completeness/complete settings_changed",
      "symbol add /completeness/incomplete_reasons settings_changed",
      "symbol add /skipped settings_changed",
    ],
  },
  {
    name: "upstream_changed: the path that a step refers to is another one",
    before: {
      steps: [
        { ...step("files", "list_files", { glob: "docs/*.md" }), compare: "expectations" },
        read("${steps.files.files[0].path}", 1),
      ],
    },
    edit: (repo) => repo.write("docs/answers.md", "# Answers\n"),
    want: [
      "read replace /content upstream_changed files",
      "read replace /path upstream_changed files",
    ],
  },
  {
    name: "surface_changed (forged): the schemas of the tool were others",
    before: { steps: [LIMIT] },
    forge: (trace) => {
      const surface = { ...trace.header.surface, search_text: "0".repeat(64) };
      return older({ ...trace, header: { ...trace.header, surface } });
    },
    want: ["limit remove /older surface_changed"],
  },
  {
    name: "source_removed: the file of one row of two is gone",
    before: { steps: [ENDED] },
    files: { "docs/more.md": "answers `401` at once\n" },
    edit: (repo) => repo.remove("docs/more.md"),
    want: ["ended remove /matches/0 source_removed repo-001:docs/more.md"],
  },
  {
    name: "scope_changed: a file is ignored now",
    before: { steps: [ENDED] },
    files: { "docs/more.md": "answers `401` at once\n" },
    edit: (repo) => repo.write(".gitignore", "more.md\n"),
    want: ["ended remove /matches/0 scope_changed repo-001:docs/more.md"],
  },
  {
    name: "scope_changed: a file is no longer ignored",
    before: { steps: [ENDED] },
    files: { "docs/more.md": "answers `401` at once\n", ".gitignore": "more.md\n" },
    edit: (repo) => repo.remove(".gitignore"),
    want: ["ended add /matches/0 scope_changed repo-001:docs/more.md"],
  },
  {
    name: "source_moved: a line was put in above",
    before: { steps: [ENDED] },
    edit: (repo) => insertAbove(repo, SESSIONS),
    want: [`ended replace /matches/0 source_moved repo-001:${SESSIONS}:6 repo-001:${SESSIONS}:7`],
  },
  {
    name: "source_moved: the file has another name",
    before: { steps: [ENDED] },
    edit: (repo) => {
      repo.write("docs/how-they-end.md", text(repo, SESSIONS));
      repo.remove(SESSIONS);
    },
    want: [
      `ended move /matches/0 source_moved repo-001:${SESSIONS}:6 repo-001:docs/how-they-end.md:6`,
    ],
  },
  {
    name: "eol_changed: the file was written with other line ends",
    before: { steps: [read(SESSIONS, 2), ENDED] },
    edit: (repo) => repo.write(SESSIONS, text(repo, SESSIONS).replaceAll("\n", "\r\n")),
    want: [`read replace /content eol_changed repo-001:${SESSIONS}`],
  },
  {
    name: "source_changed: line ends and a word",
    before: { steps: [read(SESSIONS, 2)] },
    edit: (repo) =>
      repo.write(SESSIONS, text(repo, SESSIONS).replaceAll("\n", "\r\n").replace("401", "403")),
    want: [`read replace /content source_changed repo-001:${SESSIONS}`],
  },
  {
    name: "source_changed: what the line says is another thing",
    before: { steps: [ENDED] },
    edit: (repo) => replaced(repo, SESSIONS, "the next sweep", "the last sweep"),
    want: [`ended replace /matches/0 source_changed repo-001:${SESSIONS}`],
  },
  {
    name: "row_added: a new file has the words too",
    before: { steps: [ENDED] },
    edit: (repo) => repo.write("docs/more.md", "answers `401` at once\n"),
    want: ["ended add /matches/0 row_added repo-001:docs/more.md"],
  },
  {
    name: "row_added: a count grew by a new file",
    before: { steps: [step("count", "search_text", { query: "answers `401`", count_only: true })] },
    edit: (repo) => repo.write("docs/more.md", "answers `401` at once\n"),
    want: ["count replace /completeness/total row_added"],
  },
  {
    name: "row_removed: a count fell with a file",
    before: { steps: [step("count", "search_text", { query: "answers `401`", count_only: true })] },
    files: { "docs/more.md": "answers `401` at once\n" },
    edit: (repo) => repo.remove("docs/more.md"),
    want: ["count replace /completeness/total row_removed"],
  },
  {
    name: "rank_changed (forged): two rows stood the other way round",
    before: { steps: [step("ranked", "search_hybrid", { query: "session timeout", limit: 3 })] },
    forge: swapRows,
    want: ["ranked move /matches/1 rank_changed"],
  },
  {
    name: "engine_changed (forged): another engine gave another answer",
    before: { steps: [LIMIT] },
    forge: (trace) =>
      older({ ...trace, header: { ...trace.header, engine_digest: "0".repeat(64) } }),
    want: ["limit remove /older engine_changed"],
  },
  {
    name: "nondeterministic (a tool that counts): every run gives another answer",
    before: { steps: [LIMIT] },
    host: counting(),
    want: ["limit replace /runs nondeterministic"],
  },
  {
    name: "unexplained (forged): nothing differs but the answer",
    before: { steps: [LIMIT] },
    forge: older,
    want: ["limit remove /older unexplained"],
  },
];

const OPTIONS = { signal: new AbortController().signal };

/** Runs `use` with the program over the folder. */
async function withHost<T>(
  root: string,
  { maxFileBytes = MAX_FILE_BYTES }: World,
  use: (host: PlaybookHost) => Promise<T>,
): Promise<T> {
  const limits = { maxFileBytes, maxFiles: MAX_FILES };
  const app = createApp({ roots: [root], cwd: root, home: undefined, limits, log: () => {} });
  try {
    return await use(app.playbookHost());
  } finally {
    await app.close();
  }
}

function load(world: World, { surface }: PlaybookHost): ReturnType<typeof parsePlaybookValue> {
  const { steps, inputs } = world;
  const value = { playbook_id: "demo", steps, ...(inputs === undefined ? {} : { inputs }) };
  return parsePlaybookValue(value, { surface, allowWorkspace: false });
}

async function differences(
  { before, after, files = {}, edit, forge, host }: Case,
): Promise<string[]> {
  using repo = shopRepo(files);
  const wrapped = (given: PlaybookHost): PlaybookHost => host?.(given) ?? given;
  const accepted = await withHost(repo.root, before, async (given) => {
    const own = wrapped(given);
    return await runPlaybook(load(before, own), {}, own, OPTIONS);
  });
  edit?.(repo);
  const forged = forge?.(accepted) ?? accepted;
  const expected = { ...forged, digest: await traceDigest(forged) };
  const world = { ...before, ...after };
  return await withHost(repo.root, world, async (given) => {
    const own = wrapped(given);
    const playbook = load(world, own);
    const { diff } = await replayPlaybook({ playbook, expected, inputs: {} }, own, OPTIONS);
    return (diff?.steps ?? []).flatMap(linesOf);
  });
}

function linesOf({ step_id, changes }: StepDiff): string[] {
  return changes.map(({ op, pointer, cause, step, paths = [] }) =>
    [step_id, op, pointer, cause, ...(step === undefined ? [] : [step]), ...paths].join(" ")
  );
}

Deno.test("each change is told by its cause and no other", async (t) => {
  for (const one of CASES) {
    await t.step(one.name, async () => assert.deepEqual(await differences(one), one.want));
  }
  await t.step("the table has every cause", () => {
    const told = new Set(CASES.flatMap(({ want }) => want.map((line) => line.split(" ")[3])));
    assert.deepEqual(CAUSES.filter((cause) => !told.has(cause)), []);
  });
});
