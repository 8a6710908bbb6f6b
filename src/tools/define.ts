/**
 * One tool from one definition: checked against its own types, then hidden behind `unknown` so that a list can
 * hold all tools.
 * @module
 */
import { z } from "zod";
import { invalidParams, ToolError } from "../contract/errors.ts";
import type { Evidence } from "../contract/freshness.ts";
import { isJsonObject, type JsonObject, toJsonObject } from "../contract/json.ts";
import type {
  Cite,
  Dispatch,
  InputProblem,
  Reach,
  RowCollection,
  Surface,
  ToolInfo,
} from "../contract/tool.ts";
import type { Session } from "../session/session.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { brokenText, inputProblem } from "./input_problem.ts";

/** What a handler gets. Six members; a seventh needs a decision. */
export interface ToolCall {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly surface: Surface;
  readonly dispatch: Dispatch;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** What a handler gives, with its types hidden. */
export interface Answer {
  readonly response: JsonObject;
  readonly text?: readonly string[];
}

/** A tool of the registry. */
export interface Tool extends ToolInfo {
  /** Milliseconds after which a call ends with `timeout`. */
  readonly deadlineMs?: number;
  /** Whether `response_mode` chooses between compact and full answers. */
  readonly hasResponseMode: boolean;
  /**
   * The call that the arguments ask for.
   *
   * @throws {ToolError} invalid_params
   */
  parse(args: unknown): (call: ToolCall) => Promise<Answer>;
}

/** The surface with what the dispatcher needs of each tool. */
export interface ToolSet extends Surface {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
}

export interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profile: "core" | "extended";
  readonly evidence: Evidence;
  /** By default what the evidence allows to be certain of. */
  readonly reach?: Reach;
  readonly input: Input;
  readonly output: Output;
  /** `false` if it may not be a playbook step. */
  readonly playbook?: boolean;
  /** `false` if a second equal call does something. */
  readonly idempotent?: boolean;
  readonly deadlineMs?: number;
  /** Replaces older spellings before the arguments are parsed. */
  readonly modernize?: (args: JsonObject) => JsonObject;
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<z.input<Output>>;
  /** Source spans of an answer, `[]` if none. */
  readonly cites: (output: z.output<Output>) => readonly Cite[];
  /** Row collections of an answer, `[]` if none. */
  readonly rows: (output: z.output<Output>) => readonly RowCollection[];
  /** Text blocks of an answer that is not shown as JSON. Its presence means that no output schema is published. */
  readonly text?: (
    output: z.output<Output>,
    input: z.output<Input>,
  ) => readonly string[] | undefined;
}

/** Hides the types of a definition; the schemas are computed once, here. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  const { name, title, description, profile, evidence, output, deadlineMs } = definition;
  const inputSchema = jsonSchema(definition.input, "input");
  const parseInput = (args: unknown): z.output<Input> => parse(definition, inputSchema, args);
  return {
    name,
    title,
    description,
    profile,
    evidence,
    reach: definition.reach ?? REACH[evidence],
    inputSchema,
    ...(definition.text === undefined ? { outputSchema: jsonSchema(output, "output") } : {}),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    playbook: definition.playbook ?? true,
    idempotent: definition.idempotent ?? true,
    hasResponseMode: "response_mode" in definition.input.shape,
    checkInput: (args) => problemOf(() => parseInput(args)),
    parse: (args) => {
      const input = parseInput(args);
      return (call) => answer(definition, input, call);
    },
    cites: (response) => definition.cites(output.parse(response)),
    rows: (response) => definition.rows(output.parse(response)),
  };
}

const REACH: Readonly<Record<Evidence, Reach>> = {
  control_plane: "nothing",
  live_file: "file",
  handle_bound_live_content: "file",
  live_manifest: "filters",
  snapshot_index: "tree",
  mixed: "tree",
};

function parse<Input extends z.ZodObject, Output extends z.ZodObject>(
  { input, modernize }: Definition<Input, Output>,
  schema: JsonObject,
  args: unknown,
): z.output<Input> {
  const given = args ?? {};
  if (!isJsonObject(given)) throw invalidParams("", "Cannot use the arguments: expected an object");
  const current = modernize === undefined ? given : modernize(given);
  const broken = brokenText(current);
  const parsed = input.safeParse(current);
  if (parsed.success && broken === undefined) return parsed.data;
  const issue = broken ?? parsed.error?.issues[0];
  if (issue === undefined) throw parsed.error;
  const { field, message } = inputProblem(issue, schema, current);
  throw invalidParams(field, message);
}

async function answer<Input extends z.ZodObject, Output extends z.ZodObject>(
  { output, run, text }: Definition<Input, Output>,
  input: z.output<Input>,
  call: ToolCall,
): Promise<Answer> {
  const response = toJsonObject(await run(input, call));
  const blocks = text === undefined ? undefined : text(output.parse(response), input);
  return blocks === undefined ? { response } : { response, text: blocks };
}

function problemOf(parseInput: () => unknown): InputProblem | undefined {
  try {
    parseInput();
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { field } = error.data;
    return { field: typeof field === "string" ? field : "", message: error.message };
  }
}

// Hosts refuse `$schema` in one dialect or the other, `$ref` and unions at the root; shared parts are repeated.
function jsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    reused: "inline",
  });
  return toJsonObject(rest);
}
