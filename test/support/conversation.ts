/**
 * One conversation that every client must be able to have, over every transport: a script as data and its reader.
 * @module
 */
import assert from "node:assert/strict";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { valueAt } from "../../src/contract/json_pointer.ts";

/** The files that the script speaks of. */
export const SPOKEN_FILES: Readonly<Record<string, string>> = {
  "src/a.ts": "export function needle(): void {}\n",
  "src/c.ts": "needle();\n",
  "b.txt": "needle\n",
  // For a search that runs until it is cancelled.
  "slow.txt": "export function someFunctionName(first: number): number { return first; }\n"
    .repeat(60_000),
};

/** What a call came to: a result, or what the error says. */
export type Said =
  | { readonly result: JsonObject }
  | { readonly refused: { readonly message: string; readonly data?: JsonObject } };

/** A client that is connected. */
export interface Speaker {
  /** Whether all its calls are of one session; without that a call cannot use what another gave. */
  readonly remembers: boolean;
  listTools(): Promise<readonly string[]>;
  call(tool: string, args: JsonObject): Promise<Said>;
  /** Makes a call and takes it back; absent if the client cannot. */
  cancel?(tool: string, args: JsonObject): Promise<void>;
  close(): Promise<void>;
}

interface Step {
  readonly name: string;
  readonly tool: string;
  /** A text `${STEP/POINTER}` stands for a value of an earlier step's structured answer. */
  readonly args: JsonObject;
  /** Values of the structured answer by their pointers. */
  readonly want?: Readonly<Record<string, Json>>;
  readonly text?: string;
  /** Code of the refusal that is wanted. */
  readonly refused?: string;
  /** Code with which the call is refused to a client that remembers nothing. */
  readonly forgotten?: string;
}

const PLAYBOOK = {
  playbook_schema: "frigg.playbook.v1",
  playbook_id: "conversation",
  steps: [{ step_id: "find", tool_name: "search_symbol", params: { query: "needle" } }],
};

const SCRIPT: readonly Step[] = [
  {
    name: "workspace",
    tool: "workspace",
    args: {},
    want: { "/session_default": true, "/freshness/snapshot/state": "ready" },
  },
  {
    name: "found",
    tool: "search_text",
    args: { query: "needle", limit: 2 },
    want: { "/total_matches": 3, "/matches/0/path": "b.txt", "/matches/1/path": "src/a.ts" },
  },
  {
    name: "next page",
    tool: "search_text",
    args: { query: "needle", limit: 2, continuation: "${found/completeness/continuation}" },
    want: { "/matches/0/path": "src/c.ts", "/matches/1": null },
    forgotten: "CONTINUATION_SCOPE_MISMATCH",
  },
  {
    name: "symbol",
    tool: "search_symbol",
    args: { query: "needle" },
    want: { "/matches/0/path": "src/a.ts", "/matches/0/line": 1 },
  },
  {
    name: "read by handle",
    tool: "read_match",
    args: { result_handle: "${found/result_handle}", match_id: "search:m1" },
    text: "needle\n",
    forgotten: "STALE_HANDLE",
  },
  { name: "outside", tool: "read_file", args: { path: "../b.txt" }, refused: "access_denied" },
  { name: "wrong argument", tool: "read_file", args: { pth: "x" }, refused: "invalid_params" },
  {
    name: "playbook",
    tool: "playbook_run",
    args: { playbook: PLAYBOOK },
    want: { "/trace_artifact/steps/0/step_id": "find" },
  },
];

/** Runs until it is cancelled; what follows shows that the server goes on. */
const SLOW: Pick<Step, "tool" | "args"> = {
  tool: "playbook_run",
  args: {
    playbook: {
      playbook_id: "slow",
      steps: Array.from({ length: 200 }, (_, at) => ({
        step_id: `step-${at}`,
        tool_name: "search_text",
        params: { query: "(a|e|i|o|u)+x?.*[0-9]*z", pattern_type: "regex", count_only: true },
      })),
    },
  },
};
const AFTER: Step = { name: "after", tool: "read_file", args: { path: "b.txt" }, text: "needle\n" };

/** Has the conversation, a test step for each part of it. */
export async function converse(t: Deno.TestContext, speaker: Speaker): Promise<void> {
  await t.step("tools", async () => {
    const names = await speaker.listTools();
    for (const { tool } of SCRIPT) assert(names.includes(tool), tool);
  });
  const answers: Record<string, Json> = {};
  for (const step of SCRIPT) {
    await t.step(step.name, async () => {
      const said = await speaker.call(step.tool, filled(step.args, answers));
      answers[step.name] = check(step, said, speaker);
    });
  }
  if (speaker.cancel === undefined) return;
  await t.step("cancel", async () => {
    await speaker.cancel?.(SLOW.tool, SLOW.args);
    check(AFTER, await speaker.call(AFTER.tool, AFTER.args), speaker);
  });
}

/** Gives the structured answer, if there is one. */
function check(step: Step, said: Said, { remembers }: Speaker): Json {
  const refused = remembers ? step.refused : step.refused ?? step.forgotten;
  if ("refused" in said) {
    assert.match(said.refused.message, new RegExp(`\\b${refused}: `), said.refused.message);
    const { data } = said.refused;
    if (data !== undefined) {
      assert.deepEqual([data["error_code"], data["retryable"]], [refused, false]);
    }
    return null;
  }
  assert.equal(refused, undefined, `${step.name} was not refused`);
  const answer = said.result["structuredContent"] ?? null;
  for (const [pointer, want] of Object.entries(step.want ?? {})) {
    assert.deepEqual(valueAt(answer, pointer) ?? null, want, pointer);
  }
  if (step.text !== undefined) {
    assert.deepEqual(said.result["content"], [{ type: "text", text: step.text }]);
  }
  return answer;
}

const REFERENCE = /^\$\{([^/}]+)(\/[^}]+)\}$/;

function filled(args: JsonObject, answers: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([field, value]) => {
      const [, step = "", pointer = ""] = typeof value === "string"
        ? REFERENCE.exec(value) ?? []
        : [];
      return [field, step === "" ? value : valueAt(answers[step], pointer) ?? null];
    }),
  );
}

/** A result as JSON has it. */
export function asSaid(result: unknown): Said {
  const json: unknown = JSON.parse(JSON.stringify(result));
  if (!isJsonObject(json)) throw new assert.AssertionError({ message: "the result is no object" });
  return { result: json };
}
