import assert from "node:assert/strict";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  toJson,
  toJsonObject,
} from "../../src/contract/json.ts";
import { PortableNames } from "../../src/playbook/names.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";
import { frigg } from "./frigg.ts";

/** How one door writes "this part of the answer to that call". */
type Refer = (call: string, path: string) => Json;

interface Example {
  readonly id: string;
  readonly tool: string;
  readonly args: (refer: Refer) => JsonObject;
}

const NAVIGATION = [
  "find_declarations",
  "find_implementations",
  "find_references",
  "go_to_definition",
  "incoming_calls",
  "outgoing_calls",
];

/** At least one call of every tool. */
const EXAMPLES: readonly Example[] = [
  { id: "workspace", tool: "workspace", args: () => ({}) },
  { id: "adopt", tool: "workspace", args: () => ({ path: ".", resolve_mode: "dir" }) },
  { id: "list", tool: "list_files", args: () => ({ limit: 1 }) },
  {
    id: "more",
    tool: "list_files",
    args: (refer) => ({ limit: 1, continuation: refer("list", "completeness.continuation") }),
  },
  { id: "text", tool: "search_text", args: () => ({ query: "parse", response_mode: "full" }) },
  {
    id: "proof",
    tool: "read_match",
    args: (refer) => ({
      result_handle: refer("text", "result_handle"),
      match_id: "search:m1",
      presentation_mode: "json",
    }),
  },
  { id: "symbol", tool: "search_symbol", args: () => ({ query: "parse" }) },
  {
    id: "outline",
    tool: "document_symbols",
    args: (refer) => ({ target: refer("symbol", "matches[0].target_ref") }),
  },
  { id: "hybrid", tool: "search_hybrid", args: () => ({ query: "parse a text" }) },
  {
    id: "batch",
    tool: "search_batch",
    args: () => ({
      probes: [{ id: "s", kind: "symbol", query: "parse" }, { id: "t", kind: "text", query: "x" }],
    }),
  },
  { id: "structural", tool: "search_structural", args: () => ({ query: "(identifier) @id" }) },
  { id: "tree", tool: "inspect_syntax_tree", args: () => ({ path: "src/a.ts" }) },
  {
    id: "read",
    tool: "read_file",
    args: () => ({ path: "src/a.ts", presentation_mode: "json", end_line: 1 }),
  },
  {
    id: "explore",
    tool: "explore",
    args: () => ({ path: "src/a.ts", operation: "probe", query: "a" }),
  },
  { id: "missing", tool: "read_file", args: () => ({ path: "none.ts" }) },
  { id: "impact", tool: "impact_bundle", args: () => ({ symbol: "parse" }) },
  ...NAVIGATION.map((tool) => ({ id: tool, tool, args: () => ({ symbol: "parse" }) })),
];
const PLAYBOOK = {
  playbook_id: "demo",
  steps: [{ step_id: "find", tool_name: "search_text", params: { query: "parse" } }],
};
/** Tools about playbooks are no steps of one. */
const NO_STEPS: readonly Example[] = [
  { id: "run", tool: "playbook_run", args: () => ({ playbook: PLAYBOOK }) },
  {
    id: "replay",
    tool: "playbook_replay",
    args: (refer) => ({
      playbook: PLAYBOOK,
      expected_trace_artifact: refer("run", "trace_artifact"),
    }),
  },
  {
    id: "compose",
    tool: "playbook_compose_citations",
    args: (refer) => ({
      trace_artifact: refer("run", "trace_artifact"),
      answer: "Here it is [find].",
    }),
  },
];

const FILES = {
  "src/a.ts": "export function parse(text: string): number {\n  return text.length;\n}\n",
  "src/b.ts": 'import { parse } from "./a.ts";\nparse("x");\n',
};

/** Answers by the ids of their calls. */
type Answers = ReadonlyMap<string, JsonObject>;

async function throughMcp(connection: Connection, examples: readonly Example[]): Promise<Answers> {
  const answers = new Map<string, JsonObject>();
  const refer: Refer = (call, path) => valueAt(answers.get(call) ?? {}, path);
  for (const { id, tool, args } of examples) {
    const settled = await connection.settle(tool, args(refer));
    assert(settled.kind !== "text", `${id} answers with text`);
    answers.set(id, settled.kind === "answer" ? settled.answer : refusal(settled.data));
  }
  return answers;
}

/** A refusal as every door tells it: its code and its words. */
function refusal({ message, error_code }: JsonObject): JsonObject {
  return { error_code, message };
}

async function throughCli(root: string, examples: readonly Example[]): Promise<Answers> {
  const number = new Map(examples.map(({ id }, index) => [id, index + 1]));
  const refer: Refer = (call, path) => `\${${number.get(call) ?? 0}.${path}}`;
  const lines = examples.map(({ tool, args }) => JSON.stringify({ tool, arguments: args(refer) }));
  const { stdout, stderr } = await frigg(["call", "-"], { cwd: root, stdin: lines.join("\n") });
  assert.equal(stderr, "");
  const answers = stdout.trimEnd().split("\n").map((line) => toJsonObject(JSON.parse(line)));
  return new Map(examples.map(({ id }, index) => [id, cliAnswer(answers[index] ?? {})]));
}

function cliAnswer(answer: JsonObject): JsonObject {
  const { error } = answer;
  if (!isJsonObject(error)) return answer;
  return refusal({ ...object(error, "data"), message: error["message"] });
}

async function throughPlaybook(
  connection: Connection,
  examples: readonly Example[],
): Promise<Answers> {
  const refer: Refer = (call, path) => `\${steps.${call}.${path}}`;
  const steps = examples.map(({ id, tool, args }) => ({
    step_id: id,
    tool_name: tool,
    params: args(refer),
  }));
  const answer = await connection.call("playbook_run", {
    playbook: { playbook_id: "doors", steps },
  });
  const outcomes = list(object(answer, "trace_artifact"), "steps").map((step) => {
    const { status, response_json, error_code, message } = object(step, "outcome");
    const shown = status === "ok" ? toJsonObject(response_json) : { error_code, message };
    return [text(step, "step_id"), shown] as const;
  });
  return new Map(outcomes);
}

/** The part of an answer that `a.b[0].c` names. */
function valueAt(answer: JsonObject, path: string): Json {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  let at: Json | undefined = answer;
  for (const key of keys) {
    if (Array.isArray(at)) at = toJson(at[Number(key)]);
    else at = isJsonObject(at) ? at[key] : undefined;
  }
  return at ?? null;
}

/** Answers as a trace would hold them. */
function renamed(answers: Answers, connection: Connection, root: string): Record<string, Json> {
  const [id = ""] = idsIn(answers);
  const { displayName = "", storage } = connection.app.workspace.find(id) ?? {};
  const repository = {
    alias: "repo-001",
    id,
    displayName,
    root,
    ...(storage === undefined ? {} : { storagePath: storage.path }),
    header: {
      alias: "repo-001",
      name: displayName,
      remote: null,
      snapshot_token: "",
      files: 0,
      bytes: 0,
      paths_digest: "",
      manifest_digest: "",
      ignore_digest: "",
      vcs: null,
    },
  };
  const names = new PortableNames(() => [repository]);
  return Object.fromEntries([...answers].map(([call, answer]) => [call, names.answer(answer)]));
}

function only(answers: Answers, examples: readonly Example[]): Answers {
  return new Map(examples.map(({ id }) => [id, answers.get(id) ?? {}]));
}

function idsIn(answers: Answers): string[] {
  return [...answers.values()].flatMap(({ matches }) =>
    Array.isArray(matches)
      ? matches.flatMap((row) =>
        isJsonObject(row) && typeof row["repository_id"] === "string" ? [row["repository_id"]] : []
      )
      : []
  );
}

Deno.test("MCP, command line and playbook give the same answers", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const [steps, others] = [EXAMPLES, NO_STEPS];

  await t.step("there is an example of every tool", () => {
    const covered = new Set([...steps, ...others].map(({ tool }) => tool));
    const names = connection.app.surface.tools.map(({ name }) => name);
    assert.deepEqual(names.filter((name) => !covered.has(name)), []);
  });
  const mcp = await throughMcp(connection, steps);
  const cli = await throughCli(repo.root, [...steps, ...others]);
  const playbook = await throughPlaybook(connection, steps);
  const wanted = renamed(mcp, connection, repo.root);
  // Names such as `snapshot#1` are given in the order of the answers, so each list is renamed by itself.
  const typed = renamed(only(cli, steps), connection, repo.root);
  for (const { id } of steps) {
    await t.step(`${id}: command line`, () => assert.deepEqual(typed[id], wanted[id]));
    await t.step(`${id}: playbook`, () => assert.deepEqual(playbook.get(id), wanted[id]));
  }
  const about = renamed(await throughMcp(connection, others), connection, repo.root);
  const typedAbout = renamed(only(cli, others), connection, repo.root);
  for (const { id } of others) {
    await t.step(`${id}: command line`, () => assert.deepEqual(typedAbout[id], about[id]));
  }
});
