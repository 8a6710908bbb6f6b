import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { tempRepo } from "../support/repo.ts";

const STEPS = [
  { step_id: "find", tool_name: "search_text", params: { query: "parse", glob: "*.ts" } },
  {
    step_id: "proof",
    tool_name: "read_match",
    params: {
      result_handle: "${steps.find.result_handle}",
      match_id: "${steps.find.matches[0].match_id}",
    },
  },
];
const DEMO = { playbook_id: "demo", steps: STEPS };
const YAML = `playbook_id: demo\nsteps: ${JSON.stringify(STEPS)}\n`;
const FILES = {
  "src/a.ts": "export function parse() {}\n",
  "playbooks/demo.playbook.yaml": YAML,
  "playbooks/broken.playbook.yaml":
    "playbook_id: broken\nsteps:\n  - step_id: a\n    tool_name: grep\n",
  "playbooks/latin.playbook.yaml": new Uint8Array([0x61, 0xff, 0x0a]),
  "playbooks/plain.yaml": YAML,
};

Deno.test("playbook_run gives the same trace from an object and from a file", async () => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const { digest, trace_artifact: trace } = await connection.call("playbook_run", {
    playbook: DEMO,
  });
  const path = "playbooks/demo.playbook.yaml";
  const again = await connection.call("playbook_run", { playbook_path: path });
  assert.equal(again["digest"], digest);
  assert.deepEqual(again["trace_artifact"], trace);
  assert.ok(!JSON.stringify(trace).includes(repo.root));
  const short = await connection.call("playbook_run", { playbook: DEMO, include_trace: false });
  assert.deepEqual(short, { digest });
});

Deno.test("playbook_replay compares with a given trace or the accepted one", async () => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const path = { playbook_path: "playbooks/demo.playbook.yaml" };
  const { digest, trace_artifact: trace } = await connection.call("playbook_run", path);
  const unaccepted = await connection.call("playbook_replay", { ...path, include_trace: false });
  assert.deepEqual(unaccepted, { matches: false, verdict: "unaccepted", digest, diff: null });

  repo.write("playbooks/demo.trace.json", JSON.stringify(trace));
  const accepted = await connection.call("playbook_replay", { ...path, include_trace: false });
  assert.deepEqual(accepted, { matches: true, verdict: "same", digest, diff: null });

  repo.write("src/a.ts", "// more\nexport function parse() {}\n");
  const given = { playbook: DEMO, expected_trace_artifact: trace ?? null };
  const drift = await connection.call("playbook_replay", given);
  assert.deepEqual([drift["matches"], drift["verdict"]], [false, "drift"]);
});

Deno.test("playbook_compose_citations cites a trace", async () => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const { trace_artifact } = await connection.call("playbook_run", { playbook: DEMO });
  const answer = "It is here [proof]. Trust me.";
  const args = { trace_artifact: trace_artifact ?? null, answer };
  const { citation_payload: payload } = await connection.call("playbook_compose_citations", args);
  assert.ok(typeof payload === "object" && payload !== null && "uncited" in payload);
  assert.deepEqual(payload.uncited, ["Trust me."]);
  assert.deepEqual(payload["claims"], [
    { claim_id: "claim-001", text: "It is here.", citation_ids: ["cit-002"] },
  ]);
});

const step = (params: JsonObject): JsonObject => ({
  playbook_id: "p",
  steps: [{ step_id: "a", tool_name: "search_text", params }],
});

const REFUSED: readonly {
  readonly name: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly want: JsonObject;
}[] = [
  { name: "neither", tool: "playbook_run", args: {}, want: { field: "playbook" } },
  {
    name: "both",
    tool: "playbook_run",
    args: { playbook: DEMO, playbook_path: "playbooks/demo.playbook.yaml" },
    want: { field: "playbook_path" },
  },
  {
    name: "an unknown key of a step",
    tool: "playbook_run",
    args: {
      playbook: { playbook_id: "p", steps: [{ step_id: "a", tool_name: "workspace", x: 1 }] },
    },
    want: {
      field: "playbook.steps.0.x",
      message: 'invalid_params: Cannot use "playbook": step "a": /steps/0/x: unknown key "x"',
    },
  },
  {
    name: "params that the tool refuses",
    tool: "playbook_run",
    args: { playbook: step({ query: "x", limit: 0 }) },
    want: { field: "playbook.steps.0.params.limit", step_id: "a" },
  },
  {
    name: "a workspace",
    tool: "playbook_run",
    args: { playbook: { ...DEMO, workspace: { path: "x" } } },
    want: { field: "playbook.workspace" },
  },
  {
    name: "a reference that finds nothing",
    tool: "playbook_run",
    args: {
      playbook: {
        playbook_id: "p",
        steps: [
          { step_id: "w", tool_name: "search_text", params: { query: "no such text" } },
          { step_id: "a", tool_name: "read_file", params: { path: "${steps.w.matches[0].path}" } },
        ],
      },
    },
    want: {
      step_id: "a",
      message: 'invalid_params: Cannot run step "a": Cannot resolve ${steps.w.matches[0].path}: ' +
        '"w.matches" has 0 items, so there is no 0',
    },
  },
  {
    name: "a file that is no playbook",
    tool: "playbook_run",
    args: { playbook_path: "playbooks/plain.yaml" },
    want: { field: "playbook_path", error_code: "invalid_params" },
  },
  {
    name: "a broken file",
    tool: "playbook_run",
    args: { playbook_path: "playbooks/broken.playbook.yaml" },
    want: {
      error_code: "invalid_params",
      step_id: "a",
      field: "playbook_path.steps.0.tool_name",
    },
  },
  {
    name: "a file that is not UTF-8",
    tool: "playbook_run",
    args: { playbook_path: "playbooks/latin.playbook.yaml" },
    want: {
      error_code: "invalid_params",
      message: 'invalid_params: Cannot use "playbooks/latin.playbook.yaml": it is not UTF-8',
    },
  },
  {
    name: "a file that is not there",
    tool: "playbook_replay",
    args: { playbook_path: "playbooks/none.playbook.yaml" },
    want: { error_code: "resource_not_found" },
  },
  {
    name: "a file outside",
    tool: "playbook_run",
    args: { playbook_path: "/etc/x.playbook.yaml" },
    want: { error_code: "access_denied" },
  },
  {
    name: "an object without a trace",
    tool: "playbook_replay",
    args: { playbook: DEMO },
    want: { field: "expected_trace_artifact", error_code: "invalid_params" },
  },
  {
    name: "a trace that is none",
    tool: "playbook_replay",
    args: { playbook: DEMO, expected_trace_artifact: { trace_schema: "frigg.playbook.trace.v1" } },
    want: { field: "expected_trace_artifact.playbook_id", error_code: "invalid_params" },
  },
  {
    name: "citations of a trace that is none",
    tool: "playbook_compose_citations",
    args: { trace_artifact: { trace_schema: "x", playbook_id: "p", step_count: 0, steps: 1 } },
    want: { field: "trace_artifact.steps", error_code: "invalid_params" },
  },
];

Deno.test("playbook tools refuse, naming field and step", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  for (const { name, tool, args, want } of REFUSED) {
    await t.step(name, async () => {
      const refusal = await connection.refused(tool, args);
      const told = Object.keys(want).map((key) => [key, refusal[key]]);
      assert.deepEqual(Object.fromEntries(told), want);
    });
  }
});
