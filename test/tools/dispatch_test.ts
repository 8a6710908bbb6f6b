import assert from "node:assert/strict";
import { z } from "zod";
import { ToolError } from "../../src/contract/errors.ts";
import type { Outcome } from "../../src/contract/tool.ts";
import { PLAYBOOK_SCOPE_ID, Session } from "../../src/session/session.ts";
import { defineTool, type Tool, type ToolCall } from "../../src/tools/define.ts";
import { createDispatch } from "../../src/tools/dispatch.ts";
import { unusedWorkspace } from "../support/unused_workspace.ts";

type Run = (call: ToolCall) => Promise<{ value: number; metadata?: object; note?: string }>;

function tool(name: string, run: Run, deadlineMs?: number): Tool {
  return defineTool({
    name,
    title: name,
    description: name,
    profile: "core",
    evidence: "control_plane",
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    input: z.strictObject({ response_mode: z.enum(["compact", "full"]).default("compact") }),
    output: z.looseObject({ value: z.int() }),
    run: (_, call) => run(call),
    cites: () => [],
    rows: () => [],
  });
}

const untilAborted: Run = ({ signal }) =>
  new Promise((_, reject) => {
    // Without work of its own the process would have nothing to wait for.
    const timer = setTimeout(() => reject(new Error("nobody aborted the call")), 5_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const TOOLS = [
  tool("answers", () => Promise.resolve({ value: 1, metadata: { a: 1 }, note: "n" })),
  tool("is_broken", () => Promise.reject(new TypeError("oh no"))),
  tool("is_slow", untilAborted, 5),
  tool("refuses", () => {
    throw new ToolError("STALE_HANDLE", "Cannot find it", { result_handle: "h" });
  }),
  tool("waits", untilAborted),
];

interface Attempt {
  readonly outcome: Outcome;
  readonly logged: readonly string[];
  readonly counted: readonly string[];
}

async function attempt(name: string, args: unknown, signal?: AbortSignal): Promise<Attempt> {
  const logged: string[] = [];
  const counted: string[] = [];
  const dispatch = createDispatch({
    tools: { tools: TOOLS, find: (wanted) => TOOLS.find((one) => one.name === wanted) },
    workspace: unusedWorkspace,
    session: new Session(PLAYBOOK_SCOPE_ID),
    clock: () => 0,
    log: (text) => logged.push(text),
    count: (tool) => counted.push(tool),
  });
  const outcome = await dispatch(name, args, { signal: signal ?? new AbortController().signal });
  return { outcome, logged, counted };
}

function codeOf({ outcome }: Attempt): string {
  return outcome.status === "err" ? outcome.error.code : "ok";
}

Deno.test("dispatch gives a compact answer unless full is asked for", async () => {
  const compact = await attempt("answers", undefined);
  assert.deepEqual(compact.outcome, { status: "ok", response: { value: 1 } });
  const full = await attempt("answers", { response_mode: "full" });
  assert.deepEqual(full.outcome, {
    status: "ok",
    response: { value: 1, metadata: { a: 1 }, note: "n" },
  });
  assert.deepEqual(compact.counted, ["answers"]);
});

Deno.test("a handler gets six things and no more", async () => {
  let members: string[] = [];
  const spy = tool("spy", (call) => {
    members = Object.keys(call).sort();
    return Promise.resolve({ value: 1 });
  });
  const dispatch = createDispatch({
    tools: { tools: [spy], find: () => spy },
    workspace: unusedWorkspace,
    session: new Session(PLAYBOOK_SCOPE_ID),
    clock: () => 0,
    log: () => {},
  });
  await dispatch("spy", {}, { signal: new AbortController().signal });
  assert.deepEqual(members, ["clock", "dispatch", "session", "signal", "surface", "workspace"]);
});

Deno.test("dispatch refuses an unknown tool without counting it", async () => {
  const tried = await attempt("nope", {});
  assert.deepEqual(tried.counted, []);
  assert.deepEqual(tried.outcome, {
    status: "err",
    error: {
      code: "invalid_params",
      rpc: -32602,
      retryable: false,
      message: 'Cannot find tool "nope"',
      data: { tool_name: "nope", error_code: "invalid_params", retryable: false },
    },
  });
});

Deno.test("dispatch refuses arguments that are no object", async () => {
  assert.equal(codeOf(await attempt("answers", [])), "invalid_params");
  assert.equal(codeOf(await attempt("answers", "x")), "invalid_params");
});

Deno.test("dispatch names a field however deep it is", async () => {
  const depth = 20_000;
  const args = JSON.parse(`${'{"a":'.repeat(depth)}"\\ud800"${"}".repeat(depth)}`);
  const { outcome } = await attempt("answers", args);
  assert(outcome.status === "err");
  assert.match(String(outcome.error.data["field"]), /^(a\.){256}…$/);
});

Deno.test("an expected refusal is told with its hint, and is no bug", async () => {
  const tried = await attempt("refuses", {});
  assert.deepEqual(tried.logged, []);
  assert.deepEqual(tried.outcome.status === "err" && tried.outcome.error.data, {
    correction_hint: "Run the producing search again and use its new handle",
    result_handle: "h",
    error_code: "STALE_HANDLE",
    retryable: false,
  });
});

Deno.test("a refusal shows a long text of the client in part, and a request whole", async () => {
  const text = "x".repeat(511) + "\u{1F600}".repeat(1_000);
  const refuses = tool("refuses", () => {
    const data = { path: text, next_actions: [{ query: text }] };
    return Promise.reject(new ToolError("invalid_params", `Cannot read "${text}"`, data));
  });
  const dispatch = createDispatch({
    tools: { tools: [refuses], find: () => refuses },
    workspace: unusedWorkspace,
    session: new Session(PLAYBOOK_SCOPE_ID),
    clock: () => 0,
    log: () => {},
  });
  const outcome = await dispatch("refuses", {}, { signal: new AbortController().signal });
  assert(outcome.status === "err");
  const { message, data } = outcome.error;
  assert.equal(message.length, 1_025);
  assert.equal(data["path"], `${"x".repeat(511)}\uFFFD…`);
  assert.deepEqual(data["next_actions"], [{ query: text }]);
});

Deno.test("a bug is logged with its stack and told without it", async () => {
  const tried = await attempt("is_broken", {});
  assert.equal(codeOf(tried), "internal");
  assert(!JSON.stringify(tried.outcome).includes("oh no"));
  assert.match(tried.logged.join("\n"), /^is_broken: TypeError: oh no\n\s+at /);
});

Deno.test("a call over its deadline is a timeout that may be repeated", async () => {
  const { outcome } = await attempt("is_slow", {});
  assert(outcome.status === "err");
  assert.deepEqual([outcome.error.code, outcome.error.retryable], ["timeout", true]);
});

Deno.test("a cancelled call says so", async () => {
  const controller = new AbortController();
  const pending = attempt("waits", {}, controller.signal);
  controller.abort();
  assert.equal(codeOf(await pending), "cancelled");
});
