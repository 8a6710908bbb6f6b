/**
 * `playbook_run`: run the steps of a playbook and give the trace.
 *
 * Evidence: control_plane; the steps rest on their own. Writes no file.
 * @module
 */
import { z } from "zod";
import { toJsonObject } from "../contract/json.ts";
import type { PlaybookHost } from "../playbook/host.ts";
import { runPlaybook } from "../playbook/run.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { includeTrace, playbook, playbookPath } from "./playbook_fields.ts";
import { choiceProblem, loadPlaybook } from "./playbook_source.ts";

const Input = z.strictObject({
  playbook,
  playbook_path: playbookPath,
  include_trace: includeTrace,
}).superRefine((input, context) => {
  const problem = choiceProblem(input);
  if (problem === undefined) return;
  context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
});

const Output = z.looseObject({
  digest: z.string().describe("SHA-256 of the trace without its header; equal on every machine"),
  trace_artifact: z.looseObject({}).optional().describe(
    "frigg.playbook.trace.v1: steps with outcomes, sources and evidence",
  ),
});

/** The tool; `host` gives what runs are made on: the repositories of the caller. */
export function playbookRunTool(
  host: (adopted: readonly string[]) => PlaybookHost,
): Tool {
  return defineTool({
    name: "playbook_run",
    title: "Run playbook",
    description: "Run a playbook's steps in order on one snapshot and give the trace",
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

async function run(
  input: z.output<typeof Input>,
  call: ToolCall,
  host: PlaybookHost,
): Promise<z.input<typeof Output>> {
  const loaded = await loadPlaybook(input, call);
  const trace = await runPlaybook(loaded, {}, host, { signal: call.signal });
  const artifact = input.include_trace ? { trace_artifact: { ...toJsonObject(trace) } } : {};
  return { digest: trace.digest, ...artifact };
}
