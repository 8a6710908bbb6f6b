/**
 * `playbook_compose_citations`: claims and citations from a trace, and the sentences that nothing supports.
 *
 * Evidence: control_plane; the trace carries its own, and no file is read.
 * @module
 */
import { z } from "zod";
import { toJsonObject } from "../contract/json.ts";
import { composeCitations } from "../playbook/cite.ts";
import { defineTool, type Tool } from "./define.ts";
import { traceArgument } from "./playbook_source.ts";

const Input = z.strictObject({
  trace_artifact: z.looseObject({}).describe("A trace, as playbook_run gave it"),
  answer: z.string().optional().describe(
    "Text to support; marks such as [step], [step[0]], [cit-001] or path:line bind its sentences",
  ),
});

const Output = z.looseObject({
  citation_payload: z.looseObject({
    answer_schema: z.string().describe("Schema of this payload"),
    playbook_id: z.string().describe("Playbook of the trace"),
    answer: z.string().describe("The answer, or the claims by line"),
    claims: z.array(z.looseObject({})).describe("claim_id, text, citation_ids"),
    citations: z.array(z.looseObject({})).describe(
      "citation_id, tool_call_id, tool_name, repository_id, path, span (1-based), digests and quote",
    ),
    uncited: z.array(z.string()).optional().describe("Sentences that no citation supports"),
  }).describe("The answer with its evidence"),
});

/** The tool. */
export const playbookComposeCitationsTool: Tool = defineTool({
  name: "playbook_compose_citations",
  title: "Compose citations",
  description: "Compose claims and citations with line spans from a trace; reads no file",
  profile: "extended",
  evidence: "control_plane",
  playbook: false,
  input: Input,
  output: Output,
  run: async ({ trace_artifact: artifact, answer }) => {
    const trace = traceArgument("trace_artifact", artifact);
    const payload = toJsonObject(await composeCitations(trace, answer));
    return { citation_payload: Output.shape.citation_payload.parse(payload) };
  },
  cites: () => [],
  rows: () => [],
});
