/**
 * What is wrong with a playbook or trace, told at its place: the one error of this folder that people cause.
 *
 * The command line ends with exit 2 on it; MCP answers `invalid_params`.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import { pointerKeys } from "../contract/json_pointer.ts";
import { ECHO_MAX_CHARS } from "../contract/limits.ts";

export interface Problem {
  /** A warning refuses nothing; only lint tells it. */
  readonly severity: "error" | "warning";
  /** File as it was named; absent for a playbook given as JSON. */
  readonly file?: string;
  /** 1-based; columns in UTF-8 bytes. */
  readonly line?: number;
  readonly column?: number;
  /** JSON pointer of the value that the problem is about. */
  readonly pointer: string;
  readonly stepId?: string;
  /** What was expected and what was found. */
  readonly message: string;
}

/** A playbook or trace that cannot be used, with everything that is wrong with it. */
export class PlaybookError extends Error {
  // Bundlers rename classes, so nothing may rest on `constructor.name`.
  override readonly name = "PlaybookError";

  constructor(readonly problems: readonly [Problem, ...Problem[]]) {
    super(problems.map(formatProblem).join("\n"));
  }
}

/** `file:line:column: message`, or what of it is known. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, pointer, message } = problem;
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const where = line === undefined && pointer !== "" ? `${pointer}: ${message}` : message;
  return place === "" ? where : `${place}: ${where}`;
}

/** The same refusal as a tool tells it; `field` is the dotted path inside `root`. */
export function toToolError(error: PlaybookError, root: string): ToolError {
  const [first, ...rest] = error.problems;
  const more = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
  const data: JsonObject = {
    field: [root, ...pointerKeys(first.pointer)].join("."),
    ...(first.stepId === undefined ? {} : { step_id: first.stepId }),
    problems: error.problems.slice(0, MAX_TOLD).map(formatProblem),
  };
  return new ToolError("invalid_params", `Cannot use "${root}": ${inWords(first)}${more}`, data, {
    cause: error,
  });
}

/** Problems listed in one MCP error; the first is what the client acts on. */
const MAX_TOLD = 16;

function inWords(problem: Problem): string {
  const step = problem.stepId === undefined ? "" : `step "${problem.stepId}": `;
  const where = problem.file === undefined && problem.pointer !== "" ? `${problem.pointer}: ` : "";
  return problem.file === undefined
    ? `${step}${where}${problem.message}`
    : `${step}${formatProblem(problem)}`;
}

/** Text of a client as it may stand in a message, in quotes. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= ECHO_MAX_CHARS ? text : `${text.slice(0, ECHO_MAX_CHARS)}…`;
}
