import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Trace, TraceHeader, TraceStep } from "../../src/contract/playbook.ts";
import type { Reach, Surface, ToolInfo } from "../../src/contract/tool.ts";
import { type AffectedFacts, affectedSteps } from "../../src/playbook/affected.ts";

function tool(name: string, reach?: Reach): ToolInfo {
  return {
    name,
    title: name,
    description: name,
    profile: "core",
    evidence: "mixed",
    ...(reach === undefined ? {} : { reach }),
    inputSchema: {},
    playbook: true,
    idempotent: true,
    checkInput: () => undefined,
    cites: () => [],
    rows: () => [],
  };
}

const TOOLS = [
  tool("read", "file"),
  tool("search", "filters"),
  tool("resolve", "tree"),
  tool("where", "nothing"),
  tool("unsaid"),
];
const SURFACE: Surface = { tools: TOOLS, find: (name) => TOOLS.find((one) => one.name === name) };

const HEADER: TraceHeader = {
  frigg_version: "0.0.0",
  engine_digest: "engine",
  surface: { read: "5" },
  playbook_digest: "playbook",
  inputs: { symbol: "parse" },
  settings: { max_files: 10 },
  repositories: [{
    alias: "repo-001",
    name: "shop",
    remote: null,
    snapshot_token: "t",
    files: 3,
    paths_digest: "1",
    manifest_digest: "2",
    ignore_digest: "ignores",
    vcs: null,
  }],
};

interface StepSpec {
  readonly id?: string;
  readonly tool: string;
  readonly params?: JsonObject;
  readonly sources?: readonly string[];
  readonly err?: true;
}

function step({ id = "s", tool, params = {}, sources = [], err }: StepSpec): TraceStep {
  return {
    step_index: 0,
    step_id: id,
    tool_name: tool,
    params_json: params,
    outcome: err
      ? { status: "err", code: "c", message: "m", error_code: "resource_not_found" }
      : { status: "ok", response_json: {} },
    sources: sources.map((path) => ({
      repository: "repo-001",
      path,
      bytes: 1,
      sha256: "0",
      git_blob: "0",
      encoding: "utf-8",
      eol: "lf",
    })),
    evidence: [],
  };
}

interface Case {
  readonly name: string;
  readonly steps: readonly StepSpec[];
  readonly changed?: readonly string[];
  readonly more?: Partial<AffectedFacts>;
  /** `id: reason` of each affected step. */
  readonly want: readonly string[];
}

/** Files of the revision. */
const KNOWN = ["a.ts", "b.ts", "link", "docs/c.md", ".gitignore"];

function facts({ steps, changed = [], more = {} }: Case): AffectedFacts {
  const recorded = steps.map(step);
  const trace: Trace = {
    trace_schema: "frigg.playbook.trace.v1",
    playbook_id: "p",
    step_count: recorded.length,
    steps: recorded,
    digest: "",
    header: HEADER,
  };
  return {
    playbook: {
      playbook_id: "p",
      steps: recorded.map(({ step_id, tool_name, params_json }) => ({
        step_id,
        tool_name,
        params: params_json,
      })),
    },
    trace,
    traceAsCommitted: true,
    now: HEADER,
    changes: [{ changed, known: new Set(KNOWN), ignoreDigest: "ignores" }],
    surface: SURFACE,
    filterOf: ({ glob }) => (path) => glob === undefined || path.endsWith(String(glob)),
    ...more,
  };
}

const READ: StepSpec = { tool: "read", params: { path: "a.ts" }, sources: ["a.ts"] };
const GONE: StepSpec = { tool: "read", params: { path: "x/new.ts" }, err: true };
const SEARCH: StepSpec = { tool: "search", params: { glob: ".ts" }, sources: ["a.ts"] };

const CASES: readonly Case[] = [
  { name: "nothing changed", steps: [READ, SEARCH], want: [] },
  { name: "a read, and another file changed", steps: [READ], changed: ["b.ts"], want: [] },
  {
    name: "a read, and its file changed",
    steps: [READ],
    changed: ["a.ts"],
    want: ["s: a.ts changed"],
  },
  {
    name: "a read of what is not in git",
    steps: [{ tool: "read", params: { path: "out.log" }, sources: ["out.log"] }],
    want: ["s: out.log is not in git, so it may have changed"],
  },
  {
    name: "a read through a link, and anything changed",
    steps: [{ tool: "read", params: { path: "link" }, sources: ["a.ts"] }],
    changed: ["b.ts"],
    want: ['s: b.ts changed, and "link" may lead there'],
  },
  {
    name: "a read through a link, and nothing changed",
    steps: [{ tool: "read", params: { path: "link" }, sources: ["a.ts"] }],
    want: [],
  },
  {
    name: "a read by another spelling",
    steps: [{ tool: "read", params: { path: "./docs/../a.ts" }, sources: ["a.ts"] }],
    changed: ["b.ts"],
    want: [],
  },
  {
    name: "a read by an absolute path, and anything changed",
    steps: [{ tool: "read", params: { path: "/r/a.ts" }, sources: ["a.ts"] }],
    changed: ["b.ts"],
    want: ['s: b.ts changed, and "/r/a.ts" may lead there'],
  },
  { name: "a read of nothing, and another file came", steps: [GONE], changed: ["y.ts"], want: [] },
  {
    name: "a read of nothing, and the file came",
    steps: [GONE],
    changed: ["x/new.ts"],
    want: ["s: x/new.ts changed"],
  },
  {
    name: "a read of nothing, and a link came on its way",
    steps: [GONE],
    changed: ["x"],
    want: ["s: x changed"],
  },
  {
    name: "a read that a link led nowhere",
    steps: [{ tool: "read", params: { path: "link/deep" }, err: true }],
    changed: ["y.ts"],
    want: ['s: y.ts changed, and "link/deep" may lead there'],
  },
  {
    name: "a read outside, refused whatever the tree holds",
    steps: [{ tool: "read", params: { path: "docs/../../x" }, err: true }],
    changed: ["x", "docs/c.md"],
    want: [],
  },
  {
    name: "a search, and a file it selects came",
    steps: [SEARCH],
    changed: ["new.ts"],
    want: ["s: new.ts changed, which it searches"],
  },
  {
    name: "a search, and a file beside its filter changed",
    steps: [SEARCH],
    changed: ["docs/c.md"],
    want: [],
  },
  {
    name: "a search without a filter",
    steps: [{ tool: "search" }],
    changed: ["docs/c.md"],
    want: ["s: docs/c.md changed, which it searches"],
  },
  {
    name: "a search whose estimates count every file",
    steps: [{ tool: "search", params: { glob: ".ts", context_efficiency: true } }],
    changed: ["docs/c.md"],
    want: ["s: docs/c.md changed, which it searches"],
  },
  {
    name: "an answer that resolves names, filter or not",
    steps: [{ tool: "resolve", params: { glob: ".ts" } }],
    changed: ["docs/c.md"],
    want: ["s: docs/c.md changed, which it searches"],
  },
  {
    name: "a tool that does not say what it rests on",
    steps: [{ tool: "unsaid" }],
    changed: ["docs/c.md"],
    want: ["s: docs/c.md changed, which it searches"],
  },
  {
    name: "a tool that tells of the process",
    steps: [{ tool: "where" }],
    changed: ["a.ts"],
    want: [],
  },
  {
    name: "a trace that the revision does not have",
    steps: [READ],
    more: { traceAsCommitted: false },
    want: ["s: its accepted trace is not that of the revision"],
  },
  {
    name: "ignore rules that changed, for searches alone",
    steps: [SEARCH, { ...READ, id: "r" }],
    changed: ["docs/.ignore"],
    want: ["s: docs/.ignore changed, so other files may be searched"],
  },
  {
    name: "ignore rules outside the tree that changed",
    steps: [SEARCH, { ...READ, id: "r" }],
    more: { changes: [{ changed: [], known: new Set(KNOWN), ignoreDigest: "others" }] },
    want: ["s: other files may be searched: the ignore rules are others"],
  },
  {
    name: "a step that refers to an affected one, and one that does not",
    steps: [
      { ...SEARCH, id: "find" },
      { id: "proof", tool: "read", params: { match_id: "${steps.find.matches[0].match_id}" } },
      { id: "third", tool: "read", params: { match_id: "${steps.proof.x}" } },
      { ...READ, id: "other" },
    ],
    changed: ["b.ts"],
    want: [
      "find: b.ts changed, which it searches",
      "proof: it refers to find",
      "third: it refers to proof",
    ],
  },
  {
    name: "no accepted trace",
    steps: [READ],
    more: { trace: undefined },
    want: ["s: it has no accepted trace"],
  },
  {
    name: "another playbook",
    steps: [READ],
    more: { now: { ...HEADER, playbook_digest: "x" } },
    want: ["s: the playbook changed since its trace was accepted"],
  },
  {
    name: "other inputs",
    steps: [READ],
    more: { now: { ...HEADER, inputs: { symbol: "print" } } },
    want: ["s: the inputs are others"],
  },
  {
    name: "other limits",
    steps: [READ],
    more: { now: { ...HEADER, settings: {} } },
    want: ["s: the settings are others"],
  },
  {
    name: "another engine",
    steps: [READ],
    more: { now: { ...HEADER, engine_digest: "x" } },
    want: ["s: the program is another one"],
  },
  {
    name: "a tool with another schema",
    steps: [READ],
    more: { now: { ...HEADER, surface: { read: "6" } } },
    want: ["s: a tool it uses is another one"],
  },
];

Deno.test("affectedSteps() keeps every step that may give another answer", async (t) => {
  for (const one of CASES) {
    await t.step(one.name, () => {
      const found = affectedSteps(facts(one)).map(({ step_id, because }) =>
        `${step_id}: ${because}`
      );
      assert.deepEqual(found, one.want);
    });
  }
});

Deno.test("affectedSteps() keeps a playbook over several repositories", () => {
  const one = facts({ name: "", steps: [READ], want: [] });
  assert(one.trace !== undefined);
  const { repositories } = one.trace.header;
  const header = { ...one.trace.header, repositories: [...repositories, ...repositories] };
  const want = [{ step_id: "s", because: "it does not rest on one repository alone" }];
  assert.deepEqual(affectedSteps({ ...one, trace: { ...one.trace, header } }), want);
  assert.deepEqual(affectedSteps({ ...one, changes: [...one.changes, ...one.changes] }), want);
  assert.deepEqual(affectedSteps({ ...one, changes: [] }), want);
});
