/**
 * `read_match`: the lines around a match, only if the file is still the one that was searched.
 *
 * Evidence: handle_bound_live_content. New bytes are never shown in place of the proven ones.
 * @module
 */
import { z } from "zod";
import { suggestedNext } from "../contract/compat.ts";
import { ToolError } from "../contract/errors.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import {
  MAX_TEXT_BYTES,
  READ_MATCH_DEFAULT_LINES,
  READ_MATCH_MAX_LINES,
} from "../contract/limits.ts";
import type { NextAction } from "../contract/next_actions.ts";
import type { ReadResult } from "../engine/protocol.ts";
import type { Anchor } from "../session/anchors.ts";
import type { Repository } from "../workspace/workspace.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { Efficiency } from "./efficiency.ts";
import { contextEfficiency, presentationMode } from "./fields.ts";
import { contentFields, contentOf, readBlocks, readEfficiency, readSpan } from "./presentation.ts";
import { liveActions } from "./recovery_actions.ts";

const around = z.int().min(0).default(READ_MATCH_DEFAULT_LINES);

const Input = z.strictObject({
  result_handle: z.string().min(1).describe("Handle of the answer that showed the match"),
  match_id: z.string().min(1).describe("Row of that answer"),
  before: around.describe("Lines before the match; more than 32 count as 32"),
  after: around.describe("Lines after the match; more than 32 count as 32"),
  presentation_mode: presentationMode,
  include_context_efficiency: contextEfficiency,
  origin: z.strictObject({
    tool: z.string().min(1).describe("Tool that gave the handle"),
    arguments: z.looseObject({}).describe("Its arguments, unchanged"),
  }).optional().describe("The producing request; a stale proof then offers to repeat it"),
}).superRefine((input, context) => {
  if (!input.include_context_efficiency || input.presentation_mode === "json") return;
  const path = ["include_context_efficiency"];
  context.addIssue({ code: "custom", path, message: "it needs presentation_mode json" });
});

const Output = z.looseObject({
  repository_id: z.string().describe("Repository of the file"),
  path: z.string().describe("Repository-relative path"),
  line: z.int().min(1).describe("1-based line of the match"),
  column: z.int().min(1).optional().describe("1-based byte column of the match"),
  start_line: z.int().min(1).describe("1-based first line of content"),
  end_line: z.int().min(1).describe("1-based last line of content"),
  ...contentFields,
  context_efficiency: Efficiency.optional(),
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;

export default defineTool({
  name: "read_match",
  title: "Read match",
  description: "Prove a match: read the lines around it if its source is unchanged",
  profile: "core",
  evidence: "handle_bound_live_content",
  input: Input,
  output: Output,
  run,
  cites: (output) => {
    const span = readSpan(output.start_line, output);
    const { repository_id, path } = output;
    return span === undefined ? [] : [{ row: "", repository_id, path, span }];
  },
  rows: () => [],
  text: (output, { presentation_mode: mode }) => readBlocks(output, mode),
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  try {
    const anchor = call.session.handles.resolve(input.result_handle, input.match_id);
    const repository = call.workspace.find(anchor.repositoryId);
    if (repository === undefined) {
      throw new ToolError("STALE_HANDLE", "Cannot read the match: its repository is detached");
    }
    const read = await readAround(input, call, repository, anchor);
    return {
      repository_id: repository.id,
      path: read.path,
      line: anchor.line,
      ...(anchor.column === undefined ? {} : { column: anchor.column }),
      start_line: read.startLine,
      end_line: read.endLine,
      ...contentOf(read),
      ...await readEfficiency(call, input.include_context_efficiency, repository, read),
    };
  } catch (error) {
    throw error instanceof ToolError ? explain(error, input, call) : error;
  }
}

async function readAround(
  input: Input,
  { workspace, signal }: ToolCall,
  { engine }: Repository,
  anchor: Anchor,
): Promise<ReadResult> {
  const before = Math.min(input.before, READ_MATCH_MAX_LINES);
  const after = Math.min(input.after, READ_MATCH_MAX_LINES);
  const startLine = Math.max(anchor.line - before, 1);
  return await engine.read({
    path: anchor.path,
    range: { kind: "lines", startLine, endLine: anchor.line + after },
    maxBytes: workspace.maxFileBytes,
    fileMaxBytes: MAX_TEXT_BYTES,
    expect: anchor.source,
  }, { signal });
}

const PROOF_CODES: readonly string[] = ["STALE_HANDLE", "MIXED_HANDLE", "STALE_PROOF_ANCHOR"];
/** What a file that vanished or became a link, a folder or unreadable is refused with. */
const LOST_CODES: readonly string[] = ["resource_not_found", "access_denied"];

function explain(error: ToolError, input: Input, call: ToolCall): ToolError {
  const lost = LOST_CODES.includes(error.code) || error.data["error_class"] === "io";
  if (!lost && !PROOF_CODES.includes(error.code)) return error;
  const code = lost ? "STALE_PROOF_ANCHOR" : error.code;
  const message = lost ? "Cannot prove the match: its source is gone or unreadable" : error.message;
  // Of a lost file's error only the code is passed on: its data may tell about what is there now.
  const data = lost ? {} : error.data;
  return new ToolError(code, message, {
    ...data,
    result_handle: input.result_handle,
    match_id: input.match_id,
    related_tools: ["read_file", "search_symbol", "search_text"].filter((name) =>
      call.surface.find(name) !== undefined
    ),
    ...retry(input, call),
  }, { cause: error });
}

function retry({ origin }: Input, call: ToolCall): JsonObject {
  if (origin === undefined) return { suggested_next: [] };
  const action: NextAction = {
    id: "retry-1",
    role: "retry",
    order: 0,
    dependencies: [],
    tool: origin.tool,
    arguments: toJsonObject(origin.arguments),
    reason: "Run the producing request again for a fresh handle",
  };
  const actions = givesHandles(call, origin.tool) ? liveActions(call, [action]) : [];
  return { next_actions: actions.map(toJsonObject), suggested_next: suggestedNext(actions) };
}

/** Whether a tool can be a producer: `impact_bundle` gives one handle for each section. */
function givesHandles({ surface }: ToolCall, tool: string): boolean {
  const fields = toJsonObject(surface.find(tool)?.outputSchema?.["properties"] ?? {});
  return Object.keys(fields).some((field) => field.endsWith("result_handle"));
}
