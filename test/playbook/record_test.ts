import assert from "node:assert/strict";
import fc from "fast-check";
import { type Json, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import type { Playbook, TraceRepository } from "../../src/contract/playbook.ts";
import type { ToolInfo } from "../../src/contract/tool.ts";
import type { RunRepository } from "../../src/playbook/host.ts";
import { RecordedAnswers } from "../../src/playbook/record_answers.ts";
import { KnownCalls } from "../../src/playbook/record_calls.ts";
import { recordedParams, Unrecordable } from "../../src/playbook/record_params.ts";
import { RecordedSteps } from "../../src/playbook/record_steps.ts";
import { recordedYaml } from "../../src/playbook/record_yaml.ts";
import { parseYaml } from "../../src/playbook/yaml_text.ts";

const HANDLE = `result-${"a".repeat(32)}-000001`;
const SECOND = `result-${"a".repeat(32)}-000002`;
const TOKEN = `continuation-${"a".repeat(32)}-000001`;
const SHOP = "shop-0123456789ab";
const BANK = "bank-0123456789ab";

function tool(name: string, more: Partial<ToolInfo> = {}): ToolInfo {
  return {
    name,
    title: name,
    description: name,
    profile: "core",
    evidence: "snapshot_index",
    inputSchema: { type: "object", properties: {} },
    playbook: true,
    idempotent: true,
    checkInput: () => undefined,
    cites: () => [],
    rows: () => [],
    ...more,
  };
}

function repository(alias: string, id: string): RunRepository {
  const digest = "0".repeat(64);
  const header: TraceRepository = {
    alias,
    name: id,
    remote: null,
    snapshot_token: "",
    files: 1,
    paths_digest: digest,
    manifest_digest: digest,
    ignore_digest: digest,
    vcs: null,
  };
  return { alias, id, displayName: id, root: `/home/me/${id.slice(0, 4)}`, header };
}

const search = tool("search_text");
const read = tool("read_file", {
  evidence: "live_file",
  inputSchema: { type: "object", properties: { presentation_mode: { type: "string" } } },
});
const workspace = tool("workspace", { evidence: "control_plane" });
const one = [repository("repo-001", SHOP)];
const two = [...one, repository("repo-002", BANK)];

/** Answers as three steps gave them. */
function answers(): RecordedAnswers {
  const all = new RecordedAnswers();
  const ref = { kind: "result_match", result_handle: HANDLE, match_id: "search:m2" };
  all.learn("find", {
    result_handle: HANDLE,
    completeness: { continuation: TOKEN },
    matches: [{ match_id: "search:m1" }, { match_id: "search:m2", target_ref: ref }],
    next_actions: [{ arguments: { result_handle: HANDLE, match_id: "search:m1" } }],
  });
  all.learn("batch", {
    parts: [
      { result_handle: "h-1", rows: [{ match_id: "batch:m1" }] },
      { result_handle: "h-2", rows: [{ match_id: "batch:m1" }] },
    ],
  });
  all.learn("impact", {
    symbols_result_handle: "h-3",
    references_result_handle: "h-4",
    symbols: [{ match_id: "nav:m1" }],
    references: [{ match_id: "nav:m1" }],
  });
  // The same call again: its handle is another one, its step is not.
  all.learn("find", { result_handle: SECOND, matches: [{ match_id: "search:m1" }] });
  return all;
}

interface Case {
  readonly name: string;
  readonly tool?: ToolInfo;
  readonly args: JsonObject;
  readonly repositories?: readonly RunRepository[];
  readonly response?: JsonObject;
  readonly want: JsonObject;
}

const CASES: readonly Case[] = [
  { name: "plain params stay", args: { query: "a", limit: 3 }, want: { query: "a", limit: 3 } },
  {
    name: "what looks like a reference is text",
    args: { query: "${HOME}" },
    want: { query: "$${HOME}" },
  },
  {
    name: "a handle and its row",
    args: { result_handle: HANDLE, match_id: "search:m2" },
    want: {
      result_handle: "${steps.find.result_handle}",
      match_id: "${steps.find.matches[1].match_id}",
    },
  },
  {
    name: "a handle of a repeated call",
    args: { result_handle: SECOND, match_id: "search:m1" },
    want: {
      result_handle: "${steps.find.result_handle}",
      match_id: "${steps.find.matches[0].match_id}",
    },
  },
  {
    name: "the row beside its own handle",
    args: { result_handle: "h-2", match_id: "batch:m1" },
    want: {
      result_handle: "${steps.batch.parts[1].result_handle}",
      match_id: "${steps.batch.parts[1].rows[0].match_id}",
    },
  },
  {
    name: "the row of the section that the handle names",
    args: { result_handle: "h-4", match_id: "nav:m1" },
    want: {
      result_handle: "${steps.impact.references_result_handle}",
      match_id: "${steps.impact.references[0].match_id}",
    },
  },
  {
    name: "a page",
    args: { continuation: TOKEN },
    want: {
      continuation: "${steps.find.completeness.continuation}",
    },
  },
  {
    name: "a whole target, whatever the order of its keys",
    args: { target: { match_id: "search:m2", result_handle: HANDLE, kind: "result_match" } },
    want: { target: "${steps.find.matches[1].target_ref}" },
  },
  {
    name: "tokens inside of other params",
    args: { origin: { tool: "search_text", arguments: { continuation: TOKEN } } },
    want: {
      origin: {
        tool: "search_text",
        arguments: { continuation: "${steps.find.completeness.continuation}" },
      },
    },
  },
  { name: "the only repository goes without saying", args: { repository_id: SHOP }, want: {} },
  {
    name: "one of two is named by its alias",
    args: { repository_id: BANK },
    repositories: two,
    want: { repository_id: "repo-002" },
  },
  {
    name: "how a read is shown is left out",
    tool: read,
    args: { path: "a", presentation_mode: "text" },
    want: { path: "a" },
  },
  {
    name: "an absolute path becomes relative",
    tool: read,
    args: { path: "/home/me/shop/src/a.ts" },
    want: { path: "src/a.ts" },
  },
  {
    name: "in another repository with its alias",
    tool: read,
    args: { path: "/home/me/bank/b.ts" },
    repositories: two,
    want: { path: "b.ts", repository_id: "repo-002" },
  },
  {
    name: "the folder that is there anyway",
    tool: workspace,
    args: { path: "/home/me/shop/src", resolve_mode: "git_root" },
    response: { repository: { repository_id: SHOP } },
    want: {},
  },
  {
    name: "another adopted folder",
    tool: workspace,
    args: { path: "/home/me/bank" },
    response: { repository: { repository_id: BANK } },
    repositories: two,
    want: { repository_id: "repo-002" },
  },
];

Deno.test("recordedParams() writes what replays anywhere", async (t) => {
  for (const { name, args, want, tool: of = search, repositories = one, response = {} } of CASES) {
    await t.step(name, () => {
      assert.deepEqual(recordedParams({ tool: of, args, response }, answers(), repositories), want);
    });
  }
});

Deno.test("recordedParams() refuses what is of this machine", async (t) => {
  const cases: readonly { name: string; tool: ToolInfo; args: JsonObject }[] = [
    { name: "a folder that no repository is", tool: workspace, args: { path: "/home/me/else" } },
    { name: "the root inside of a text", tool: search, args: { query: "in /home/me/shop" } },
    { name: "a repository's id", tool: search, args: { queries: [{ query: SHOP }] } },
  ];
  for (const { name, tool: of, args } of cases) {
    await t.step(name, () => {
      const record = (): JsonObject =>
        recordedParams({ tool: of, args, response: {} }, answers(), one);
      assert.throws(record, Unrecordable);
    });
  }
});

Deno.test("KnownCalls knows a call again only where it was looked up", () => {
  const known = new KnownCalls();
  known.add(workspace, {}, "w");
  known.add(search, { query: "a" }, "s1");
  assert.equal(known.find(workspace, {}), "w");
  assert.equal(known.find(search, { query: "a" }), "s1");
  assert.equal(known.find(search, { query: "b" }), undefined);
  const choice = { repository_id: "repo-002" };
  assert.equal(known.find(workspace, choice), undefined);
  known.add(workspace, choice, "w2");
  assert.equal(known.find(workspace, choice), "w2");
  assert.equal(known.find(search, { query: "a" }), undefined);
  known.add(workspace, { repository_id: "repo-001" }, "w3");
  assert.equal(known.find(workspace, choice), undefined);
});

Deno.test("RecordedSteps takes out what rests on a lost step, and gives no name twice", () => {
  const steps = new RecordedSteps();
  const ids = (): string[] => steps.all.map(({ step_id }) => step_id);
  for (
    const params of [
      { query: "a" },
      { continuation: "${steps.search-text.completeness.continuation}" },
      { query: "b" },
      { continuation: "${steps.search-text-2.completeness.continuation}" },
    ]
  ) steps.add(steps.next("search_text", params));
  assert.deepEqual(ids(), ["search-text", "search-text-2", "search-text-3", "search-text-4"]);
  assert.equal(steps.drop("read-file"), false);
  assert.equal(steps.drop("search-text"), true);
  assert.deepEqual(ids(), ["search-text-3"]);
  assert.equal(steps.next("search_text", {}).step_id, "search-text-5");
});

Deno.test("RecordedSteps holds no more than a playbook may", () => {
  const steps = new RecordedSteps();
  for (let count = 0; count < 256; count++) steps.add(steps.next("search_text", {}));
  assert.throws(() => steps.next("search_text", {}), Unrecordable);
});

function playbookOf(params: JsonObject): Playbook {
  const steps = [{ step_id: "a", tool_name: "search_text", params }];
  return { playbook_id: "p", title: "T: #1", steps };
}

Deno.test("recordedYaml() is block style with plain words where they are safe", () => {
  const params = {
    query: "enforceTimeout",
    quoted: ["true", "012", "a: b", "- x", "ü", "\u2028"],
    list: [{ a: 1, b: [] }, [2]],
    none: {},
  };
  const notes = new Map([["a", "src/a\nb.ts:1"]]);
  const text = recordedYaml(playbookOf(params), notes);
  const steps = text.slice(text.indexOf("steps:"), text.indexOf("\n\n#"));
  assert.equal(
    steps,
    `steps:
  # src/a b.ts:1
  - step_id: a
    tool_name: search_text
    params:
      query: enforceTimeout
      quoted:
        - "true"
        - "012"
        - "a: b"
        - "- x"
        - "ü"
        - "\\u2028"
      list:
        - a: 1
          b: []
        -
          - 2
      none: {}`,
  );
});

Deno.test("recordedYaml() reads back as it was", () => {
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      fc.string({ unit: "binary" }),
      fc.constantFrom("null", "~", "", " ", "yes", "- a", "a: b", "#", "\r\n", "\ufeff", "1e3"),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("json"), { maxLength: 3 }),
      fc.dictionary(fc.string().filter((key) => key !== "<<" && key !== "__proto__"), tie("json"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }));
  fc.assert(
    fc.property(json, (value) => {
      const params = toJsonObject({ value });
      const { value: read } = parseYaml(recordedYaml(playbookOf(params), new Map()), "p");
      assert.deepEqual(paramsOf(read), params);
    }),
    { numRuns: 500 },
  );
});

function paramsOf(playbook: Json): Json | undefined {
  const { steps } = toJsonObject(playbook);
  const [step] = Array.isArray(steps) ? steps : [];
  return toJsonObject(step)["params"];
}
