/**
 * The one way to run a tool, whichever door the call came through: find, parse, run, shape, count.
 *
 * Nothing a client does makes it throw.
 * @module
 */
import { errorRow, ToolError } from "../contract/errors.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ECHO_MAX_CHARS } from "../contract/limits.ts";
import type { CallOptions, Dispatch, Outcome, ToolFailure } from "../contract/tool.ts";
import { suggestion } from "../playbook/nearest.ts";
import type { Session } from "../session/session.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Answer, Tool, ToolSet } from "./define.ts";
import { Deadline } from "./deadline.ts";
import { echo } from "./input_problem.ts";

/** A sentence of ours and the client's text that it shows. */
const MAX_MESSAGE_CHARS = 2 * ECHO_MAX_CHARS;

export interface DispatchParts {
  readonly tools: ToolSet;
  readonly workspace: Workspace;
  readonly session: Session;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Takes one diagnostic, which may have several lines. */
  readonly log: (text: string) => void;
  /** Told about every call that named a tool of the surface. */
  readonly count?: (tool: string, outcome: Outcome) => void;
}

/** A dispatcher for one session. */
export function createDispatch(parts: DispatchParts): Dispatch {
  const dispatch: Dispatch = async (name, args, options) => {
    const tool = parts.tools.find(name);
    if (tool === undefined) return failed(unknownTool(name, parts.tools));
    const outcome = await runTool(parts, dispatch, tool, args, options);
    parts.count?.(name, outcome);
    return outcome;
  };
  return dispatch;
}

async function runTool(
  parts: DispatchParts,
  dispatch: Dispatch,
  tool: Tool,
  args: unknown,
  options: CallOptions,
): Promise<Outcome> {
  const { workspace, session, tools: surface, clock } = parts;
  using deadline = new Deadline(options.signal, tool.deadlineMs);
  using _reports = options.progress && workspace.reportTo(session.adoptions, options.progress);
  try {
    const run = tool.parse(args);
    const { signal } = deadline;
    const answer = await run({ workspace, session, surface, dispatch, clock, signal });
    return { status: "ok", ...shape(tool, args, answer) };
  } catch (error) {
    if (options.signal.aborted) {
      return failed(new ToolError("cancelled", "Cannot finish the call: it was cancelled"));
    }
    if (deadline.signal.aborted) return failed(timeout(tool));
    if (error instanceof ToolError) return failed(error);
    parts.log(`${tool.name}: ${describe(error)}`);
    return failed(new ToolError("internal", "Cannot finish the call because of an internal error"));
  }
}

/** Compact answers lose the bulky fields, but for what was asked for by name. */
function shape(tool: Tool, args: unknown, answer: Answer): Answer {
  const full = isJsonObject(args) && args["response_mode"] === "full";
  if (!tool.hasResponseMode || full) return answer;
  const { metadata, note: _, ...kept } = answer.response;
  const efficiency = isJsonObject(metadata) ? metadata["context_efficiency"] : undefined;
  const response: JsonObject = efficiency === undefined
    ? kept
    : { ...kept, metadata: { context_efficiency: efficiency } };
  return { ...answer, response };
}

function failed(error: ToolError): Outcome {
  return { status: "err", error: toolFailure(error) };
}

/** The refusal with what the table knows about its code. */
export function toolFailure({ code, message, data }: ToolError): ToolFailure {
  const row = errorRow(code);
  const retryable = data["retryable"] === undefined ? row.retryable : data["retryable"] === true;
  const hint = row.hint === undefined ? {} : { correction_hint: row.hint };
  return {
    code,
    rpc: row.rpc,
    retryable,
    message: echo(message, MAX_MESSAGE_CHARS),
    data: { ...hint, ...echoes(data), error_code: code, retryable },
  };
}

/** The data with every text that may be a client's bounded; requests and actions in it stay as they are. */
function echoes(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      typeof value === "string" ? echo(value) : value,
    ]),
  );
}

function unknownTool(name: string, { tools }: ToolSet): ToolError {
  const shown = echo(name);
  const meant = suggestion(name, tools.map((tool) => tool.name));
  const message = `Cannot find tool "${shown}"${meant}`;
  return new ToolError("invalid_params", message, { tool_name: shown });
}

function timeout({ name, deadlineMs }: Tool): ToolError {
  return new ToolError("timeout", `Cannot finish ${name} within ${deadlineMs ?? 0} milliseconds`);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.stack ?? `${error.name}: ${error.message}` : String(error);
}
