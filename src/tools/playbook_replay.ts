/**
 * `playbook_replay`: run a playbook again and say what differs from its accepted trace, and why.
 *
 * Evidence: control_plane; the steps rest on their own. Writes no file, no pending trace either.
 * @module
 */
import { z } from "zod";
import { invalidParams } from "../contract/errors.ts";
import { toJsonObject } from "../contract/json.ts";
import type { PlaybookHost } from "../playbook/host.ts";
import { replayPlaybook } from "../playbook/replay.ts";
import type { AnyTrace } from "../playbook/trace_file.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { includeTrace, playbook, playbookPath } from "./playbook_fields.ts";
import {
  choiceProblem,
  loadAcceptedTrace,
  loadPlaybook,
  traceArgument,
} from "./playbook_source.ts";

const Input = z.strictObject({
  playbook,
  playbook_path: playbookPath,
  expected_trace_artifact: z.looseObject({}).optional().describe(
    "Trace to compare with; required with playbook, else by default the accepted one beside the file",
  ),
  include_trace: includeTrace,
}).superRefine((input, context) => {
  const problem = choiceProblem(input) ?? expectedProblem(input);
  if (problem === undefined) return;
  context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
});

const Output = z.looseObject({
  matches: z.boolean().describe("Whether the replay gave the expected trace"),
  verdict: z.enum(["same", "drift", "unaccepted"]).describe(
    "unaccepted: there is no trace to compare with",
  ),
  digest: z.string().describe("SHA-256 of the replayed trace without its header"),
  diff: z.looseObject({}).nullable().describe(
    "What differs, by step, each change with its cause; null if nothing or unaccepted",
  ),
  replayed_trace_artifact: z.looseObject({}).optional().describe("The new trace"),
});

type Input = z.output<typeof Input>;

/** The tool; `host` gives what runs are made on: the repositories of the caller. */
export function playbookReplayTool(
  host: (adopted: readonly string[]) => PlaybookHost,
): Tool {
  return defineTool({
    name: "playbook_replay",
    title: "Replay playbook",
    description: "Run a playbook again and tell, step by step, what differs from its trace and why",
    profile: "extended",
    evidence: "control_plane",
    playbook: false,
    input: Input,
    output: Output,
    run: (input, call) => run(input, call, host(call.session.adoptions.adopted)),
    cites: () => [],
    rows: () => [],
  });
}

function expectedProblem(
  { playbook: given, expected_trace_artifact: expected }: {
    readonly playbook?: unknown;
    readonly expected_trace_artifact?: unknown;
  },
): { readonly field: string; readonly message: string } | undefined {
  return given !== undefined && expected === undefined
    ? { field: "expected_trace_artifact", message: "required with playbook" }
    : undefined;
}

async function run(
  input: Input,
  call: ToolCall,
  host: PlaybookHost,
): Promise<z.input<typeof Output>> {
  const loaded = await loadPlaybook(input, call);
  const expected = await expectedTrace(input, call);
  const request = { playbook: loaded, expected, inputs: {} };
  const replay = await replayPlaybook(request, host, { signal: call.signal });
  const { matches, verdict, digest, diff, replayed_trace_artifact: trace } = replay;
  return {
    matches,
    verdict,
    digest,
    diff: diff === null ? null : { ...toJsonObject(diff) },
    ...(input.include_trace ? { replayed_trace_artifact: { ...toJsonObject(trace) } } : {}),
  };
}

async function expectedTrace(
  { expected_trace_artifact: given, playbook_path: path }: Input,
  call: ToolCall,
): Promise<AnyTrace | undefined> {
  if (given !== undefined) return traceArgument("expected_trace_artifact", given);
  if (path === undefined) throw invalidParams("expected_trace_artifact", "required with playbook");
  return await loadAcceptedTrace(path, call);
}
