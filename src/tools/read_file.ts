/**
 * `read_file`: the current bytes of one file, whole or some of its lines.
 *
 * Evidence: live_file. Lines count from 1; `end_line` is the last line of the slice.
 * @module
 */
import { z } from "zod";
import { invalidParams } from "../contract/errors.ts";
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import type { LineRange } from "../engine/protocol.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { Efficiency } from "./efficiency.ts";
import { contextEfficiency, presentationMode, repositoryId } from "./fields.ts";
import { contentFields, contentOf, readBlocks, readEfficiency, readSpan } from "./presentation.ts";

const Input = z.strictObject({
  path: z.string().min(1).describe(
    "Relative to a repository root, or absolute inside an adopted one",
  ),
  repository_id: repositoryId,
  max_bytes: z.int().min(1).optional().describe(
    "Bytes of content at most; the default and cap is FRIGG_MAX_FILE_BYTES",
  ),
  start_line: z.int().min(1).optional().describe("1-based first line; default 1 for a slice"),
  end_line: z.int().min(1).optional().describe(
    "1-based last line, clamped to the file's; exclusive with line_count",
  ),
  line_count: z.int().min(1).optional().describe("Number of lines; exclusive with end_line"),
  presentation_mode: presentationMode,
  include_context_efficiency: contextEfficiency,
}).superRefine((input, context) => {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: "custom", path: [field], message });
  const { start_line: start = 1, end_line: end } = input;
  if (end !== undefined && input.line_count !== undefined) {
    refuse("line_count", "it excludes end_line");
  }
  if (end !== undefined && end < start) {
    refuse("end_line", `expected at least start_line ${start}, got ${end}`);
  }
  if (input.include_context_efficiency && input.presentation_mode !== "json") {
    refuse("include_context_efficiency", "it needs presentation_mode json");
  }
});

const Output = z.looseObject({
  repository_id: z.string().describe("Repository of the file"),
  path: z.string().describe("Repository-relative path"),
  start_line: z.int().min(1).optional().describe("1-based first line of a slice"),
  end_line: z.int().min(0).optional().describe("1-based last line of a slice"),
  ...contentFields,
  context_efficiency: Efficiency.optional(),
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;

export default defineTool({
  name: "read_file",
  title: "Read file",
  description: "Read a file or some of its lines from disk as they are now",
  profile: "core",
  evidence: "live_file",
  input: Input,
  output: Output,
  run,
  cites: (output) => {
    const span = readSpan(output.start_line ?? 1, output);
    const { repository_id, path } = output;
    return span === undefined ? [] : [{ row: "", repository_id, path, span }];
  },
  rows: () => [],
  text: (output, { presentation_mode: mode }) => readBlocks(output, mode),
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  const { workspace, session, signal } = call;
  const { repository, path } = await workspace.place(
    session.adoptions,
    input.path,
    input.repository_id,
    { signal },
  );
  const range = rangeOf(input);
  const cap = workspace.maxFileBytes;
  const read = await repository.engine.read({
    path,
    range,
    maxBytes: Math.min(input.max_bytes ?? cap, cap),
    // Larger whole reads are refused after a look at the bytes, so that the refusal can say how many lines fit.
    fileMaxBytes: MAX_TEXT_BYTES,
    ...(input.max_bytes === undefined ? {} : { requestedMaxBytes: input.max_bytes }),
  }, { signal });
  const lines = range.kind === "whole"
    ? {}
    : { start_line: read.startLine, end_line: read.endLine };
  return {
    repository_id: repository.id,
    path: read.path,
    ...lines,
    ...contentOf(read),
    ...await readEfficiency(call, input.include_context_efficiency, repository, read),
  };
}

function rangeOf(input: Input): LineRange {
  const { start_line: start, end_line: end, line_count: count } = input;
  if (start === undefined && end === undefined && count === undefined) return { kind: "whole" };
  const startLine = start ?? 1;
  const endLine = count === undefined ? end : startLine + count - 1;
  if (endLine !== undefined && !Number.isSafeInteger(endLine)) {
    throw invalidParams("line_count", 'Cannot use "line_count": it goes beyond every line number');
  }
  return { kind: "lines", startLine, ...(endLine === undefined ? {} : { endLine }) };
}
